import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OrganisationFixtures, seedOrganisation } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import type { Change } from '#features/live/server/api.ts'
import { expiry } from '#features/package-statuses/expiry.ts'
import { type Place, STATUS_NAMES, type StatusName, statusById } from '#features/package-statuses/statuses.ts'
import { transitionsFrom } from '#features/package-statuses/transitions.ts'
import { newId } from '#platform/ids.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import { wholeOrganisation } from '#platform/server/postgres/db.ts'
import { waitForBlocked } from '#platform/server/testing/waiting.ts'
import { drift, everything, NO_DRIFT } from '../testing/drift.ts'
import { type PackageFixtures, seedPackageFixtures } from '../testing/fixtures.ts'
import { numbers } from '../testing/stock.ts'
import { type ChangeOf, changePackage, changePackages } from './change.ts'

let server: TestServer
let organisation: OrganisationFixtures
let superuser: pg.Client
let fixtures: PackageFixtures
beforeAll(async () => {
  server = await testServer()
  superuser = new pg.Client({ connectionString: server.store.superuserUrl })
  await superuser.connect()
  organisation = await seedOrganisation(server, 'riverside')
  fixtures = await seedPackageFixtures(server, organisation, 0, { lockers: 30 })
})
afterAll(async () => {
  await superuser.end()
  await server.stop()
})

const STAFF = { id: newId(), name: 'Sam Staff' }
const request = (newStatus: StatusName) => ({ newStatus, channel: 'dashboard', actor: STAFF, at: new Date() }) as const
const change = (packageId: string, newStatus: StatusName, more: Partial<ChangeOf> = {}) =>
  publish(fixtures.asTenant((db) => changePackage(db, { packageId, ...request(newStatus), ...more })))
const changeAll = (packageIds: string[], newStatus: StatusName, more: Partial<ChangeOf> = {}) =>
  publish(fixtures.asTenant((db) => changePackages(db, { packageIds, ...request(newStatus), ...more })))
const publish = async (work: Promise<readonly Change[]>) => void fixtures.changes.push(...(await work))
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Refusal) return { status: error.status, text: error.reason.text }
      throw error
    },
  )
let lockers = 0
const nextLocker = () => {
  lockers += 1
  return `L${lockers}`
}

