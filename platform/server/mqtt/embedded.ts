import { randomUUID, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Aedes, type AuthenticateError, type Client } from 'aedes'
import { rethrowListenError } from '../config/ports.ts'
import { newSecret } from '../security/keys.ts'
import { type Access, type Broker, type BrokerOptions, connectTo, MAX_MESSAGE } from './broker.ts'
import { acceptMqttWebSockets } from './websocket.ts'

/** Who this name and password are, or null. Asked at each connection, so nothing needs to be granted beforehand. */
export type Authenticate = (name: string, password: string) => Promise<Access | null>

type Options = BrokerOptions & {
  readonly host: string
  /** TCP port; 0 is any free one. */
  readonly port: number
  readonly authenticate: Authenticate
}
/** How long somebody may take to say who they are, in ms. */
const CONNECT_TIMEOUT = 10_000
const SERVER = 'server'
/** Bytes of a packet beside its message: the topic, mostly. */
const LARGEST_HEAD = 1024
const BAD_LOGIN = 4
const NOT_AUTHORISED = 5

/** The broker in this process: TCP, and WebSocket once attached. Throws one sentence when the port is taken. */
export async function startEmbeddedBroker({ root, log, host, port, authenticate }: Options): Promise<Broker & { port: number }> {
  const password = newSecret()
  const everything = (topic: string) => topic.startsWith(`${root}/`)
  const access = new WeakMap<Client, { who: Access | 'server'; since: number }>()
  /** When a name was revoked: a connection that was being let in at that moment is ended too. */
  const revoked = new Map<string, number>()

  const mayUse = (client: Client | null, direction: 'publish' | 'subscribe', topic: string) => {
    const who = client && access.get(client)?.who
    if (!who) return false
    return who === 'server' ? everything(topic) : who[direction].includes(topic)
  }

  async function identify(client: Client, name: string | undefined, secret: string): Promise<Access | 'server' | null> {
    if (name === SERVER) return same(secret, password) ? 'server' : null
    return name && name === client.id ? authenticate(name, secret) : null
  }

  const aedes = await Aedes.createBroker({
    connectTimeout: CONNECT_TIMEOUT,
    preConnect: (_client, packet, done) => {
      // A session that outlives its connection would gather messages without end; ours are kept at the two ends.
      if (packet.clean) done(null, true)
      else done(new Error('only clean sessions'), false)
    },
    authenticate: (client, name, secret, done) => {
      const since = performance.now()
      identify(client, name, secret?.toString() ?? '').then(
        (who) => {
          if (who) access.set(client, { who, since })
          if (who) done(null, true)
          else done(refusal(BAD_LOGIN, 'bad user name or password'), false)
        },
        (error) => {
          log.warn({ err: error }, 'a kiosk could not be identified')
          done(refusal(NOT_AUTHORISED, 'cannot be checked now'), false)
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
  aedes.on('error' as 'closed', ((error: unknown) => log.error({ err: error }, 'the broker stumbled')) as () => void)
  aedes.on('clientReady', (client) => {
    if ((revoked.get(client.id) ?? -1) >= (access.get(client)?.since ?? 0)) client.close()
  })

  function welcome(stream: Duplex, request?: IncomingMessage) {
    const client = aedes.handle(stream, request)
    // A packet is gathered whole before anybody is asked who sends it: one that says it is endless must not fill the memory.
    stream.on('readable', () => {
      if (gathered(client) > MAX_MESSAGE + LARGEST_HEAD) stream.destroy()
    })
  }

  const sockets = new Set<Socket>()
  const tcp = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.setNoDelay(true)
    welcome(socket)
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
    attach: (server) => acceptMqttWebSockets(server, welcome),
    close: async () => {
      tcp.close()
      await new Promise<void>((resolve) => aedes.close(resolve))
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Bytes of a packet that has not come in full; the parser does not tell them otherwise. */
const gathered = (client: Client): number =>
  (client as unknown as { _parser: { _list: { length: number } } })._parser._list.length

const refusal = (returnCode: number, text: string): AuthenticateError => Object.assign(new Error(text), { returnCode })

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The address at which this machine reaches what listens on `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
