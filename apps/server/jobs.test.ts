import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Change } from '#features/live/server/api.ts'
import { STATUSES } from '#features/package-statuses/statuses.ts'
import { expirePackages } from '#features/packages/server/api.ts'
import { session } from '#features/session/contract.ts'
import { newId } from '#platform/ids.ts'
import { runRetention } from './jobs.ts'
import { emailOf, inOrganisation, type OrganisationFixtures, PASSWORD, seedOrganisation } from './testing/fixtures.ts'
import { seedFixtures } from './testing/seed-fixtures.ts'
import { type TestServer, testServer } from './testing/server.ts'

const DAY = 86_400_000
let server: TestServer
let organisations: OrganisationFixtures[]
beforeAll(async () => {
  server = await testServer()
  organisations = [await seedOrganisation(server, 'alpha'), await seedOrganisation(server, 'beta')]
})
afterAll(() => server.stop())

const signIn = ({ systemName }: OrganisationFixtures) =>
  server.ask(session.token, {
    input: {
      grant_type: 'password',
      username: emailOf('superadmin', systemName),
      password: PASSWORD,
      client_id: 'api',
      scope: `${systemName} 1`,
    },
  })
const refresh = (token: string) =>
  server.ask(session.token, { input: { grant_type: 'refresh_token', client_id: 'api', refresh_token: token } })
const rows = async () => {
  const tables = ['sign_ins', 'refresh_tokens', 'idempotency_keys', 'mails', 'password_resets'] as const
  const counts: Record<string, number[]> = {}
  for (const table of tables) {
    counts[table] = []
    for (const { organisationId } of organisations)
      counts[table].push(
        (await inOrganisation(server, organisationId, (db) => db.selectFrom(table).select('organisation_id').execute())).length,
      )
  }
  return counts
}

test('retention deletes expired rows in every organisation, and no others', async () => {
  const tokens: string[] = []
  for (const organisation of organisations) {
    const { body } = await signIn(organisation)
    tokens.push(body.refresh_token)
    await server.ask(session.forgotPassword, {
      input: { OrganisationSystemName: organisation.systemName, UserName: emailOf('superadmin', organisation.systemName) },
    })
    await inOrganisation(server, organisation.organisationId, (db) =>
      db
        .insertInto('idempotency_keys')
        .values({
          organisation_id: organisation.organisationId,
          user_id: newId(),
          operation: 'POST /x',
          key: 'k',
          request_hash: Buffer.from('x'),
        })
        .execute(),
    )
  }
  const before = await rows()
  expect(before).toEqual({
    sign_ins: [1, 1],
    refresh_tokens: [1, 1],
    idempotency_keys: [1, 1],
    mails: [1, 1],
    password_resets: [1, 1],
  })

  await runRetention(server, new Date())
  expect(await rows()).toEqual(before)
  expect((await refresh(tokens[0]!)).status).toBe(200)

  await runRetention(server, new Date(Date.now() + 2 * DAY))
  expect(await rows()).toEqual({
    ...before,
    refresh_tokens: [2, 1],
    idempotency_keys: [0, 0],
    password_resets: [0, 0],
  })

  await runRetention(server, new Date(Date.now() + 40 * DAY))
  expect(Object.values(await rows()).flat()).toEqual(Array(10).fill(0))
  expect((await refresh(tokens[1]!)).status).toBe(400)
})

test('retention deletes rate limits whose window has passed', async () => {
  await server.ask(session.token, {
    input: { grant_type: 'password', client_id: 'api', username: 'x', password: 'x', scope: 'alpha 1' },
  })
  const limits = async () => (await server.database.pool.query('select key from rate_limits')).rowCount
  expect(await limits()).toBeGreaterThan(0)
  await runRetention(server, new Date(Date.now() + DAY))
  expect(await limits()).toBe(0)
})

test('due packages of every organisation expire once, however often the job runs, and are published', async () => {
  const seeded = [await seedFixtures(server, 'gamma'), await seedFixtures(server, 'delta')]
  const statuses = async () => {
    const histories: number[][] = []
    for (const { organisationId } of seeded)
      histories.push(
        await inOrganisation(server, organisationId, async (db) => {
          const history = await db.selectFrom('package_history').select('status_id').orderBy('at').orderBy('id').execute()
          return history.map((row) => row.status_id)
        }),
      )
    return histories
  }
  const published: Change[] = []
  const live = { changed: (change: Change) => published.push(change) }
  await expirePackages(server.database, live, new Date())
  expect(await statuses()).toEqual([Array(2).fill(STATUSES.InLocker.id), Array(2).fill(STATUSES.InLocker.id)])
  expect(published).toEqual([])

  const later = new Date(Date.now() + 2 * DAY)
  await Promise.all([expirePackages(server.database, live, later), expirePackages(server.database, live, later)])
  await expirePackages(server.database, live, later)
  const expired = [STATUSES.InLocker.id, STATUSES.InLocker.id, STATUSES.ExpiredInlocker.id, STATUSES.ExpiredInlocker.id]
  expect(await statuses()).toEqual([expired, expired])
  const banks = seeded.flatMap(({ first, second }) => [first.ids.lockerBank, second.ids.lockerBank])
  expect(published.map((change) => change.lockerBankId).sort()).toEqual(banks.sort())
})
