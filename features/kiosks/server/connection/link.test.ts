import { once } from 'node:events'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import type { TestServer } from '#apps/server/testing/server.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { startEmbeddedBroker } from '#platform/server/mqtt/embedded.ts'
import { withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { wholeOrganisation } from '#platform/server/postgres/db.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { type Command, type Config, type ConfigContent, ROOT } from '../../protocol.ts'
import { DEFAULT_THEME } from '../../theme.ts'
import type { KioskLink } from '../api.ts'
import { mqttKiosk } from '../testing/mqtt-kiosk.ts'
import { eachOnWiredBank, refusal, type WiredBank } from '../testing/wired-bank.ts'
import { sweepSilentBanks } from './presence.ts'

let server: TestServer
let bank: WiredBank
eachOnWiredBank((started, wired) => {
  server = started
  bank = wired
})

test('a bank is ONLINE from its first heartbeat, and OFFLINE when the connection breaks', async () => {
  expect(await bank.isOnline()).toBe(false)
  await bank.kiosk.beat({ AppVersion: '7.8.9', HeartbeatSeconds: 12 })
  await eventually(bank.isOnline).toBe(true)
  expect(await bank.bankRow()).toMatchObject({ app_version: '7.8.9', heartbeat_seconds: 12 })
  bank.kiosk.client.stream.destroy()
  await eventually(bank.isOnline).toBe(false)
})

test('a bank whose heartbeats stop is OFFLINE after three of them, without a last will', async () => {
  await bank.kiosk.beat({ HeartbeatSeconds: 10 })
  await eventually(bank.isOnline).toBe(true)
  const beaten = Date.parse((await bank.bankRow()).last_heart_beat!)
  const live: unknown[] = []
  const sweep = (ms: number) =>
    sweepSilentBanks({ database: server.database, live: { changed: (change) => live.push(change) } }, new Date(beaten + ms))
  await sweep(29_999)
  expect(await bank.isOnline()).toBe(true)
  await sweep(30_000)
  expect(await bank.isOnline()).toBe(false)
  expect(live).toEqual([expect.objectContaining({ topic: 'status', lockerBankId: bank.organisation.first.ids.lockerBank })])
})

test('a node that starts ignores a retained ONLINE', async () => {
  await bank.online()
  await bank.asTenant((db) => db.updateTable('locker_banks').set({ is_online: false }).execute())
  const node = await bank.anotherNode()
  await node.stop()
  expect(await bank.isOnline()).toBe(false)
})

test('two nodes apply each event once, and a command gets its reply on the node that sent it', async () => {
  const node = await bank.anotherNode()
  onTestFinished(() => node.stop())
  await bank.online()
  const times = new Map<string, number>()
  for (const link of [server.kioskLink, node])
    link.onEvent('door-closed', async (_db, { Id }) => void times.set(Id, (times.get(Id) ?? 0) + 1))
  const events = Array.from({ length: 20 }, () => bank.closed())
  await bank.kiosk.sendEvents(events)
  await eventually(() => bank.kiosk.acked().length).toBe(40)
  expect([...times.values()]).toEqual(events.map(() => 1))

  bank.kiosk.onCommand(({ Id }) => void bank.kiosk.reply({ CommandId: Id, State: 'opened' }))
  await bank.send(bank.opening())
})

test('a stop acknowledges the messages that wait, and logs no failure', async () => {
  await bank.online()
  const logged: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(line) })
  const node = await bank.anotherNode(server.broker, log)
  const events = Array.from({ length: 5 }, () => bank.closed())
  const stopped = await withConnection(server.store.ownerUrl, async (client) => {
    await client.query('begin; lock table kiosk_events in exclusive mode')
    for (const one of events) await bank.kiosk.sendEvents([one])
    const waiting = async () =>
      (await client.query("select from pg_locks where not granted and relation = 'kiosk_events'::regclass")).rowCount
    await eventually(waiting).toBe(2)
    const stopping = node.stop()
    await client.query('commit')
    return { stopping }
  })
  await stopped.stopping
  // Five of the other node, and of this one those that had arrived.
  await eventually(() => bank.kiosk.acked().length).toBeGreaterThan(5)
  expect(logged).toEqual([])
})

test('a deauthorisation does not wait for the events in work, and the bank is OFFLINE at once and after them', async () => {
  await bank.online()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  server.kioskLink.onEvent('door-closed', () => held)
  // Behind the held event is a heartbeat, which would show the bank ONLINE again.
  await bank.kiosk.sendEvents([bank.closed()])
  await bank.kiosk.beat()
  await server.kioskLink.revoke(bank.organisation.first.ids.lockerBank)
  expect((await bank.bankRow()).is_online).toBe(false)
  release()
  await eventually(async () => (await bank.asTenant((db) => db.selectFrom('kiosk_events').select('id').execute())).length).toBe(1)
  await eventually(async () => (await bank.bankRow()).is_online).toBe(false)
})