describe('an added package', () => {
  test('is in its locker with a package number, an expiry in weekdays, a label and a first history row', async () => {
    const locker = nextLocker()
    const at = new Date('2026-03-06T15:00:00Z')
    const id = await fixtures.add(fixtures.people[0]!, { ...fixtures.intoLocker(locker), at })
    const row = await fixtures.packageRow(id)
    expect(row).toMatchObject({
      status_id: 1,
      status_group: 1,
      locker_id: fixtures.cabinet.lockers[locker],
      locker_bank_id: fixtures.cabinet.lockerBankId,
      mailroom_id: null,
      agent_id: fixtures.agents[6],
      drop_off_time: at.toISOString(),
      // Friday and three weekdays, the property's default.
      expiry_time: '2026-03-11T23:59:59.999Z',
      package_number: expect.stringMatching(/^[2-9B-DF-HJ-NP-TV-Z]{6}$/),
    })
    expect(await fixtures.historyOf(id)).toMatchObject([
      {
        status_id: 1,
        locker_id: fixtures.cabinet.lockers[locker],
        user_id: fixtures.agents[6],
        user_name: 'Agent 6',
        at: at.toISOString(),
      },
    ])
    expect(fixtures.changes.at(-1)).toMatchObject({ lockerBankId: fixtures.cabinet.lockerBankId, topic: 'packages' })
  })

  test('expires by the settings of its property, with a separate one for mailrooms', async () => {
    const [property_id, organisation_id] = [fixtures.propertyId, fixtures.organisationId]
    const settings = [
      ['PackageExpiryPeriod', '1'],
      ['MailroomPackageExpiryPeriod', 'soon'],
    ].map(([name, value]) => ({ organisation_id, property_id, name: name!, value: value! }))
    await fixtures.asTenant((db) => db.insertInto('property_settings').values(settings).execute())
    const at = new Date('2026-03-06T15:00:00Z')
    const inLocker = await fixtures.add(fixtures.people[0]!, { ...fixtures.intoLocker(nextLocker()), at })
    expect(await fixtures.packageRow(inLocker)).toMatchObject({ expiry_time: '2026-03-09T23:59:59.999Z' })
    const inMailroom = await fixtures.add(fixtures.people[0]!, { at })
    // An invalid value counts as unset: ten weekdays.
    expect(await fixtures.packageRow(inMailroom)).toMatchObject({
      expiry_time: '2026-03-20T23:59:59.999Z',
      mailroom_id: fixtures.mailroomId,
    })
    await fixtures.asTenant((db) => db.deleteFrom('property_settings').execute())
  })

  test('is added once, however often it is repeated', async () => {
    const id = newId()
    const draft = { ...fixtures.intoLocker(nextLocker()), id }
    await fixtures.add(fixtures.people[0]!, draft)
    const before = await everything(superuser)
    await fixtures.add(fixtures.people[0]!, draft)
    expect(await everything(superuser)).toEqual(before)
  })

  test('is refused with a taken number, a foreign mailroom or a status that is no first one, and nothing is stored', async () => {
    const taken = (await fixtures.packageRow(await fixtures.add(fixtures.people[0]!))).package_number
    const before = await everything(superuser)
    expect(await refusalOf(fixtures.add(fixtures.people[0]!, { packageNumber: taken }))).toMatchObject({ status: 409 })
    expect(
      await refusalOf(fixtures.add(fixtures.people[0]!, { details: { mailroomId: organisation.properties[1]!.mailroomId } })),
    ).toMatchObject({
      status: 422,
      text: 'This mailroom is not available for this package.',
    })
    expect(await refusalOf(fixtures.add(fixtures.people[0]!, { details: {} }))).toMatchObject({
      text: 'You must select a mail room',
    })
    expect(await refusalOf(fixtures.add(fixtures.people[0]!, { status: 'Lost' }))).toMatchObject({
      text: 'A new package cannot start as Lost here.',
    })
    expect(await everything(superuser)).toEqual(before)
  })

  test('is refused in a locker with another recipient’s package, also for concurrent ones', async () => {
    const locker = nextLocker()
    await fixtures.add(fixtures.people[0]!, fixtures.intoLocker(locker))
    await fixtures.add(fixtures.people[0]!, fixtures.intoLocker(locker))
    expect(await refusalOf(fixtures.add(fixtures.people[1]!, fixtures.intoLocker(locker)))).toEqual({
      status: 422,
      text: 'The locker holds a package of another recipient.',
    })
    const contested = nextLocker()
    const outcomes = await Promise.all(
      fixtures.people.map((person) => refusalOf(fixtures.add(person, fixtures.intoLocker(contested)))),
    )
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1)
    expect(await drift(superuser)).toEqual(NO_DRIFT)
  })
})

