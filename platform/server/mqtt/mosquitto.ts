import { createHmac, randomUUID } from 'node:crypto'
import { connect as connectTcp } from 'node:net'
import { pipeline } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { z } from 'zod'
import { type Broker, type BrokerOptions, type Credentials, connectTo } from './broker.ts'
import { type ControlAnswer, type ControlCommand, dynamicSecurity } from './dynamic-security.ts'
import { acceptMqttWebSockets } from './websocket.ts'

type Options = BrokerOptions & {
  /** mqtt:// or mqtts:// with the name and password of an administrator of the dynamic-security plugin. */
  readonly url: string
}
/** What deletes and creates may answer when another node was faster, or when there is nothing to delete. */
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

/** An external Mosquitto whose clients and roles are made at run time, differences only. Throws when it cannot be reached. */
export async function openMosquitto({ url, root, log }: Options): Promise<Broker> {
  const roleOf = (name: string) => `${root}-${name}`
  const client = connectTo(url, { clientId: `${root}-control-${randomUUID()}` })
  const control = dynamicSecurity(client)

  async function run(commands: readonly ControlCommand[]): Promise<ControlAnswer[]> {
    const answers = await control(commands)
    const wrong = answers.find((answer) => answer.error && !HARMLESS.test(answer.error))
    if (wrong) throw new Error(`Mosquitto refuses ${wrong.command}: ${wrong.error}`)
    return answers
  }

  const creating = ({ name, password, version, clientId, acls }: Entry): ControlCommand[] => [
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
  const deleting = (name: string): ControlCommand[] => [
    { command: 'deleteClient', username: name },
    { command: 'deleteRole', rolename: roleOf(name) },
  ]

  /** Our clients, with the version of the password that each was made with. */
  async function existing(): Promise<Map<string, string | undefined>> {
    const [answer] = await run([{ command: 'listClients', verbose: true, count: -1, offset: 0 }])
    const { clients } = ListedClients.parse(answer!.data)
    const ours = clients.filter(({ username, roles }) => roles?.some(({ rolename }) => rolename === roleOf(username)))
    return new Map(ours.map(({ username, textname }) => [username, textname]))
  }

  /** Makes what is missing or has another version, and deletes what is not wanted; whoever stays is not disturbed. */
  async function bring(before: Map<string, string | undefined>, entries: readonly Entry[], unwanted: readonly string[]) {
    const changed = entries.filter(({ name, version }) => before.get(name) !== version)
    const gone = [...unwanted, ...changed.map(({ name }) => name).filter((name) => before.has(name))]
    if (gone.length + changed.length === 0) return
    await run([...gone.flatMap(deleting), ...changed.flatMap(creating)])
    log.info({ removed: gone.length, added: changed.length }, 'Mosquitto knows whom to let in')
  }

  const server = servingEntry(url, root)
  try {
    await bring(await existing(), [server], [])
  } catch (error) {
    client.end(true)
    throw error
  }

  // A Mosquitto that lost its state lost our own login too; the kiosks' come back with it, by `reconcile`.
  client.on('connect', async () => {
    await existing()
      .then((before) => bring(before, [server], []))
      .catch((error) => log.error({ err: error }, 'Mosquitto could not be told who serves'))
  })

  return {
    connect: () =>
      connectTo(withoutLogin(url), {
        clientId: `${root}-server-${randomUUID()}`,
        username: server.name,
        password: server.password,
      }),
    grant: async (credentials) => {
      await run([...deleting(credentials.name), ...creating(entryOf(credentials))])
    },
    revoke: async (name) => {
      await run(deleting(name))
    },
    reconcile: async (everyone) => {
      const before = await existing()
      const wanted = [server, ...(await everyone()).map(entryOf)]
      const names = new Set(wanted.map(({ name }) => name))
      await bring(
        before,
        wanted,
        [...before.keys()].filter((name) => !names.has(name)),
      )
    },
    attach: (server) =>
      acceptMqttWebSockets(server, (stream) => {
        pipeline(stream, open(url), stream, () => {})
      }),
    close: async () => {
      await client.endAsync(true)
    },
  }
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
 * The login that every node's own connections use: the administrator's rights do not reach our topics, and changing them
 * would end its connections. Its password follows from the administrator's, so that the nodes agree without talking.
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

/** A plain connection to the broker, for a kiosk that came by WebSocket: it speaks MQTT through us. */
function open(address: string) {
  const { protocol, hostname, port } = new URL(address)
  const secure = protocol === 'mqtts:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const to = { host, port: Number(port) || (secure ? 8883 : 1883) }
  const socket = secure ? connectTls({ ...to, servername: host }) : connectTcp(to)
  return socket.setNoDelay(true)
}
