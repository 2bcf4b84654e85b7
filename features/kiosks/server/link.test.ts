import { once } from 'node:events'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { emailOf, inOrganisation, PASSWORD } from '#apps/server/testing/fixtures.ts'
import { type Furnished, furnish } from '#apps/server/testing/furnished.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { session } from '#features/session/contract.ts'
import { newId } from '#platform/ids.ts'
import { NOBODY } from '#platform/server/caller.ts'
import type { Tenant } from '#platform/server/db.ts'
import { Refused } from '#platform/server/refusal.ts'
import type { Ack, Command, CommandDraft, Config, ConfigContent } from '../protocol.ts'
import type { SendOptions } from './api.ts'
import { createKioskLink } from './link.ts'
import { sweepSilentBanks } from './presence.ts'
import { event, eventually, mqttKiosk } from './testing/mqtt-kiosk.ts'

let server: TestServer
let world: Furnished
let kiosk: Awaited<ReturnType<typeof mqttKiosk>>
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())
let number = 0
beforeEach(async () => {
  number += 1
  world = await furnish(server, `world${number}`)
  kiosk = await mqttKiosk(server, world.first.ids.lockerBank, world.first.credentials.client_secret!)
  return () => kiosk.client.end(true)
})

const inWorld = <T>(work: Parameters<typeof inOrganisation<T>>[2]) => inOrganisation(server, world.organisationId, work)
const bankRow = () =>
  inWorld((db) =>
    db.selectFrom('locker_banks').selectAll().where('id', '=', world.first.ids.lockerBank).executeTakeFirstOrThrow(),
  )
const isOnline = async () => (await bankRow()).is_online
const online = async () => {
  await kiosk.beat()
  await eventually(isOnline).toBe(true)
}
const commandRow = (id: string) =>
  inWorld((db) => db.selectFrom('kiosk_commands').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const eventRows = () => inWorld((db) => db.selectFrom('kiosk_events').selectAll().orderBy('received_at').execute())
const condition = () =>
  inWorld((db) => db.selectFrom('lockers').select('condition').where('id', '=', world.first.ids.locker).executeTakeFirstOrThrow())

/** As a handler that `serve.apart` runs for a user of these properties. */
function send(command: CommandDraft, options: SendOptions = {}, propertyIds: Tenant['propertyIds'] = '*') {
  const tenant: Tenant = { organisationId: world.organisationId, propertyIds }
  const caller = { ...NOBODY, kind: 'user' as const, id: world.first.userId, name: 'Somebody' }
  const inTenant = <T>(work: (t: never) => Promise<T>) =>
    server.database.inTenant(tenant, (db) => work({ db, tenant, audit: async () => {} } as never))
  return server.kioskLink.sendCommand({ caller, inTenant: inTenant as never }, world.first.ids.lockerBank, command, options)
}
const opening = (): CommandDraft => ({ Kind: 'open', LockerId: world.first.ids.locker, SerialNumber: 'SN1' })
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'went through',
    (error) => (error instanceof Refused ? `${error.status} ${error.said.code}` : error),
  )
const doorEvent = (Kind: 'door-opened' | 'not-detected', CommandId: string | null = null) =>
  event({ Kind, LockerId: world.first.ids.locker, SerialNumber: 'SN1', CommandId })

test('a bank is ONLINE from its first heartbeat, and OFFLINE when the connection breaks', async () => {
  expect(await isOnline()).toBe(false)
  await kiosk.beat({ AppVersion: '7.8.9', HeartbeatSeconds: 12 })
  await eventually(isOnline).toBe(true)
  expect(await bankRow()).toMatchObject({ app_version: '7.8.9', heartbeat_seconds: 12 })
  kiosk.client.stream.destroy()
  await eventually(isOnline).toBe(false)
})

