import { randomUUID, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Aedes, type AuthenticateError, type Client } from 'aedes'
import { rethrowListenError } from '../config/ports.ts'
import { networkOf } from '../http/network.ts'
import { newSecret } from '../security/keys.ts'
import { type Access, type Broker, type BrokerOptions, connectTo, MAX_MESSAGE } from './broker.ts'
import { createLoginThrottle, NotItsTurn } from './login-throttle.ts'
import { acceptMqttWebSockets } from './websocket.ts'

/** The client with this name and password, or null. Called at each connection, so `grant` has nothing to do. */
export type Authenticate = (name: string, password: string) => Promise<Access | null>

type Options = BrokerOptions & {
  readonly host: string
  /** TCP port; 0 chooses a free one. */
  readonly port: number
  readonly authenticate: Authenticate
}
/** Time until a connection must have authenticated, in ms. */
const CONNECT_TIMEOUT = 10_000
const SERVER = 'server'
/** Bytes of a packet in addition to its message, mostly the topic. */
const MAX_HEADER = 1024
const UNAVAILABLE = 3
const BAD_LOGIN = 4

/** The broker in this process: TCP, and WebSocket once attached. The error for a port in use names the setting. */
export async function startEmbeddedBroker({ root, log, host, port, authenticate }: Options): Promise<Broker & { port: number }> {
  const password = newSecret()
  const isOwn = (topic: string) => topic.startsWith(`${root}/`)
  const access = new WeakMap<Client, { identity: Access | 'server'; since: number }>()
  /** The time when a name was revoked, to end connections that were being authenticated at that moment. */
  const revoked = new Map<string, number>()

  const mayUse = (client: Client | null, direction: 'publish' | 'subscribe', topic: string) => {
    const identity = client && access.get(client)?.identity
    if (!identity) return false
    return identity === 'server' ? isOwn(topic) : identity[direction].includes(topic)
  }

  const throttle = createLoginThrottle()
  const networks = new WeakMap<Client, string>()

  async function identify(client: Client, name: string | undefined, secret: string): Promise<Access | 'server' | null> {
    if (name === SERVER && equals(secret, password)) return 'server'
    return throttle.check(networks.get(client) ?? '', name, async () =>
      name && name === client.id ? authenticate(name, secret) : null,
    )
  }

  const aedes = await Aedes.createBroker({
    connectTimeout: CONNECT_TIMEOUT,
    preConnect: (_client, packet, done) => {
      // A persistent session would collect messages without limit; kiosk and server store their own.
      if (packet.clean) done(null, true)
      else done(new Error('only clean sessions'), false)
    },
    authenticate: (client, name, secret, done) => {
      const since = performance.now()
      identify(client, name, secret?.toString() ?? '').then(
        (identity) => {
          if (identity) access.set(client, { identity, since })
          if (identity) done(null, true)
          else done(refusal(BAD_LOGIN, 'bad user name or password'), false)
        },
        (error) => {
          if (error instanceof NotItsTurn)
            log.warn({ network: networks.get(client), reason: error.message }, 'kiosk login refused without a check')
          else log.warn({ err: error }, 'kiosk authentication failed')
          done(refusal(UNAVAILABLE, 'cannot be checked now'), false)
        },
      )
    },
    authorizePublish: (client, packet, done) => {
      if (packet.payload.length > MAX_MESSAGE) done(new Error('too long'))
      else done(mayUse(client, 'publish', packet.topic) ? null : new Error('not its topic'))
    },
    authorizeSubscribe: (client, subscription, done) =>
      done(null, mayUse(client, 'subscribe', subscription.topic) ? subscription : null),
  })
  aedes.on('error' as 'closed', ((error: unknown) => log.error({ err: error }, 'MQTT broker error')) as () => void)
  aedes.on('clientReady', (client) => {
    if ((revoked.get(client.id) ?? -1) >= (access.get(client)?.since ?? 0)) client.close()
  })

  function accept(stream: Duplex, address: string | undefined, request?: IncomingMessage) {
    const client = aedes.handle(stream, request)
    networks.set(client, networkOf(address))
    // The parser buffers a complete packet, also before authentication: an endless one must not fill the memory.
    stream.on('readable', () => {
      if (bufferedBytes(client) > MAX_MESSAGE + MAX_HEADER) stream.destroy()
    })
  }

  const sockets = new Set<Socket>()
  const tcp = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.setNoDelay(true)
    accept(socket, socket.remoteAddress)
  })
  tcp.listen(port, host)
  await once(tcp, 'listening').catch((error) => {
    aedes.close()
    rethrowListenError({ host, port, variable: 'MQTT_PORT' })(error)
  })
  const bound = (tcp.address() as AddressInfo).port

  return {
    port: bound,
    connect: () =>
      connectTo(`mqtt://${reachable(host)}:${bound}`, { clientId: `${SERVER}-${randomUUID()}`, username: SERVER, password }),
    grant: async () => {},
    reconcile: async () => {},
    revoke: async (name) => {
      revoked.set(name, performance.now())
      const { clients } = aedes as unknown as { clients: Record<string, Client | undefined> }
      clients[name]?.close()
    },
    attach: (server, addressOf) => acceptMqttWebSockets(server, (stream, request) => accept(stream, addressOf(request), request)),
    close: async () => {
      tcp.close()
      await new Promise<void>((resolve) => aedes.close(resolve))
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Received bytes of an incomplete packet, which aedes does not report through its API. */
const bufferedBytes = (client: Client): number =>
  (client as unknown as { _parser: { _list: { length: number } } })._parser._list.length

const refusal = (returnCode: number, text: string): AuthenticateError => Object.assign(new Error(text), { returnCode })

function equals(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The address of this machine for a listener on `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
