import type { Server } from 'node:http'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { succeedsWithin } from '#platform/concurrency.ts'
import type { Log } from '../config/log.ts'

/** Somebody who may connect, under one name that is client id and user name at once, and touch these topics only. */
export type Access = {
  readonly name: string
  /** Topics in full, without wildcards. */
  readonly publish: readonly string[]
  readonly subscribe: readonly string[]
}
/** `version` tells one password of the same name from another without showing it. */
export type Credentials = Access & { readonly password: string; readonly version: string }

/** The kiosks' broker: in this process, or a Mosquitto that `MQTT_URL` names. */
export type Broker = {
  /** The server's own connection, for every topic below `root`. The caller ends it. */
  connect(): MqttClient
  /** Lets somebody in. */
  grant(credentials: Credentials): Promise<void>
  /** Lets them in no more and ends their live connection within 5 s. Revoking nobody is no error. */
  revoke(name: string): Promise<void>
  /** Makes the broker let in exactly those that `everyone` tells, which is asked after the broker was looked at. */
  reconcile(everyone: () => Promise<readonly Credentials[]>): Promise<void>
  /** Answers MQTT over WebSocket under `/mqtt` of this HTTP server, until the function given back is called. */
  attach(server: Server): () => void
  close(): Promise<void>
}

export type BrokerOptions = {
  /** First word of every topic of ours. */
  readonly root: string
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
}

/** Largest message, in bytes: a configuration of the largest bank takes a tenth of it. */
export const MAX_MESSAGE = 512 * 1024
const RECONNECT_MS = 1_000
/** Longest that a broker may take for what is on its way to it when we leave, in ms. */
const LEAVE_MS = 2_000

/**
 * A connection of the server: MQTT 3.1.1, a clean session, subscriptions made again after each reconnect. Without noDelay
 * a round trip of QoS 1 takes 88 ms instead of half a one.
 */
export function connectTo(url: string, options: IClientOptions): MqttClient {
  const client = mqtt.connect(url, {
    protocolVersion: 4,
    clean: true,
    keepalive: 15,
    reconnectPeriod: RECONNECT_MS,
    // A broker that lost its state refuses us until it was told again.
    reconnectOnConnackError: true,
    ...options,
  })
  client.on('connect', () => (client.stream as { setNoDelay?(on: boolean): void }).setNoDelay?.(true))
  // A connection that cannot be made is tried again; what waits for it says so in its own time.
  client.on('error', () => {})
  return client
}

/**
 * Ends a connection: politely, so that the broker still takes what is on its way and tells nobody that we broke off. One
 * that is away or has fallen silent is left after 2 s.
 */
export async function disconnect(client: MqttClient): Promise<void> {
  if (!client.connected) await client.endAsync(true)
  else if (!(await succeedsWithin(LEAVE_MS, client.endAsync()))) client.stream.destroy()
}