test('a bank whose heartbeats stop is OFFLINE after three of them, without a last will', async () => {
  await kiosk.beat({ HeartbeatSeconds: 10 })
  await eventually(isOnline).toBe(true)
  const beaten = Date.parse((await bankRow()).last_heart_beat!)
  const live: unknown[] = []
  const sweep = (ms: number) =>
    sweepSilentBanks({ database: server.database, live: { changed: (change) => live.push(change) } }, new Date(beaten + ms))
  await sweep(29_999)
  expect(await isOnline()).toBe(true)
  await sweep(30_000)
  expect(await isOnline()).toBe(false)
  expect(live).toEqual([expect.objectContaining({ topic: 'status', lockerBankId: world.first.ids.lockerBank })])
})

test('an ONLINE that was kept by the broker says nothing to a node that starts', async () => {
  await online()
  await inWorld((db) => db.updateTable('locker_banks').set({ is_online: false }).execute())
  const node = await anotherNode()
  await node.stop()
  expect(await isOnline()).toBe(false)
})

test('a command is refused when the bank is OFFLINE, and unknown in another property', async () => {
  expect(await refusal(send(opening()))).toBe('422 MsgLockerBankOffline')
  await online()
  expect(await refusal(send(opening(), {}, [world.second.ids.property]))).toBe('404 MsgNotFound')
  expect(kiosk.heard('commands')).toEqual([])
})

test('a command is answered with what the kiosk says of the door', async () => {
  await online()
  for (const State of ['opened', 'not-detected'] as const) {
    let asked: Command | undefined
    kiosk.onCommand(async (command) => {
      asked = command
      await kiosk.reply({ CommandId: command.Id, State: 'acknowledged' })
      await kiosk.reply({ CommandId: command.Id, State })
    })
    expect(await send(opening())).toMatchObject({ State })
    expect(asked).toMatchObject({ Kind: 'open', LockerId: world.first.ids.locker, SerialNumber: 'SN1' })
    expect(Date.parse(asked!.ExpiresAt)).toBeGreaterThan(Date.now())
    expect(await commandRow(asked!.Id)).toMatchObject({ state: State, user_id: world.first.userId, user_name: 'Somebody' })
  }
})

test('a kiosk that says no is 422, one that found the command too late 504', async () => {
  await online()
  kiosk.onCommand(({ Id }) => void kiosk.reply({ CommandId: Id, State: 'refused', Reason: 'no such device' }))
  expect(await refusal(send(opening()))).toBe('422 MsgCommandRefused')
  kiosk.onCommand(({ Id }) => void kiosk.reply({ CommandId: Id, State: 'expired' }))
  expect(await refusal(send(opening()))).toBe('504 MsgCannotConnectToLockerBank')
})

test('a silent kiosk is 504; its later word still counts, and a second one changes nothing', async () => {
  await online()
  let id = ''
  kiosk.onCommand((command) => {
    id = command.Id
  })
  expect(await refusal(send(opening(), { timeout: 200 }))).toBe('504 MsgCannotConnectToLockerBank')
  expect((await commandRow(id)).state).toBe('expired')
  await kiosk.reply({ CommandId: id, State: 'opened' })
  await eventually(async () => (await commandRow(id)).state).toBe('opened')
  await kiosk.reply({ CommandId: id, State: 'not-detected' })
  await kiosk.reply({ CommandId: id, State: 'acknowledged' })
  await kiosk.beat({ AppVersion: 'after' })
  await eventually(async () => (await bankRow()).app_version).toBe('after')
  expect((await commandRow(id)).state).toBe('opened')
})

test('a kiosk cannot answer for another bank', async () => {
  const other = await mqttKiosk(server, world.second.ids.lockerBank, world.second.credentials.client_secret!)
  onTestFinished(() => void other.client.end(true))
  await online()
  let id = ''
  kiosk.onCommand(async (command) => {
    id = command.Id
    await other.reply({ CommandId: id, State: 'opened' })
  })
  expect(await refusal(send(opening(), { timeout: 300 }))).toBe('504 MsgCannotConnectToLockerBank')
  expect((await commandRow(id)).state).toBe('expired')
})

test('by the time a command is answered, what the door meant has been applied', async () => {
  await online()
  const applied: unknown[] = []
  server.kioskLink.onEvent('door-opened', async (_db, { LockerId }, { command }) => {
    if (command) applied.push([LockerId, command.intent, command.userName])
  })
  kiosk.onCommand(async ({ Id }) => {
    void kiosk.tell([doorEvent('door-opened', Id)])
    await kiosk.reply({ CommandId: Id, State: 'opened' })
  })
  await send(opening(), { intent: { Status: 8 } })
  expect(applied).toEqual([[world.first.ids.locker, { Status: 8 }, 'Somebody']])
})

