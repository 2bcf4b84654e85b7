import { describe, expect, test } from 'vitest'
import { seedOrganisation } from '#apps/server/testing/fixtures.ts'
import type { Change } from '#features/live/server/api.ts'
import { expiry } from '#features/package-statuses/expiry.ts'
import { type Place, STATUS_NAMES, type StatusName, statusById } from '#features/package-statuses/statuses.ts'
import { transitionsFrom } from '#features/package-statuses/transitions.ts'
import { newId } from '#platform/ids.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import { wholeOrganisation } from '#platform/server/postgres/db.ts'
import { waitForBlocked } from '#platform/server/testing/waiting.ts'
import { changeFixtures, refusalOf } from '../testing/change-fixtures.ts'
import { type PackageFixtures, seedPackageFixtures } from '../testing/fixtures.ts'
import { seededNumbers } from '../testing/insert-packages.ts'
import { counterDifferences, NO_DIFFERENCES, packageRows } from '../testing/stored-counters.ts'
import { type ChangeOf, changePackage, changePackages } from './change.ts'

const { state, nextLocker } = changeFixtures()

const STAFF = { id: newId(), name: 'Sam Staff' }

const request = (newStatus: StatusName) => ({ newStatus, channel: 'dashboard', actor: STAFF, at: new Date() }) as const

const change = (packageId: string, newStatus: StatusName, more: Partial<ChangeOf> = {}) =>
  publish(state.fixtures.asTenant((db) => changePackage(db, { packageId, ...request(newStatus), ...more })))

const changeAll = (packageIds: string[], newStatus: StatusName, more: Partial<ChangeOf> = {}) =>
  publish(state.fixtures.asTenant((db) => changePackages(db, { packageIds, ...request(newStatus), ...more })))

const publish = async (work: Promise<readonly Change[]>) => void state.fixtures.changes.push(...(await work))

