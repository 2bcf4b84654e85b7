import { describe, expect, onTestFinished, test } from 'vitest'
import type { TestServer } from '#apps/server/testing/server.ts'
import { packMessage, plainMessage } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import { inDatabase, withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import type { Ack } from '../../protocol.ts'
import { event } from '../testing/mqtt-kiosk.ts'
import { eachOnWiredBank, type WiredBank } from '../testing/wired-bank.ts'

let server: TestServer
let bank: WiredBank
eachOnWiredBank((started, wired) => {
  server = started
  bank = wired
})

test('a repeated event is applied once and acknowledged each time', async () => {
  const events = [bank.closed(), bank.closed()]
  await bank.kiosk.sendEvents(events)
  await bank.kiosk.sendEvents(events.toReversed(), 2)
  await eventually(() => bank.kiosk.acked().length).toBe(4)
  expect((await bank.eventRows()).map(({ id, outcome }) => [id, outcome])).toEqual(events.map(({ Id }) => [Id, 'applied']))
})

test('a refused event is stored with the reason and acknowledged, and nothing of it is applied', async () => {
  server.kioskLink.onEvent('door-left-open', async (db, _event, { lockerBankId }) => {
    await db.updateTable('locker_banks').set({ description: 'touched' }).where('id', '=', lockerBankId).execute()
    throw new Refusal(422, plainMessage('It cannot be.'))
  })
  const LockerId = bank.organisation.first.ids.locker
  const leftOpen = event({ Kind: 'door-left-open', LockerId, SerialNumber: 'SN1' })
  await bank.kiosk.sendEvents([leftOpen])
  await eventually(() => bank.kiosk.acked()).toEqual([leftOpen.Id])
  expect(await bank.eventRows()).toMatchObject([
    { id: leftOpen.Id, outcome: 'refused', reason: packMessage(plainMessage('It cannot be.')), locker_id: LockerId },
  ])
  expect((await bank.bankRow()).description).toBe('')
})

test('after a server error nothing more is acknowledged; the fifth time the event is dead-lettered', async () => {
  server.kioskLink.onEvent('door-closed', async (_db, { SerialNumber }) => {
    if (SerialNumber === 'faulty') throw new Error('a fault')
  })
  const bad = bank.closed('faulty')
  const events = [bank.closed(), bad, bank.closed()]
  await bank.kiosk.sendEvents(events, 1)
  await eventually(() => bank.kiosk.acked()).toEqual([events[0]!.Id])
  expect(bank.kiosk.received<Ack>('acks')).toEqual([{ EventIds: [events[0]!.Id], Failed: bad.Id }])
  await bank.kiosk.sendEvents(events.slice(1), 4)
  await bank.kiosk.sendEvents(events.slice(1), 5)
  await eventually(() => bank.kiosk.acked()).toEqual(events.map(({ Id }) => Id))
  expect((await bank.eventRows()).map(({ outcome }) => outcome)).toEqual(['applied', 'parked', 'applied'])
})

test('an event that fails after a dead-lettered one is not dead-lettered with it but retried', async () => {
  let faults = 1
  server.kioskLink.onEvent('door-closed', async (_db, { SerialNumber }) => {
    if (SerialNumber === 'always faulty' || (SerialNumber === 'faulty once' && faults-- > 0)) throw new Error('a fault')
  })
  const [always, once] = [bank.closed('always faulty'), bank.closed('faulty once')]
  await bank.kiosk.sendEvents([always, once], 5)
  await eventually(() => bank.kiosk.received<Ack>('acks')).toEqual([{ EventIds: [always.Id], Failed: once.Id }])
  await bank.kiosk.sendEvents([once], 2)
  await eventually(() => bank.kiosk.acked()).toEqual([always.Id, once.Id])
  expect((await bank.eventRows()).map(({ outcome }) => outcome)).toEqual(['parked', 'applied'])
})

test('an event of an unknown kind or form is stored and acknowledged', async () => {
  const events = [
    event({ Kind: 'danced', Partner: 'unknown' }),
    event({ Kind: 'confirmed', PackageId: 'no id' }),
    { ...bank.closed(), At: 'yesterday' },
    { ...bank.closed(), SerialNumber: 'a\0b\ud800' },
    event({ Kind: 'constructor' }),
    { ...bank.closed(), At: '-271821-04-20T00:00:00Z' },
    { ...bank.closed(), SerialNumber: 7, 'a\0b\ud800': 1 },
    event({ Kind: 'x'.repeat(51) }),
    { Id: newId() },
  ]
  await bank.kiosk.sendEvents(events)
  await eventually(() => bank.kiosk.acked()).toEqual(events.map(({ Id }) => Id))
  expect((await bank.eventRows()).map(({ outcome, body }) => [outcome, (body as { Kind: string }).Kind])).toEqual([
    ['unknown', 'danced'],
    ['unknown', 'confirmed'],
    ['unknown', 'door-closed'],
    ['unknown', 'door-closed'],
    ['unknown', 'constructor'],
    ['unknown', 'door-closed'],
    ['unknown', 'door-closed'],
    ['unknown', ''],
    ['unknown', ''],
  ])
})

test('an event that cannot be stored is stored without its body at the last attempt, and later events are applied', async () => {
  const [deep, next] = [bank.closed(), bank.closed()]
  const depth = 100_000
  // Too deep to be serialised again.
  const nested = JSON.stringify({ ...deep, SerialNumber: 0 }).replace(
    '"SerialNumber":0',
    `"SerialNumber":${'['.repeat(depth)}${']'.repeat(depth)}`,
  )
  for (const attempt of [4, 5])
    await bank.kiosk.client.publishAsync(
      `lockerbanks/${bank.organisation.first.ids.lockerBank}/events`,
      `{"Attempt":${attempt},"Events":[${nested},${JSON.stringify(next)}]}`,
      { qos: 1 },
    )
  await eventually(() => bank.kiosk.received<Ack>('acks')).toEqual([
    { EventIds: [], Failed: deep.Id },
    { EventIds: [deep.Id, next.Id], Failed: null },
  ])
  expect((await bank.eventRows()).map(({ outcome, body }) => [outcome, body])).toEqual([
    ['unknown', { Id: deep.Id, At: deep.At, Kind: 'door-closed' }],
    ['applied', next],
  ])
})

test('an impossible event time is replaced by the time of receipt', async () => {
  const events = ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'].map((At) => ({ ...bank.closed(), At }))
  await bank.kiosk.sendEvents(events)
  await eventually(() => bank.kiosk.acked().length).toBe(2)
  for (const { outcome, at, received_at } of await bank.eventRows()) expect([outcome, at]).toEqual(['applied', received_at])
})

test('events sent while the database is away are applied once when it is back', async () => {
  const { superuserUrl } = server.store
  const [{ name }] = (await withConnection(superuserUrl, (db) => db.query('select current_database() as name'))).rows
  const fromOtherDatabase = (...statements: string[]) =>
    withConnection(inDatabase(superuserUrl, 'postgres'), async (db) => {
      for (const statement of statements) await db.query(statement)
    })
  const events = [bank.closed(), bank.closed()]
  await fromOtherDatabase(
    `alter database ${name} with allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  )
  onTestFinished(() => fromOtherDatabase(`alter database ${name} with allow_connections true`))
  await bank.kiosk.sendEvents(events)
  await expect(bank.eventRows()).rejects.toThrow()
  await fromOtherDatabase(`alter database ${name} with allow_connections true`)
  expect(bank.kiosk.acked()).toEqual([])
  // A kiosk without an acknowledgement sends its events again.
  await eventually(async () => {
    await bank.kiosk.sendEvents(events)
    return bank.kiosk.acked().length
  }).toBeGreaterThan(1)
  expect((await bank.eventRows()).map(({ id, outcome }) => [id, outcome])).toEqual(events.map(({ Id }) => [Id, 'applied']))
})

test('ignores unreadable messages', async () => {
  for (const channel of ['status', 'replies', 'events'])
    for (const payload of ['', '{', 'null', '[]', '{"Events":[]}', 'x'.repeat(100_000)])
      await bank.kiosk.client.publishAsync(`lockerbanks/${bank.organisation.first.ids.lockerBank}/${channel}`, payload, {
        qos: 1,
      })
  await bank.online()
})

test('a door that was not detected twice in a row puts its locker out of service; one that opened in between does not', async () => {
  await bank.kiosk.sendEvents([bank.doorEvent('not-detected'), bank.doorEvent('door-opened'), bank.doorEvent('not-detected')])
  await eventually(() => bank.kiosk.acked().length).toBe(3)
  expect(await bank.condition()).toEqual({ condition: 'good' })
  await bank.kiosk.sendEvents([bank.doorEvent('not-detected')])
  await eventually(bank.condition).toEqual({ condition: 'flagged' })
})

test('a locker that is reported dirty is taken out of use, but a condition that staff set stays', async () => {
  const dirty = () =>
    event({ Kind: 'locker-dirty', LockerId: bank.organisation.first.ids.locker, By: { Kind: 'agent', Id: newId() } })
  await bank.kiosk.sendEvents([dirty()])
  await eventually(bank.condition).toEqual({ condition: 'dirty' })
  await bank.asTenant((db) => db.updateTable('lockers').set({ condition: 'disabled' }).execute())
  await bank.kiosk.sendEvents([dirty()])
  await eventually(() => bank.kiosk.acked().length).toBe(2)
  expect(await bank.condition()).toEqual({ condition: 'disabled' })
})

describe('a drop-off that is not applied', () => {
  const condition = async () => (await bank.condition()).condition
  const dropOff = (more: object = {}) =>
    event({
      Kind: 'dropped-off',
      PackageId: newId(),
      LockerId: bank.organisation.first.ids.locker,
      ReservationId: newId(),
      Purpose: 'delivery',
      DoorClosed: true,
      By: { Kind: 'agent', Id: newId() },
      ResidentId: null,
      RecipientName: 'Guest',
      UnitNumber: '',
      TrackingNumber: '',
      ...more,
    })
  const sendOne = async (one: { Id: string }, attempt = 1) => {
    await bank.kiosk.sendEvents([one], attempt)
    await eventually(() => bank.kiosk.acked()).toContain(one.Id)
  }

  test('because of a rule, an error or an unknown form puts its locker out of service, audited', async () => {
    const faulty = newId()
    const { agent, resident } = bank.organisation.first.ids
    server.kioskLink.onEvent('dropped-off', async (_db, { PackageId }) => {
      if (PackageId === faulty) throw new Error('a fault')
    })
    for (const [one, attempt, outcome] of [
      [dropOff(), 1, 'refused'],
      [dropOff({ PackageId: faulty, By: { Kind: 'agent', Id: agent }, ResidentId: resident }), 5, 'parked'],
      [dropOff({ PackageId: 'no id' }), 1, 'unknown'],
    ] as const) {
      await bank.asTenant((db) => db.updateTable('lockers').set({ condition: 'good' }).execute())
      await sendOne(one, attempt)
      expect((await bank.eventRows()).at(-1)).toMatchObject({ id: one.Id, outcome })
      expect(await condition()).toBe('flagged')
    }
    const lines = await bank.asTenant((db) =>
      db.selectFrom('audit').select('action').where('subject_id', '=', bank.organisation.first.ids.locker).execute(),
    )
    expect(lines).toEqual(Array(3).fill({ action: 'drop-off could not be recorded' }))
  })

  test('leaves a locker of another bank unchanged; other events change no locker', async () => {
    const { locker } = bank.organisation.second.ids
    await sendOne(dropOff({ LockerId: locker }))
    await sendOne(
      event({ Kind: 'collected', PackageId: newId(), LockerId: bank.organisation.first.ids.locker, By: dropOff().By }),
    )
    expect((await bank.eventRows()).map(({ outcome }) => outcome)).toEqual(['refused', 'refused'])
    const rows = await bank.asTenant((db) => db.selectFrom('lockers').select('condition').distinct().execute())
    expect(rows).toEqual([{ condition: 'good' }])
  })

  test('runs its handlers in the transaction that stores it; a failing one is retried and does not block later events forever', async () => {
    const one = dropOff()
    server.kioskLink.onRefused(async (_db, { id }) => {
      if (id === one.Id) throw new Error('a fault')
    })
    await bank.kiosk.sendEvents([one], 1)
    await eventually(() => bank.kiosk.received<Ack>('acks')).toEqual([{ EventIds: [], Failed: one.Id }])
    expect([await bank.eventRows(), await condition()]).toEqual([[], 'good'])
    await sendOne(one, 5)
    expect(await bank.eventRows()).toMatchObject([{ id: one.Id, outcome: 'refused' }])
  })
})