test('a node hears the answer to a command that another sent, and each event is applied once by both', async () => {
  const node = await anotherNode()
  onTestFinished(() => node.stop())
  await online()
  const times = new Map<string, number>()
  for (const link of [server.kioskLink, node])
    link.onEvent('confirmed', async (_db, { Id }) => void times.set(Id, (times.get(Id) ?? 0) + 1))
  const told = Array.from({ length: 20 }, () => confirmed())
  await kiosk.tell(told)
  await eventually(() => kiosk.acked().length).toBe(40)
  expect([...times.values()]).toEqual(told.map(() => 1))

  kiosk.onCommand(({ Id }) => void kiosk.reply({ CommandId: Id, State: 'opened' }))
  await send(opening())
})

const confirmed = () =>
  event({ Kind: 'confirmed', PackageId: newId(), LockerId: world.first.ids.locker, By: { Kind: 'agent', Id: newId() } })

test('an event that is sent again is taken once and acknowledged each time', async () => {
  const told = [confirmed(), confirmed()]
  await kiosk.tell(told)
  await kiosk.tell(told.toReversed(), 2)
  await eventually(() => kiosk.acked().length).toBe(4)
  expect((await eventRows()).map(({ id, outcome }) => [id, outcome])).toEqual(told.map(({ Id }) => [Id, 'applied']))
})

test('an event that is turned down is kept with the reason and acknowledged, and nothing of it is applied', async () => {
  const LockerId = world.first.ids.locker
  server.kioskLink.onEvent('absent', async (db, _event, { lockerBankId }) => {
    await db.updateTable('locker_banks').set({ description: 'touched' }).where('id', '=', lockerBankId).execute()
    throw new Refused(422, { code: 'MsgNo', text: 'It cannot be.' })
  })
  const told = event({ Kind: 'absent', PackageId: newId(), LockerId, By: { Kind: 'resident', Id: newId() } })
  await kiosk.tell([told])
  await eventually(() => kiosk.acked()).toEqual([told.Id])
  expect(await eventRows()).toMatchObject([{ id: told.Id, outcome: 'refused', reason: 'It cannot be.', locker_id: LockerId }])
  expect((await bankRow()).description).toBe('')
})

test('after a fault of ours nothing is acknowledged from there on; the fifth time the event is set aside', async () => {
  const LockerId = world.first.ids.locker
  server.kioskLink.onEvent('not-mine', async () => {
    throw new Error('a fault')
  })
  const bad = event({ Kind: 'not-mine', PackageId: newId(), LockerId, By: { Kind: 'resident', Id: newId() } })
  const told = [confirmed(), bad, confirmed()]
  await kiosk.tell(told, 1)
  await eventually(() => kiosk.acked()).toEqual([told[0]!.Id])
  expect(kiosk.heard<Ack>('acks')).toEqual([{ EventIds: [told[0]!.Id], Failed: bad.Id }])
  await kiosk.tell(told.slice(1), 4)
  await kiosk.tell(told.slice(1), 5)
  await eventually(() => kiosk.acked()).toEqual(told.map(({ Id }) => Id))
  expect((await eventRows()).map(({ outcome }) => outcome)).toEqual(['applied', 'parked', 'applied'])
})

test('an event of a kind or form that is not known is kept and acknowledged', async () => {
  const told = [
    event({ Kind: 'danced', Partner: 'unknown' }),
    event({ Kind: 'confirmed', PackageId: 'no id' }),
    { ...confirmed(), At: 'yesterday' },
  ]
  await kiosk.tell(told)
  await eventually(() => kiosk.acked()).toEqual(told.map(({ Id }) => Id))
  expect((await eventRows()).map(({ outcome, body }) => [outcome, (body as { Kind: string }).Kind])).toEqual([
    ['unknown', 'danced'],
    ['unknown', 'confirmed'],
    ['unknown', 'confirmed'],
  ])
})