describe('a change', () => {
  test('writes the fields of the rules and one history row, and frees the locker', async () => {
    const locker = nextLocker()
    const id = await state.fixtures.add(state.fixtures.people[0]!, state.fixtures.intoLocker(locker))
    state.fixtures.changes.length = 0
    await change(id, 'CollectedbyRecipient')
    const { lockerBankId, lockers } = state.fixtures.cabinet
    expect(await state.fixtures.packageRow(id)).toMatchObject({
      status_id: 8,
      status_group: 2,
      locker_id: null,
      locker_bank_id: lockerBankId,
      collection_time: expect.any(String),
    })
    const [, latest] = await state.fixtures.historyOf(id)
    expect(latest).toMatchObject({ status_id: 8, locker_id: lockers[locker], user_id: STAFF.id, user_name: 'Sam Staff' })
    expect(state.fixtures.changes).toEqual([
      { organisationId: state.fixtures.organisationId, propertyId: state.fixtures.propertyId, lockerBankId, topic: 'packages' },
    ])
    const { live_packages } = await state.fixtures.asTenant((db) =>
      db.selectFrom('lockers').select('live_packages').where('id', '=', lockers[locker]!).executeTakeFirstOrThrow(),
    )
    expect(live_packages).toBe(0)
  })

  test('to a mailroom requires one of the building, and affects the bank with that mailroom', async () => {
    const id = await state.fixtures.add(state.fixtures.people[0]!, state.fixtures.intoLocker(nextLocker()))
    expect(await refusalOf(change(id, 'TransferredtoMailroom'))).toMatchObject({ text: 'Mailroom not selected' })
    await change(id, 'TransferredtoMailroom', { details: { mailroomId: state.fixtures.mailroomId } })
    expect(await state.fixtures.packageRow(id)).toMatchObject({
      status_id: 3,
      mailroom_id: state.fixtures.mailroomId,
      locker_bank_id: null,
      locker_id: null,
    })
    state.fixtures.changes.length = 0
    await change(id, 'CollectedbyRecipient', { channel: 'detail' })
    expect(state.fixtures.changes).toMatchObject([{ lockerBankId: state.fixtures.cabinet.lockerBankId }])
  })

  test('to another recipient copies the name, unit and building of a resident of the property only', async () => {
    const locker = nextLocker()
    const id = await state.fixtures.add(state.fixtures.people[0]!, state.fixtures.intoLocker(locker))
    await change(id, 'WrongRecipient', { channel: 'kiosk-resident' })
    const handOver = (residentId: string) => change(id, 'InLocker', { channel: 'detail', details: { residentId } })
    const neighbour = await seedPackageFixtures(state.server, state.organisation, 1)
    expect(await refusalOf(handOver(neighbour.people[0]!.residentId))).toMatchObject({
      text: 'You must select a correct recipient',
    })
    expect(await refusalOf(handOver(state.fixtures.people[0]!.residentId))).toMatchObject({
      text: 'You must select a different recipient',
    })
    await handOver(state.fixtures.people[1]!.residentId)
    const { name, unitNumber, residentId } = state.fixtures.people[1]!
    expect(await state.fixtures.packageRow(id)).toMatchObject({
      recipient_name: name,
      unit_number: unitNumber,
      resident_id: residentId,
      status_id: 1,
    })
    expect(await counterDifferences(state.superuser)).toEqual(NO_DIFFERENCES)
  })

  test('to another recipient who is being saved as out of town expires after their return', async () => {
    const id = await state.fixtures.add(state.fixtures.people[0]!, state.fixtures.intoLocker(nextLocker()))
    await change(id, 'WrongRecipient', { channel: 'kiosk-resident' })
    const { residentId } = state.fixtures.people[3]!
    const absent = { is_out_of_town: true, hold_from: '2026-01-01', hold_until: '2099-03-06' }
    const resident = (db: Parameters<Parameters<PackageFixtures['asTenant']>[0]>[0]) =>
      db.updateTable('residents').where('id', '=', residentId)
    let changing: Promise<unknown> | undefined
    await state.fixtures.asTenant(async (db) => {
      await db.selectFrom('residents').select('id').where('id', '=', residentId).forUpdate().execute()
      changing = change(id, 'InLocker', { channel: 'detail', details: { residentId } })
      await waitForBlocked(state.server.store)
      await resident(db).set(absent).execute()
    })
    await changing
    expect(await state.fixtures.packageRow(id)).toMatchObject({
      resident_id: residentId,
      expiry_time: expiry('2099-03-06T12:00:00Z', 3, 'Europe/London'),
    })
    await state.fixtures.asTenant((db) =>
      resident(db).set({ is_out_of_town: false, hold_from: null, hold_until: null }).execute(),
    )
  })

  test('to another recipient is refused while the locker contains other packages of the first', async () => {
    const locker = nextLocker()
    const [id] = [
      await state.fixtures.add(state.fixtures.people[0]!, state.fixtures.intoLocker(locker)),
      await state.fixtures.add(state.fixtures.people[0]!, state.fixtures.intoLocker(locker)),
    ]
    await change(id, 'WrongRecipient', { channel: 'kiosk-resident' })
    const before = await packageRows(state.superuser)
    const details = { residentId: state.fixtures.people[1]!.residentId }
    expect(await refusalOf(change(id, 'InLocker', { channel: 'detail', details }))).toMatchObject({ status: 422 })
    expect(await packageRows(state.superuser)).toEqual(before)
  })

  test('concurrent changes never put two recipients into one locker', async () => {
    const ids = [await state.fixtures.add(state.fixtures.people[0]!), await state.fixtures.add(state.fixtures.people[1]!)]
    const locker = { id: state.fixtures.cabinet.lockers[nextLocker()]!, lockerBankId: state.fixtures.cabinet.lockerBankId }
    const before = await packageRows(state.superuser)
    const load = changeAll(ids, 'TransferredtoLocker', { channel: 'kiosk-staff', details: { locker } })
    expect(await refusalOf(load)).toMatchObject({ status: 422 })
    expect(await packageRows(state.superuser)).toEqual(before)
  })

  test('changes of several packages are all or none', async () => {
    const ids = [await state.fixtures.add(state.fixtures.people[0]!), await state.fixtures.add(state.fixtures.people[1]!)]
    const gone = await state.fixtures.add(state.fixtures.people[2]!)
    await change(gone, 'Disposed', { channel: 'detail' })
    const before = await packageRows(state.superuser)
    const all = (packageIds: string[]) => changeAll(packageIds, 'OnHold', { channel: 'detail' })
    expect(await refusalOf(all([...ids, gone]))).toMatchObject({ text: 'A package that is Disposed cannot become On Hold here.' })
    expect(await refusalOf(all([...ids, newId()]))).toMatchObject({ status: 404 })
    expect(await packageRows(state.superuser)).toEqual(before)
    await all(ids)
    for (const id of ids) expect((await state.fixtures.historyOf(id)).map((row) => row.status_id)).toEqual([2, 22])
  })

  test('is refused for every channel when the rules do not have it, and changes nothing', async () => {
    const id = await state.fixtures.add(state.fixtures.people[3]!, state.fixtures.intoLocker(nextLocker()))
    const elsewhere = await state.fixtures.add(state.fixtures.people[3]!)
    const situations: [string, StatusName, Place][] = [
      [id, 'InLocker', 'locker'],
      [elsewhere, 'InMailroom', 'mailroom'],
    ]
    const before = await packageRows(state.superuser)
    for (const [packageId, status, place] of situations)
      for (const at of ['dashboard', 'detail', 'kiosk-resident', 'kiosk-agent6', 'kiosk-agent9', 'job'] as const) {
        const allowed = transitionsFrom({ status, place }, at).map((line) => line.to)
        for (const newStatus of STATUS_NAMES.filter((name) => !allowed.includes(name)))
          expect(await refusalOf(change(packageId, newStatus, { channel: at })), `${at} ${newStatus}`).toMatchObject({
            status: 422,
          })
      }
    expect(await refusalOf(change(id, 'CollectedbyRecipient', { fromLockerId: newId() }))).toMatchObject({
      text: 'The package is not in this locker.',
    })
    expect(await packageRows(state.superuser)).toEqual(before)
  })

  test('is 404 in another property or organisation', async () => {
    const id = await state.fixtures.add(state.fixtures.people[0]!)
    const other = await seedOrganisation(state.server, 'harbour')
    const tenants = [
      { organisationId: state.organisation.organisationId, propertyIds: [state.organisation.properties[1]!.id] },
      wholeOrganisation(other.organisationId),
    ]
    for (const tenant of tenants)
      expect(
        await refusalOf(
          state.server.database.inTenant(tenant, (db) =>
            changePackage(db, { packageId: id, ...request('OnHold'), channel: 'detail' }),
          ),
        ),
      ).toMatchObject({ status: 404 })
  })
})