test('a broker that is away delays neither a command nor the shutdown', async () => {
  await bank.online()
  const authenticate = async () => null
  const log = pino({ level: 'silent' })
  const broker = await startEmbeddedBroker({ root: ROOT, log, host: '127.0.0.1', port: 0, authenticate })
  const node = await bank.anotherNode(broker)
  await broker.close()
  expect(await refusal(bank.send(bank.opening(), { timeout: 300 }, '*', node))).toBe('503 MsgNothingSent')
  await node.stop()
})

test('a command is refused while the broker is away, and does not reach the kiosk when it is back', async () => {
  await bank.online()
  const connection = server.broker.connect()
  const node = await bank.anotherNode({ ...server.broker, connect: () => connection })
  onTestFinished(() => node.stop())
  // It comes back when the test says so.
  connection.options.reconnectPeriod = 600_000
  connection.stream.destroy()
  await once(connection as never, 'close')
  expect(await refusal(bank.send(bank.opening(), {}, '*', node))).toBe('503 MsgNothingSent')
  // It does not count as an opening.
  expect(await bank.asTenant((db) => db.selectFrom('openings').select('id').execute())).toEqual([])
  // With what it has queued.
  connection.reconnect({ incomingStore: connection.incomingStore, outgoingStore: connection.outgoingStore })
  await once(connection as never, 'connect')
  bank.kiosk.onCommand(({ Id }) => void bank.kiosk.reply({ CommandId: Id, State: 'opened' }))
  const { CommandId } = await bank.send(bank.opening(), {}, '*', node)
  expect(bank.kiosk.received<Command>('commands').map(({ Id }) => Id)).toEqual([CommandId])
})

const contentWith = (Settings: ConfigContent['Settings']): ConfigContent => ({
  LockerBank: { Id: bank.organisation.first.ids.lockerBank, Name: 'B', Code: 'B', PropertyName: 'P', TimeZone: 'Europe/London' },
  Layout: [],
  Settings,
  Theme: DEFAULT_THEME,
})
/** Publishes like an operation: in a transaction, with the `afterCommit` callbacks after it. */
async function publishConfig(link: Pick<KioskLink, 'publishConfig'>, content: ConfigContent) {
  const after: (() => unknown)[] = []
  const config = await bank.asTenant((db) => {
    const tenant = wholeOrganisation(bank.organisation.organisationId)
    const afterCommit = (work: () => unknown) => after.push(work)
    const context = { db, tenant, now: new Date(), audit: async () => {}, auditEach: async () => {}, afterCommit }
    return link.publishConfig(context as never, bank.organisation.first.ids.lockerBank, content)
  })
  for (const work of after) await work()
  return config
}
const kioskThatComesBack = async () => {
  const back = await mqttKiosk(server, bank.organisation.first.ids.lockerBank, bank.organisation.first.credentials.client_secret!)
  onTestFinished(() => void back.client.end(true))
  return back
}

test('publishing increments the version and reaches the kiosk, at once or when it reconnects', async () => {
  const content = contentWith({ HeartbeatSeconds: '20' })
  expect((await publishConfig(server.kioskLink, content)).Version).toBe(1)
  await eventually(() => bank.kiosk.received<Config>('config').map((one) => one.Version)).toEqual([1])
  await bank.kiosk.client.endAsync()
  expect(await publishConfig(server.kioskLink, content)).toMatchObject({ ...content, Version: 2 })
  const back = await kioskThatComesBack()
  await eventually(() => back.received<Config>('config')).toEqual([expect.objectContaining({ ...content, Version: 2 })])
})

test('the broker retains the newer of two configurations published at once, even when the older arrives later', async () => {
  const onItsWay = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  const slow = await bank.anotherNode({
    ...server.broker,
    connect: () => {
      const client = server.broker.connect()
      const publish = client.publishAsync.bind(client)
      const late = async (...message: Parameters<typeof publish>) => {
        onItsWay.resolve()
        await letGo.promise
        return publish(...message)
      }
      return Object.assign(client, { publishAsync: late })
    },
  })
  onTestFinished(() => slow.stop())
  const content = contentWith({ HeartbeatSeconds: '20' })
  const older = publishConfig(slow, contentWith({ HeartbeatSeconds: '10' }))
  await onItsWay.promise
  expect((await publishConfig(server.kioskLink, content)).Version).toBe(2)
  letGo.resolve()
  expect((await older).Version).toBe(1)
  const back = await kioskThatComesBack()
  await eventually(() => back.received<Config>('config')).toEqual([expect.objectContaining({ ...content, Version: 2 })])
})

test('deleting the authorisation disconnects the kiosk, shows the bank OFFLINE and refuses new connections', async () => {
  await bank.online()
  const token = await tokenOf(server, 'superadmin', bank.organisation.systemName)
  const closed = once(bank.kiosk.client as never, 'close')
  const reply = await server.ask(lockerBanks.deauthorise, {
    params: { lockerBankId: bank.organisation.first.ids.lockerBank },
    token,
  })
  expect(reply.status).toBe(200)
  await closed
  await eventually(bank.isOnline).toBe(false)
  await expect(
    mqttKiosk(server, bank.organisation.first.ids.lockerBank, bank.organisation.first.credentials.client_secret!),
  ).rejects.toThrow('username')
})
