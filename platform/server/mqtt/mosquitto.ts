import { createHmac, randomUUID } from 'node:crypto'
import { connect as connectTcp, type Socket } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { z } from 'zod'
import { networkOf } from '../http/network.ts'
import { type Broker, type BrokerOptions, type Credentials, connectTo } from './broker.ts'
import { type ControlCommand, type ControlResponse, dynamicSecurity } from './dynamic-security.ts'
import { createLoginThrottle } from './login-throttle.ts'
import { acceptMqttWebSockets } from './websocket.ts'

type Options = BrokerOptions & {
  /** mqtt:// or mqtts:// with the name and password of an administrator of the dynamic-security plugin. */
  readonly url: string
}
/** Time until a connection must have authenticated, in ms. */
const CONNECT_TIMEOUT = 10_000
/** Errors of create and delete when another node was faster or there is nothing to delete. */
const HARMLESS = /already exists|not found|already in role/i
const ListedClients = z.object({
  clients: z.array(
    z.object({
      username: z.string(),
      textname: z.string().optional(),
      roles: z.array(z.object({ rolename: z.string() })).optional(),
    }),
  ),
})

/** An external Mosquitto. Creates and deletes only clients and roles that differ. Throws if it cannot be reached. */
export async function openMosquitto({ url, root, log }: Options): Promise<Broker> {
  const roleOf = (name: string) => `${root}-${name}`
  const throttle = createLoginThrottle()
  const client = connectTo(url, { clientId: `${root}-control-${randomUUID()}` })
  const control = dynamicSecurity(client)

  async function run(commands: readonly ControlCommand[]): Promise<ControlResponse[]> {
    const responses = await control(commands)
    const failed = responses.find(({ error }) => error && !HARMLESS.test(error))
    if (failed) throw new Error(`Mosquitto refused ${failed.command}: ${failed.error}`)
    return responses
  }

  const createCommands = ({ name, password, version, clientId, acls }: Entry): ControlCommand[] => [
    { command: 'createRole', rolename: roleOf(name), acls },
    {
      command: 'createClient',
      username: name,
      ...(clientId && { clientid: clientId }),
      password,
      textname: version,
      roles: [{ rolename: roleOf(name) }],
    },
  ]
  const deleteCommands = (name: string): ControlCommand[] => [
    { command: 'deleteClient', username: name },
    { command: 'deleteRole', rolename: roleOf(name) },
  ]

  /** The clients of this program with the versions of their passwords. */
  async function existing(): Promise<Map<string, string | undefined>> {
    const [response] = await run([{ command: 'listClients', verbose: true, count: -1, offset: 0 }])
    const { clients } = ListedClients.parse(response!.data)
    const own = clients.filter(({ username, roles }) => roles?.some(({ rolename }) => rolename === roleOf(username)))
    return new Map(own.map(({ username, textname }) => [username, textname]))
  }

  /** Creates missing entries, replaces those with another version and deletes `unwanted`; others keep their connections. */
  async function update(before: Map<string, string | undefined>, entries: readonly Entry[], unwanted: readonly string[]) {
    const changed = entries.filter(({ name, version }) => before.get(name) !== version)
    const obsolete = [...unwanted, ...changed.map(({ name }) => name).filter((name) => before.has(name))]
    if (obsolete.length + changed.length === 0) return
    await run([...obsolete.flatMap(deleteCommands), ...changed.flatMap(createCommands)])
    log.info({ removed: obsolete.length, added: changed.length }, 'Mosquitto clients updated')
  }

  const server = servingEntry(url, root)
  try {
    await update(await existing(), [server], [])
  } catch (error) {
    client.end(true)
    throw error
  }

  // A Mosquitto that lost its state has lost the server's login too; `reconcile` restores those of the kiosks.
  client.on('connect', async () => {
    await existing()
      .then((before) => update(before, [server], []))
      .catch((error) => log.error({ err: error }, 'restoring the server login in Mosquitto failed'))
  })

  return {
    connect: () =>
      connectTo(withoutLogin(url), {
        clientId: `${root}-server-${randomUUID()}`,
        username: server.name,
        password: server.password,
      }),
    grant: async (credentials) => {
      await run([...deleteCommands(credentials.name), ...createCommands(entryOf(credentials))])
    },
    revoke: async (name) => {
      await run(deleteCommands(name))
    },
    reconcile: async (everyone) => {
      const before = await existing()
      const entries = [server, ...(await everyone()).map(entryOf)]
      const names = new Set(entries.map(({ name }) => name))
      await update(
        before,
        entries,
        [...before.keys()].filter((name) => !names.has(name)),
      )
    },
    attach: (server, addressOf) =>
      acceptMqttWebSockets(server, (stream, request) => {
        const late = setTimeout(() => stream.destroy(), CONNECT_TIMEOUT)
        stream.once('close', () => clearTimeout(late))
        // A connection that sends nothing checks no password, and must not delay those that do.
        stream.once('readable', () => {
          if (stream.readableLength === 0) return void stream.destroy()
          const login = throttle.check(networkOf(addressOf(request)), undefined, () => logIn(stream, openTcp(url)))
          login.catch(() => stream.destroy()).finally(() => clearTimeout(late))
        })
      }),
    close: async () => {
      await client.endAsync(true)
    },
  }
}

