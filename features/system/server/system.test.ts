import { expect, onTestFinished, test } from 'vitest'
import { inOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { newId } from '#platform/ids.ts'
import { createLog } from '#platform/server/config/log.ts'
import { openJobs } from '#platform/server/jobs/jobs.ts'
import { wholeOrganisation } from '#platform/server/postgres/db.ts'
import { soon } from '#platform/server/testing/waiting.ts'
import { type Detail, type SystemStatus, system } from '../contract.ts'

let { server, riverside, harbour, manager } = {} as TwoOrganisations<Fixtures>
let token: string
onTwoOrganisations(
  (on, systemName) => seedFixtures(on, systemName, { isSuperAdmin: systemName === 'riverside' }),
  async (seeded) => {
    ;({ server, riverside, harbour, manager } = seeded)
    token = await tokenOf(server, 'superadmin', 'riverside')
  },
)

const status = async (): Promise<SystemStatus> => (await server.ask(system.status, { token })).body
const details = async (what: Detail, id = harbour.organisationId) =>
  (await server.ask(system.details, { token, params: { id, what } })).body
const outboxOf = async (id: string) => (await status()).Outboxes.find((outbox) => outbox.Id === id)

test('the system page is for super administrators of the flagged organisation', async () => {
  const elsewhere = await tokenOf(server, 'superadmin', 'harbour')
  const asks = [
    (as: string) => server.ask(system.status, { token: as }),
    (as: string) => server.ask(system.jobs, { token: as, params: { queue: 'mail' } }),
    (as: string) => server.ask(system.details, { token: as, params: { id: harbour.organisationId, what: 'kiosks' } }),
  ]
  for (const ask of asks) {
    expect((await ask(token)).status).toBe(200)
    for (const other of [manager, elsewhere]) expect((await ask(other)).status).toBe(403)
  }
  expect((await server.ask(system.details, { token, params: { id: newId(), what: 'kiosks' } })).status).toBe(404)
  expect((await server.ask(system.details, { token, params: { id: harbour.organisationId, what: 'all' } })).status).toBe(400)
})

test('versions, migrations, disk and tables are reported', async () => {
  const { Release, Node, Database, Migrations, Disk, DatabaseBytes, Tables } = await status()
  expect([Release, Node, Database].every((version) => /^\d+\.\d+/.test(version))).toBe(true)
  expect(Migrations.find((one) => one.Number === 1)).toMatchObject({ Name: '0001-organisations.sql' })
  expect(Migrations[0]!.Number).toBe(Math.max(...Migrations.map((one) => one.Number)))
  expect(Disk.Total).toBeGreaterThan(Disk.Free)
  expect(DatabaseBytes).toBeGreaterThan(0)
  expect(Tables[0]!.Bytes).toBeGreaterThanOrEqual(Tables[1]!.Bytes)
})

test('queues, dead letters and the last runs of schedules are counted, and their jobs listed', async () => {
  const jobs = await openJobs(server.store.url, createLog('silent'))
  onTestFinished(() => jobs.stop())
  const fail = () => Promise.reject(Object.assign(new Error('no'), { code: 'E_NO' }))
  await jobs.work(
    [{ name: 'sorting', retries: 0, retryAfter: 1, run: fail }],
    [{ name: 'sweeping', retries: 0, retryAfter: 1, cron: '0 0 1 1 *', run: async () => {} }],
  )
  await server.database.inTenant(wholeOrganisation(harbour.organisationId), async (db) => {
    await jobs.send(db, 'sorting', { organisationId: harbour.organisationId, id: newId() })
    await jobs.send(db, 'sorting', { organisationId: harbour.organisationId, id: newId() }, 3600)
  })
  const queue = async () => (await status()).Queues.find(({ Name }) => Name === 'sorting')
  await soon(async () => expect(await queue()).toMatchObject({ Waiting: 1, Failed: 1, Active: 0 }))
  expect((await queue())!.OldestAt).toBeTruthy()
  const rows = (await server.ask(system.jobs, { token, params: { queue: 'sorting' } })).body
  expect(rows.map(({ State }: { State: string }) => State).toSorted()).toEqual(['created', 'failed'])
  expect(rows.find(({ State }: { State: string }) => State === 'failed')).toMatchObject({ Detail: 'E_NO' })
  expect((await status()).Schedules).toContainEqual({
    Name: 'sweeping',
    Cron: '0 0 1 1 *',
    LastRunAt: null,
    HasFailed: false,
  })
})

test('the outbox of each organisation is counted with the rows behind each number', async () => {
  const organisation_id = harbour.organisationId
  const mail = { organisation_id, to_address: 'ada@harbour.test', subject: 'Secret subject', body: 'Secret body' }
  await inOrganisation(server, organisation_id, async (db) => {
    await db.deleteFrom('mails').execute()
    await db
      .insertInto('mails')
      .values([
        { ...mail, id: newId() },
        { ...mail, id: newId(), failed_at: new Date() },
        { ...mail, id: newId(), sent_at: new Date() },
      ])
      .execute()
    await db
      .insertInto('kiosk_events')
      .values({
        organisation_id,
        id: newId(),
        property_id: harbour.first.ids.property,
        locker_bank_id: harbour.first.ids.lockerBank,
        kind: 'collected',
        outcome: 'refused',
        reason: 'It cannot be.',
        body: '{}',
        at: new Date(),
        received_at: new Date(),
      } as never)
      .execute()
  })
  expect(await outboxOf(organisation_id)).toMatchObject({ Name: 'harbour', MailsWaiting: 1, MailsFailed: 1, EventsUnapplied: 1 })
  expect((await outboxOf(organisation_id))!.OldestMailAt).toBeTruthy()
  expect(await outboxOf(riverside.organisationId)).toMatchObject({ EventsUnapplied: 0 })
  expect(await details('mails-waiting')).toMatchObject([{ State: 'Waiting' }])
  expect(await details('mails-failed')).toMatchObject([{ Name: 'Email', State: 'Failed' }])
  expect(JSON.stringify([await details('mails-waiting'), await details('mails-failed')])).not.toMatch(/ada@|Secret/)
  expect(await details('events')).toMatchObject([
    { Name: `${harbour.first.mark('Bank')}: collected`, State: 'refused', Detail: 'It cannot be.' },
  ])
  expect(await details('events', riverside.organisationId)).toEqual([])
  expect(await details('notices-waiting')).toHaveLength((await outboxOf(organisation_id))!.NoticesWaiting)
  expect(await details('notices-failed')).toHaveLength((await outboxOf(organisation_id))!.NoticesFailed)
})

test('kiosks are counted by the version of their program, and listed by organisation', async () => {
  await inOrganisation(server, harbour.organisationId, (db) =>
    db
      .updateTable('locker_banks')
      .set({ app_version: '1.2.3', is_online: true, last_heart_beat: new Date() })
      .where('id', '=', harbour.first.ids.lockerBank)
      .execute(),
  )
  const { Kiosks } = await status()
  expect(Kiosks.filter(({ Id }) => Id === harbour.organisationId).toSorted((a, b) => b.Online - a.Online)).toEqual([
    { Id: harbour.organisationId, Name: 'harbour', AppVersion: '1.2.3', Kiosks: 1, Online: 1 },
    { Id: harbour.organisationId, Name: 'harbour', AppVersion: '', Kiosks: 1, Online: 0 },
  ])
  expect(await details('kiosks')).toContainEqual(
    expect.objectContaining({ Name: harbour.first.mark('Bank'), State: 'ONLINE', Detail: '1.2.3' }),
  )
})