describe('a thousand adds and changes, eight at a time', () => {
  test('keep counters and labels correct, never put two recipients in a locker, and never block', async () => {
    const next = seededNumbers(11)
    const one = <T>(list: readonly T[]): T => list[next(list.length)]!
    const ids: string[] = []
    const outcomes = { done: 0, refused: 0 }
    const before = Number((await state.superuser.query('select count(*) from package_history')).rows[0].count)

    async function step() {
      try {
        if (ids.length < 20 || next(3) === 0) {
          const locker = `L${1 + next(30)}`
          ids.push(await state.fixtures.add(one(state.fixtures.people), next(2) ? state.fixtures.intoLocker(locker) : {}))
        } else await changeSomehow()
        outcomes.done += 1
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        outcomes.refused += 1
      }
    }
    async function changeSomehow() {
      const id = one(ids.slice(-30))
      const row = await state.fixtures.packageRow(id)
      const status = statusById(row.status_id)!
      const place = row.locker_id ? 'locker' : row.status_group === 2 || row.status_group === 6 ? 'none' : 'mailroom'
      const at = one(['dashboard', 'detail', 'kiosk-resident', 'kiosk-agent7', 'kiosk-staff', 'job'] as const)
      const line = one([...transitionsFrom({ status, place }, at), { to: one(STATUS_NAMES) }])
      const lockerId = one(Object.values(state.fixtures.cabinet.lockers))
      const details = {
        mailroomId: state.fixtures.mailroomId,
        residentId: one(state.fixtures.people).residentId,
        locker: { id: lockerId, lockerBankId: state.fixtures.cabinet.lockerBankId },
      }
      const others = next(5) ? [] : ids.slice(-6)
      await changeAll([id, ...others], line.to ?? 'InLocker', { channel: at, details })
    }

    const WORKERS = 8
    const workers = Array.from({ length: WORKERS }, async () => {
      for (let i = 0; i < 1000 / WORKERS; i += 1) await step()
    })
    await Promise.all(workers)
    expect(outcomes.done).toBeGreaterThan(250)
    expect(outcomes.refused).toBeGreaterThan(50)
    expect(await counterDifferences(state.superuser)).toEqual(NO_DIFFERENCES)
    const after = Number((await state.superuser.query('select count(*) from package_history')).rows[0].count)
    expect(after - before, 'at least one row of history a change').toBeGreaterThanOrEqual(outcomes.done)
    const shared = await state.superuser.query(
      `select locker_id from packages where locker_id is not null group by 1 having count(distinct recipient_key) > 1`,
    )
    expect(shared.rows).toEqual([])
  })
})
