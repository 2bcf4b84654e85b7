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
  /** The status message to publish now; the last will is the one of OFFLINE. */
  readonly status: (status: Status['Status']) => Status
  readonly log: (line: string) => void
  /** Longest wait between two attempts to connect, in ms. */
  readonly maxRetryMs?: number
}
type Handlers = {
  connected(): void
  command(command: Command): void
  config(config: Config): void
  acked(ack: Ack): void
}
export type BrokerConnection = ReturnType<typeof connectToBroker>

const KEEPALIVE_SECONDS = 15
const CONNECT_MS = 10_000
const MIN_RETRY_MS = 500
const MAX_RETRY_MS = 30_000
/** Timeout of each of the two steps of a disconnect, in ms. */
const DISCONNECT_STEP_MS = 2_000

const REFUSED =
  'the server refuses this kiosk: its authorisation has ended, or the locker bank is not active. Authorise it and start the kiosk with the new key file'
/** MQTT return codes "bad user name or password" and "not authorised". */
const REFUSAL_CODES: readonly unknown[] = [4, 5]
const isRefusal = (error: Error): boolean => 'code' in error && REFUSAL_CODES.includes(error.code)

/**
 * The kiosk's MQTT session. It reconnects with increasing, randomised delays. It queues nothing: a message that cannot be
 * sent now is sent again by its owner.
 */
export function connectToBroker(
  { url, lockerBankId, secret, status, log, maxRetryMs = MAX_RETRY_MS }: Options,
  handlers: Handlers,
) {
  const topic = (channel: Channel) => topicOf(lockerBankId, channel)
  let retryMs = MIN_RETRY_MS
  let retryTimer: NodeJS.Timeout | undefined
  let ended = false
  let lastProblem = ''

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
    retryMs = MIN_RETRY_MS
    lastProblem = ''
    try {
      await client.subscribeAsync(TO_KIOSK.map(topic), { qos: 1 })
      await publish('status', status('ONLINE'), true)
      log('connected to the server')
      handlers.connected()
    } catch {
      client.stream.destroy()
    }
  })
  client.on('error', (error) => {
    const problem = isRefusal(error) ? 'refused' : 'unreachable'
    if (problem === lastProblem) return
    lastProblem = problem
    log(problem === 'refused' ? REFUSED : `the server cannot be reached: ${error.message}`)
  })
  client.on('close', () => {
    clearTimeout(retryTimer)
    // Rejects the publishes in flight, so that the next session starts empty.
    client.end(true)
    if (ended) return
    retryTimer = setTimeout(() => client.reconnect(), retryMs * (0.5 + Math.random() / 2))
    retryMs = Math.min(retryMs * 2, maxRetryMs)
  })
  client.on('message', (name, payload) => {
    if (name === topic('commands')) dispatch(Command, payload, handlers.command)
    else if (name === topic('config')) dispatch(Config, payload, handlers.config)
    else if (name === topic('acks')) dispatch(Ack, payload, handlers.acked)
  })

  function dispatch<S extends z.ZodType>(schema: S, payload: Buffer, handle: (message: z.output<S>) => void) {
    // A retained message is deleted by publishing an empty one.
    if (payload.length === 0) return
    try {
      handle(schema.parse(JSON.parse(payload.toString())))
    } catch (error) {
      log(`invalid message from the server: ${(error as Error).message}`)
    }
  }

  async function publish(channel: Channel, message: object, retain = false): Promise<void> {
    if (!client.connected) throw new Error('not connected')
    await client.publishAsync(topic(channel), JSON.stringify(message), { qos: 1, retain })
  }

  async function disconnect(): Promise<boolean> {
    return (
      (await succeedsWithin(DISCONNECT_STEP_MS, publish('status', status('OFFLINE'), true))) &&
      (await succeedsWithin(DISCONNECT_STEP_MS, client.endAsync()))
    )
  }

  return {
    isConnected: () => client.connected,
    /** Publishes a heartbeat. */
    beat: () => publish('status', status('ONLINE'), true),
    reply: (reply: Reply) => publish('replies', reply),
    events: (batch: EventBatch) => publish('events', batch),
    /** Publishes OFFLINE and disconnects. Breaks the connection if the server does not acknowledge that in time. */
    end: async () => {
      ended = true
      clearTimeout(retryTimer)
      const wasConnected = client.connected
      if (await disconnect()) return
      if (wasConnected) log('the server did not acknowledge the disconnect')
      client.stream.destroy()
    },
  }
}
