import { setTimeout as sleep } from 'node:timers/promises'
import type { MqttClient } from 'mqtt'
import pino from 'pino'
import { newId } from '#platform/ids.ts'
import type { Credentials } from '../broker.ts'
import { startEmbeddedBroker } from '../embedded.ts'

export const log = pino({ level: 'silent' })

export const root = 'brokertest'

/** Clients that the embedded broker authenticates; Mosquitto receives them by `grant`. */
export const known = new Map<string, Credentials>()

export const embedded = async (work: () => Promise<unknown> = () => sleep(20)) => {
  const authenticate = async (name: string, password: string) => {
    await work()
    const credentials = known.get(name)
    return credentials?.password === password ? credentials : null
  }
  const broker = await startEmbeddedBroker({ root, log, host: '127.0.0.1', port: 0, authenticate })
  return { broker, url: `mqtt://127.0.0.1:${broker.port}` }
}

export const credentials = (name = newId()): Credentials => ({
  name,
  password: `secret of ${name}`,
  version: newId(),
  publish: [`${root}/${name}/status`, `${root}/${name}/events`],
  subscribe: [`${root}/${name}/config`, `${root}/${name}/commands`],
})

/** The client's event; `once` of node:events would reject on an error event. */
export const nextEvent = (client: MqttClient, event: 'connect' | 'close') =>
  new Promise<string>((resolve) => client.once(event, () => resolve(event)))

export const isAccepted = async (client: MqttClient) =>
  (await Promise.race([nextEvent(client, 'connect'), nextEvent(client, 'close')])) === 'connect'