/**
 * Connects a client to the broker. True when the broker accepts the login; null when it refuses it, or when the client leaves or
 * takes too long before, as if to try without being counted. Throws when the broker is away.
 */
function logIn(stream: Duplex, broker: Socket): Promise<true | null> {
  return new Promise((resolve, reject) => {
    broker.once('data', (first: Buffer) => resolve(isAccepted(first) || null))
    broker.once('error', (error) => (stream.destroyed ? resolve(null) : reject(error)))
    pipeline(stream, broker, stream, () => resolve(null))
  })
}

type Acl = { readonly acltype: string; readonly topic: string; readonly allow: true }
type Entry = Pick<Credentials, 'name' | 'password' | 'version'> & { readonly clientId?: string; readonly acls: readonly Acl[] }

const entryOf = ({ name, password, version, publish, subscribe }: Credentials): Entry => ({
  name,
  password,
  version,
  clientId: name,
  acls: [
    ...publish.map((topic): Acl => ({ acltype: 'publishClientSend', topic, allow: true })),
    ...subscribe.map((topic): Acl => ({ acltype: 'subscribeLiteral', topic, allow: true })),
  ],
})

/**
 * The login of the nodes' own connections: the administrator has no access to the topics, and a change of its role would end its
 * connections. The password is derived from the administrator's, so that all nodes have the same.
 */
function servingEntry(url: string, root: string): Entry {
  const derived = (purpose: string) => createHmac('sha256', new URL(url).password).update(purpose).digest('base64url')
  const acltypes = ['publishClientSend', 'publishClientReceive', 'subscribePattern', 'unsubscribePattern']
  return {
    name: `${root}-server`,
    password: derived('password'),
    version: derived('version'),
    acls: acltypes.map((acltype) => ({ acltype, topic: `${root}/#`, allow: true })),
  }
}

function withoutLogin(url: string): string {
  const address = new URL(url)
  address.username = ''
  address.password = ''
  return address.href
}

/** Whether the broker's first packet is a CONNACK with return code 0 (MQTT 3.1.1 §3.2). */
const isAccepted = (packet: Buffer) => packet[0] === 0x20 && packet[3] === 0

/** A plain connection to the broker, to proxy a kiosk's WebSocket. */
function openTcp(address: string) {
  const { protocol, hostname, port } = new URL(address)
  const secure = protocol === 'mqtts:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const to = { host, port: Number(port) || (secure ? 8883 : 1883) }
  const socket = secure ? connectTls({ ...to, servername: host }) : connectTcp(to)
  return socket.setNoDelay(true)
}