describe('a change', () => {
  test('writes the fields of the rules and one history row, and frees the locker', async () => {
    const locker = nextLocker()
    const id = await fixtures.add(fixtures.people[0]!, fixtures.intoLocker(locker))
    fixtures.changes.length = 0
    await change(id, 'CollectedbyRecipient')
    const { lockerBankId, lockers } = fixtures.cabinet
    expect(await fixtures.packageRow(id)).toMatchObject({
      status_id: 8,
      status_group: 2,
      locker_id: null,
      locker_bank_id: lockerBankId,
      collection_time: expect.any(String),
    })
    const [, latest] = await fixtures.historyOf(id)
    expect(latest).toMatchObject({ status_id: 8, locker_id: lockers[locker], user_id: STAFF.id, user_name: 'Sam Staff' })
    expect(fixtures.changes).toEqual([
      { organisationId: fixtures.organisationId, propertyId: fixtures.propertyId, lockerBankId, topic: 'packages' },
    ])
    const { live_packages } = await fixtures.asTenant((db) =>
      db.selectFrom('lockers').select('live_packages').where('id', '=', lockers[locker]!).executeTakeFirstOrThrow(),
    )
    expect(live_packages).toBe(0)
  })

  test('to a mailroom requires one of the building, and affects the bank with that mailroom', async () => {
    const id = await fixtures.add(fixtures.people[0]!, fixtures.intoLocker(nextLocker()))
    expect(await refusalOf(change(id, 'TransferredtoMailroom'))).toMatchObject({ text: 'Mailroom not selected' })
    await change(id, 'TransferredtoMailroom', { details: { mailroomId: fixtures.mailroomId } })
    expect(await fixtures.packageRow(id)).toMatchObject({
      status_id: 3,
      mailroom_id: fixtures.mailroomId,
      locker_bank_id: null,
      locker_id: null,
    })
    fixtures.changes.length = 0
    await change(id, 'CollectedbyRecipient', { channel: 'detail' })
    expect(fixtures.changes).toMatchObject([{ lockerBankId: fixtures.cabinet.lockerBankId }])
  })

  test('to another recipient copies the name, unit and building of a resident of the property only', async () => {
    const locker = nextLocker()
    const id = await fixtures.add(fixtures.people[0]!, fixtures.intoLocker(locker))
    await change(id, 'WrongRecipient', { channel: 'kiosk-resident' })
    const handOver = (residentId: string) => change(id, 'InLocker', { channel: 'detail', details: { residentId } })
    const neighbour = await seedPackageFixtures(server, organisation, 1)
    expect(await refusalOf(handOver(neighbour.people[0]!.residentId))).toMatchObject({
      text: 'You must select a correct recipient',
    })
    expect(await refusalOf(handOver(fixtures.people[0]!.residentId))).toMatchObject({
      text: 'You must select a different recipient',
    })
    await handOver(fixtures.people[1]!.residentId)
    const { name, unitNumber, residentId } = fixtures.people[1]!
    expect(await fixtures.packageRow(id)).toMatchObject({
      recipient_name: name,
      unit_number: unitNumber,
      resident_id: residentId,
      status_id: 1,
    })
    expect(await drift(superuser)).toEqual(NO_DRIFT)
  })

  test('to another recipient who is being saved as out of town expires after their return', async () => {
    const id = await fixtures.add(fixtures.people[0]!, fixtures.intoLocker(nextLocker()))
    await change(id, 'WrongRecipient', { channel: 'kiosk-resident' })
    const { residentId } = fixtures.people[3]!
    const absent = { is_out_of_town: true, hold_from: '2026-01-01', hold_until: '2099-03-06' }
    const resident = (db: Parameters<Parameters<PackageFixtures['asTenant']>[0]>[0]) =>
      db.updateTable('residents').where('id', '=', residentId)
    let changing: Promise<unknown> | undefined
    await fixtures.asTenant(async (db) => {
      await db.selectFrom('residents').select('id').where('id', '=', residentId).forUpdate().execute()
      changing = change(id, 'InLocker', { channel: 'detail', details: { residentId } })
      await waitForBlocked(server.store)
      await resident(db).set(absent).execute()
    })
    await changing
    expect(await fixtures.packageRow(id)).toMatchObject({
      resident_id: residentId,
      expiry_time: expiry('2099-03-06T12:00:00Z', 3, 'Europe/London'),
    })
    await fixtures.asTenant((db) => resident(db).set({ is_out_of_town: false, hold_from: null, hold_until: null }).execute())
  })

  test('to another recipient is refused while the locker contains other packages of the first', async () => {
    const locker = nextLocker()
    const [id] = [
      await fixtures.add(fixtures.people[0]!, fixtures.intoLocker(locker)),
      await fixtures.add(fixtures.people[0]!, fixtures.intoLocker(locker)),
    ]
    await change(id, 'WrongRecipient', { channel: 'kiosk-resident' })
    const before = await everything(superuser)
    const details = { residentId: fixtures.people[1]!.residentId }
    expect(await refusalOf(change(id, 'InLocker', { channel: 'detail', details }))).toMatchObject({ status: 422 })
    expect(await everything(superuser)).toEqual(before)
  })

  test('concurrent changes never put two recipients into one locker', async () => {
    const ids = [await fixtures.add(fixtures.people[0]!), await fixtures.add(fixtures.people[1]!)]
    const locker = { id: fixtures.cabinet.lockers[nextLocker()]!, lockerBankId: fixtures.cabinet.lockerBankId }
    const before = await everything(superuser)
    const load = changeAll(ids, 'TransferredtoLocker', { channel: 'kiosk-staff', details: { locker } })
    expect(await refusalOf(load)).toMatchObject({ status: 422 })
    expect(await everything(superuser)).toEqual(before)
  })

  test('changes of several packages are all or none', async () => {
    const ids = [await fixtures.add(fixtures.people[0]!), await fixtures.add(fixtures.people[1]!)]
    const gone = await fixtures.add(fixtures.people[2]!)
    await change(gone, 'Disposed', { channel: 'detail' })
    const before = await everything(superuser)
    const all = (packageIds: string[]) => changeAll(packageIds, 'OnHold', { channel: 'detail' })
    expect(await refusalOf(all([...ids, gone]))).toMatchObject({ text: 'A package that is Disposed cannot become On Hold here.' })
    expect(await refusalOf(all([...ids, newId()]))).toMatchObject({ status: 404 })
    expect(await everything(superuser)).toEqual(before)
    await all(ids)
    for (const id of ids) expect((await fixtures.historyOf(id)).map((row) => row.status_id)).toEqual([2, 22])
  })

  test('is refused for every channel when the rules do not have it, and changes nothing', async () => {
    const id = await fixtures.add(fixtures.people[3]!, fixtures.intoLocker(nextLocker()))
    const elsewhere = await fixtures.add(fixtures.people[3]!)
    const situations: [string, StatusName, Place][] = [
      [id, 'InLocker', 'locker'],
      [elsewhere, 'InMailroom', 'mailroom'],
    ]
    const before = await everything(superuser)
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
    expect(await everything(superuser)).toEqual(before)
  })

  test('is 404 in another property or organisation', async () => {
    const id = await fixtures.add(fixtures.people[0]!)
    const other = await seedOrganisation(server, 'harbour')
    const tenants = [
      { organisationId: organisation.organisationId, propertyIds: [organisation.properties[1]!.id] },
      wholeOrganisation(other.organisationId),
    ]
    for (const tenant of tenants)
      expect(
        await refusalOf(
          server.database.inTenant(tenant, (db) => changePackage(db, { packageId: id, ...request('OnHold'), channel: 'detail' })),
        ),
      ).toMatchObject({ status: 404 })
  })
})

