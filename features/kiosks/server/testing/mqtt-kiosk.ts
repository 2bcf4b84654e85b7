import { once } from 'node:events'
import type { MqttClient } from 'mqtt'
import type { TestServer } from '#apps/server/testing/server.ts'
import { newId } from '#platform/ids.ts'
import { connectTo } from '#platform/server/mqtt/broker.ts'
import type { Ack, Command, EventBatch, Reply, Status } from '../../protocol.ts'
import { topicOf } from '../../protocol.ts'

/** A kiosk as an MQTT client: connects as a locker bank, publishes what a test sends and stores what it receives. */
export async function mqttKiosk(server: TestServer, lockerBankId: string, secret: string) {
  const client: MqttClient = connectTo(`mqtt://127.0.0.1:${server.broker.port}`, {
    clientId: lockerBankId,
    username: lockerBankId,
    password: secret,
    reconnectPeriod: 0,
    will: {
      topic: topicOf(lockerBankId, 'status'),
      payload: Buffer.from(JSON.stringify(status('OFFLINE'))),
      qos: 1,
      retain: true,
    },
  })
  await once(client as never, 'connect')
  const received: { channel: string; body: never }[] = []
  let answer: ((command: Command) => Promise<void> | void) | undefined
  client.on('message', (topic, payload) => {
    const channel = topic.split('/')[2]!
    const body = JSON.parse(payload.toString())
    received.push({ channel, body: body as never })
    if (channel === 'commands') void answer?.(body)
  })
  await client.subscribeAsync(
    ['config', 'commands', 'acks'].map((channel) => topicOf(lockerBankId, channel as 'acks')),
    { qos: 1 },
  )

  const publish = (channel: 'status' | 'replies' | 'events', body: object, retain = false) =>
    client.publishAsync(topicOf(lockerBankId, channel), JSON.stringify(body), { qos: 1, retain })
  return {
    client,
    received: <T>(channel: string) => received.filter((one) => one.channel === channel).map((one) => one.body as T),
    beat: (change: Partial<Status> = {}) => publish('status', status('ONLINE', change), true),
    reply: (reply: Reply) => publish('replies', reply),
    sendEvents: (events: object[], Attempt = 1) => publish('events', { Attempt, Events: events } as EventBatch),
    onCommand: (work: (command: Command) => Promise<void> | void) => {
      answer = work
    },
    acked: () => received.filter((one) => one.channel === 'acks').flatMap((one) => (one.body as Ack).EventIds),
  }
}

export const status = (Status: 'ONLINE' | 'OFFLINE', change: Partial<Status> = {}): Status => ({
  Status,
  AppVersion: '1.0.0',
  HeartbeatSeconds: 30,
  Sequence: 0,
  ConfigVersion: 0,
  ...change,
})
/** An event with its id and the present time. */
export const event = <const E extends object>(fields: E) => ({ Id: newId(), At: new Date().toISOString(), ...fields })
