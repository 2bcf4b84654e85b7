import mqtt, { type MqttClient } from 'mqtt'
import type { z } from 'zod'
import {
  Ack,
  type Channel,
  Command,
  Config,
  type EventBatch,
  type Reply,
  type Status,
  TO_KIOSK,
  topicOf,
} from '#features/kiosks/protocol.ts'
import { succeedsWithin } from '#platform/concurrency.ts'

type Options = {
  readonly url: string
  readonly lockerBankId: string
  readonly secret: string
  /** What to say of ourselves now; the last will says the same with OFFLINE. */
  readonly status: (word: Status['Status']) => Status
  readonly say: (line: string) => void
  /** Longest wait between two tries, in ms. */
  readonly longestWait?: number
}
type Heard = {
  connected(): void
  command(command: Command): void
  config(config: Config): void
  acked(ack: Ack): void
}
export type Connection = ReturnType<typeof connectKiosk>

const KEEPALIVE_SECONDS = 15
const CONNECT_MS = 10_000
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
/** Longest each half of a goodbye may take, in ms; a server that does not hear it sees the connection end. */
const GOODBYE_MS = 2_000

const REFUSED =
  'the server does not admit this kiosk: its authorisation has ended, or the locker bank is not active. Authorise it and start the kiosk with the new key file'
/** Return codes of MQTT for a key that is none, or may do nothing. */
const REFUSALS: readonly unknown[] = [4, 5]
const isRefusal = (error: Error): boolean => 'code' in error && REFUSALS.includes(error.code)

/**
 * The kiosk's session at the broker. It comes back by itself, later and later and never in step with its neighbours.
 * Nothing waits in it: what could not be said now is said again by whoever keeps it.
 */
export function connectKiosk({ url, lockerBankId, secret, status, say, longestWait = LONGEST_WAIT_MS }: Options, heard: Heard) {
  const topic = (channel: Channel) => topicOf(lockerBankId, channel)
  let wait = FIRST_WAIT_MS
  let again: NodeJS.Timeout | undefined
  let ended = false
  let complaint = ''

  const client: MqttClient = mqtt.connect(url, {
    protocolVersion: 4,
    clean: true,
    clientId: lockerBankId,
    username: lockerBankId,
    password: secret,
    keepalive: KEEPALIVE_SECONDS,
    connectTimeout: CONNECT_MS,
    reconnectPeriod: 0,
    will: { topic: topic('status'), payload: Buffer.from(JSON.stringify(status('OFFLINE'))), qos: 1, retain: true },
  })
  client.on('connect', async () => {
    wait = FIRST_WAIT_MS
    complaint = ''
    try {
      await client.subscribeAsync(TO_KIOSK.map(topic), { qos: 1 })
      await publish('status', status('ONLINE'), true)
      say('connected to the server')
      heard.connected()
    } catch {
      client.stream.destroy()
    }
  })
  client.on('error', (error) => {
    const kind = isRefusal(error) ? 'refused' : 'unreachable'
    if (kind === complaint) return
    complaint = kind
    say(kind === 'refused' ? REFUSED : `the server cannot be reached: ${error.message}`)
  })
  client.on('close', () => {
    clearTimeout(again)
    // What was on its way is over with its session: whoever waits for it hears so now, and the next session begins empty.
    client.end(true)
    if (ended) return
    again = setTimeout(() => client.reconnect(), wait * (0.5 + Math.random() / 2))
    wait = Math.min(wait * 2, longestWait)
  })
  client.on('message', (name, payload) => {
    if (name === topic('commands')) pass(Command, payload, heard.command)
    else if (name === topic('config')) pass(Config, payload, heard.config)
    else if (name === topic('acks')) pass(Ack, payload, heard.acked)
  })

  function pass<S extends z.ZodType>(schema: S, payload: Buffer, take: (message: z.output<S>) => void) {
    // An empty retained message is one that was taken back.
    if (payload.length === 0) return
    try {
      take(schema.parse(JSON.parse(payload.toString())))
    } catch (error) {
      say(`a message of the server was not understood: ${(error as Error).message}`)
    }
  }

  async function publish(channel: Channel, message: object, retain = false): Promise<void> {
    if (!client.connected) throw new Error('not connected')
    await client.publishAsync(topic(channel), JSON.stringify(message), { qos: 1, retain })
  }

  return {
    isConnected: () => client.connected,
    /** A heartbeat. */
    beat: () => publish('status', status('ONLINE'), true),
    reply: (reply: Reply) => publish('replies', reply),
    events: (batch: EventBatch) => publish('events', batch),
    /** Says goodbye, and is gone after some seconds even if nobody hears it. */
    end: async () => {
      ended = true
      clearTimeout(again)
      const isSaid = await succeedsWithin(GOODBYE_MS, publish('status', status('OFFLINE'), true))
      if (!isSaid || !(await succeedsWithin(GOODBYE_MS, client.endAsync()))) client.stream.destroy()
    },
  }
}