describe('a thousand adds and changes, eight at a time', () => {
  test('keep counters and labels correct, never put two recipients in a locker, and never block', async () => {
    const next = numbers(11)
    const one = <T>(list: readonly T[]): T => list[next(list.length)]!
    const ids: string[] = []
    const outcomes = { done: 0, refused: 0 }
    const before = Number((await superuser.query('select count(*) from package_history')).rows[0].count)

    async function step() {
      try {
        if (ids.length < 20 || next(3) === 0) {
          const locker = `L${1 + next(30)}`
          ids.push(await fixtures.add(one(fixtures.people), next(2) ? fixtures.intoLocker(locker) : {}))
        } else await changeSomehow()
        outcomes.done += 1
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        outcomes.refused += 1
      }
    }
    async function changeSomehow() {
      const id = one(ids.slice(-30))
      const row = await fixtures.packageRow(id)
      const status = statusById(row.status_id)!
      const place = row.locker_id ? 'locker' : row.status_group === 2 || row.status_group === 6 ? 'none' : 'mailroom'
      const at = one(['dashboard', 'detail', 'kiosk-resident', 'kiosk-agent7', 'kiosk-staff', 'job'] as const)
      const line = one([...transitionsFrom({ status, place }, at), { to: one(STATUS_NAMES) }])
      const lockerId = one(Object.values(fixtures.cabinet.lockers))
      const details = {
        mailroomId: fixtures.mailroomId,
        residentId: one(fixtures.people).residentId,
        locker: { id: lockerId, lockerBankId: fixtures.cabinet.lockerBankId },
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
    expect(await drift(superuser)).toEqual(NO_DRIFT)
    const after = Number((await superuser.query('select count(*) from package_history')).rows[0].count)
    expect(after - before, 'at least one row of history a change').toBeGreaterThanOrEqual(outcomes.done)
    const shared = await superuser.query(
      `select locker_id from packages where locker_id is not null group by 1 having count(distinct recipient_key) > 1`,
    )
    expect(shared.rows).toEqual([])
  })
})
