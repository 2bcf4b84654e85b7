import type { IncomingMessage, Server } from 'node:http'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { succeedsWithin } from '#platform/concurrency.ts'
import type { Log } from '../config/log.ts'

/** A client that may connect, with `name` as client id and user name, and its topics. */
export type Access = {
  readonly name: string
  /** Complete topics without wildcards. */
  readonly publish: readonly string[]
  readonly subscribe: readonly string[]
}
/** `version` identifies a password of the client without revealing it. */
export type Credentials = Access & { readonly password: string; readonly version: string }

/** The client's address of an upgrade request; behind a trusted proxy the forwarded one. */
export type AddressOf = (request: IncomingMessage) => string | undefined

/** The kiosks' broker: embedded, or a Mosquitto at `MQTT_URL`. */
export type Broker = {
  /** A connection of the server for all topics below `root`. The caller closes it. */
  connect(): MqttClient
  /** Allows a client to connect. */
  grant(credentials: Credentials): Promise<void>
  /** Refuses a client from now on and ends its connection within 5 s. An unknown name is no error. */
  revoke(name: string): Promise<void>
  /** Makes the broker accept exactly the clients that `everyone` returns; it is called after the broker's state was read. */
  reconcile(everyone: () => Promise<readonly Credentials[]>): Promise<void>
  /** Serves MQTT over WebSocket at `/mqtt` of this HTTP server, to clients at `addressOf`. Returns a function that closes its connections. */
  attach(server: Server, addressOf: AddressOf): () => Promise<void>
  close(): Promise<void>
}

export type BrokerOptions = {
  /** First level of all topics. */
  readonly root: string
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
}

/** Largest message in bytes; the configuration of the largest kiosk takes a tenth of it. */
export const MAX_MESSAGE = 512 * 1024
const RECONNECT_MS = 1_000
/** Time for pending messages when a connection is closed, in ms. */
const DISCONNECT_MS = 2_000

/**
 * A connection of the server: MQTT 3.1.1, a clean session, subscriptions renewed after each reconnect. Without noDelay a QoS 1
 * round trip takes 88 ms instead of 0.5.
 */
export function connectTo(url: string, options: IClientOptions): MqttClient {
  const client = mqtt.connect(url, {
    protocolVersion: 4,
    clean: true,
    keepalive: 15,
    reconnectPeriod: RECONNECT_MS,
    // A broker that lost its state refuses the login until it is restored.
    reconnectOnConnackError: true,
    ...options,
  })
  client.on('connect', () => (client.stream as { setNoDelay?(on: boolean): void }).setNoDelay?.(true))
  // Failed connections are retried; callers that wait have timeouts of their own.
  client.on('error', () => {})
  return client
}

/**
 * Closes a connection gracefully: the broker still receives pending messages and publishes no last will. A broker that does not
 * respond is abandoned after 2 s.
 */
export async function disconnect(client: MqttClient): Promise<void> {
  if (!client.connected) await client.endAsync(true)
  else if (!(await succeedsWithin(DISCONNECT_MS, client.endAsync()))) client.stream.destroy()
}