test('what cannot be read at all harms nothing', async () => {
  for (const channel of ['status', 'replies', 'events'])
    for (const payload of ['', '{', 'null', '[]', '{"Events":[]}', 'x'.repeat(100_000)])
      await kiosk.client.publishAsync(`lockerbanks/${world.first.ids.lockerBank}/${channel}`, payload, { qos: 1 })
  await online()
})

test('a door that was not detected twice in a row puts its locker out of service; one that opened in between does not', async () => {
  await kiosk.tell([doorEvent('not-detected'), doorEvent('door-opened'), doorEvent('not-detected')])
  await eventually(() => kiosk.acked().length).toBe(3)
  expect(await condition()).toEqual({ condition: 'good' })
  await kiosk.tell([doorEvent('not-detected')])
  await eventually(condition).toEqual({ condition: 'flagged' })
})

test('a locker that is reported dirty is set aside, but what staff said of it stays', async () => {
  const dirty = () => event({ Kind: 'locker-dirty', LockerId: world.first.ids.locker, By: { Kind: 'agent', Id: newId() } })
  await kiosk.tell([dirty()])
  await eventually(condition).toEqual({ condition: 'dirty' })
  await inWorld((db) => db.updateTable('lockers').set({ condition: 'disabled' }).execute())
  await kiosk.tell([dirty()])
  await eventually(() => kiosk.acked().length).toBe(2)
  expect(await condition()).toEqual({ condition: 'disabled' })
})

test('publishing counts the version up and reaches the kiosk, now or when it comes back', async () => {
  const content: ConfigContent = {
    LockerBank: { Id: world.first.ids.lockerBank, Name: 'B', Code: 'B', PropertyName: 'P', TimeZone: 'Europe/London' },
    Layout: [],
    Settings: { HeartbeatSeconds: '20' },
    Theme: 'none',
  }
  const publish = () =>
    inWorld(async (db) => {
      const after: (() => unknown)[] = []
      const tenant: Tenant = { organisationId: world.organisationId, propertyIds: '*' }
      const asked = { db, tenant, now: new Date(), audit: async () => {}, afterCommit: (work: () => unknown) => after.push(work) }
      const config = await server.kioskLink.publishConfig(asked as never, world.first.ids.lockerBank, content)
      return { config, after }
    }).then(async ({ config, after }) => {
      for (const work of after) await work()
      return config
    })
  expect((await publish()).Version).toBe(1)
  await eventually(() => kiosk.heard<Config>('config').map((one) => one.Version)).toEqual([1])
  await kiosk.client.endAsync()
  expect(await publish()).toMatchObject({ ...content, Version: 2 })
  const back = await mqttKiosk(server, world.first.ids.lockerBank, world.first.credentials.client_secret!)
  onTestFinished(() => void back.client.end(true))
  await eventually(() => back.heard<Config>('config')).toEqual([expect.objectContaining({ ...content, Version: 2 })])
})

test('deleting the authorisation cuts the kiosk off within 5 s, shows the bank OFFLINE and lets it in no more', async () => {
  await online()
  const input = {
    grant_type: 'password',
    username: emailOf('superadmin', world.systemName),
    password: PASSWORD,
    client_id: 'portal',
    scope: `${world.systemName} 1`,
  }
  const token = (await server.ask(session.token, { input })).body.access_token
  const closed = once(kiosk.client as never, 'close')
  const start = performance.now()
  const reply = await server.ask(lockerBanks.deauthorise, { params: { lockerBankId: world.first.ids.lockerBank }, token })
  expect(reply.status).toBe(200)
  await closed
  expect(performance.now() - start).toBeLessThan(5000)
  await eventually(isOnline).toBe(false)
  await expect(mqttKiosk(server, world.first.ids.lockerBank, world.first.credentials.client_secret!)).rejects.toThrow('username')
})

/** A second node on the same database and broker. */
async function anotherNode() {
  const { database, broker, keys, live } = server
  const node = createKioskLink({ database, broker, keys, live, log: pino({ level: 'silent' }) })
  await node.start()
  return node
}
