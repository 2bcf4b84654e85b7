import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { soon } from '#platform/server/testing/waiting.ts'
import { asRefusal } from '../http/refusal.ts'
import { type DatabaseProxy, databaseProxy, type TestDatabase, testDatabase } from '../testing/database.ts'
import { COMMIT_UNANSWERED, type Database, type Db, isoTime, openDatabase, REQUEST_LIMITS, wholeOrganisation } from './db.ts'

let store: TestDatabase
/** One connection, so that all transactions share it. */
let database: Database
const organisations = [newId(), newId()] as const
beforeAll(async () => {
  store = await testDatabase()
  database = openDatabase(store.url, { max: 1 })
  for (const [i, id] of organisations.entries())
    await database.inTenant(wholeOrganisation(id), (db) =>
      db
        .insertInto('organisations')
        .values({ id, name: `Organisation ${i}`, system_name: `o${i}`, time_zone: 'Europe/London' })
        .execute(),
    )
})
afterAll(async () => {
  await database.close()
  await store.drop()
})

const all = (db: Db) => db.selectFrom('organisations').select('id')
const seen = async (db: Db) => (await all(db).execute()).map(({ id }) => id)
/** A query with values is a named statement. */
const seenNamed = async (db: Db) => (await all(db).where('name', '<>', 'Nobody').execute()).map(({ id }) => id)
/** A query behind a setting of its transaction. */
const seenWithSetting = async (db: Db) => {
  const set = sql`set local enable_seqscan = off`.execute(db)
  const ids = seenNamed(db)
  await set
  return ids
}
const WAYS = [seen, seenNamed, seenWithSetting]
const readAs = <T>(id: string, work: (db: Db) => Promise<T>) => database.readInTenant(wholeOrganisation(id), work)

describe('reading as a tenant', () => {
  test('sees the tenant’s rows in every statement, pipelined and in sequence', async () => {
    for (const id of organisations)
      for (const [first, second, third] of WAYS.flatMap((a) => WAYS.flatMap((b) => WAYS.map((c) => [a, b, c] as const))))
        expect(await readAs(id, async (db) => [await Promise.all([first(db), second(db)]), await third(db)])).toEqual([
          [[id], [id]],
          [id],
        ])
  })

  test('sees no rows of other tenants on the same connection', async () => {
    const ids = Array.from({ length: 40 }, (_, i) => organisations[i % 2] as string)
    const answers = ids.map((id, i) =>
      i % 5 ? readAs(id, WAYS[i % 3] as typeof seen) : database.inTenant(wholeOrganisation(id), seenNamed),
    )
    expect(await Promise.all(answers)).toEqual(ids.map((id) => [id]))
  })

  test('refuses queries after its end, which would run as the next tenant of the connection', async () => {
    const late: Promise<unknown>[] = []
    const first = readAs(organisations[0], async (db) => {
      late.push(seen(db).catch(String))
      return db
    })
    const second = readAs(organisations[1], seen)
    late.push(seen(await first).catch(String))
    expect(await second).toEqual([organisations[1]])
    const refused = expect.stringContaining('after the end of its transaction')
    expect(await Promise.all(late)).toEqual([refused, refused])
  })

  test('refuses writes and locks, also on a connection that has written', async () => {
    const lock = (db: Db) => all(db).forUpdate().execute()
    const lockByName = (db: Db) => all(db).where('name', '<>', 'Nobody').forUpdate().execute()
    const rename = (db: Db) => db.updateTable('organisations').set({ name: 'Renamed' }).execute()
    for (const id of organisations) {
      expect(await database.inTenant(wholeOrganisation(id), lock)).toHaveLength(1)
      for (const work of [lock, lockByName, rename])
        await expect(readAs<unknown>(id, work)).rejects.toThrow('in a read-only transaction')
    }
  })

  test('reports the error of a failed statement, and its connection stays usable', async () => {
    for (const broken of [sql`select 1 / 0`, sql`select 1 / ${0}::int`]) {
      await expect(readAs(organisations[0], (db) => broken.execute(db))).rejects.toThrow('division by zero')
      for (const way of WAYS) expect(await readAs(organisations[1], way)).toEqual([organisations[1]])
    }
    const { rows } = await database.pool.query(
      `select coalesce(nullif(current_setting('app.organisation_id', true), ''), 'nobody') as who`,
    )
    expect(rows).toEqual([{ who: 'nobody' }])
  })
})

describe('working as a tenant', () => {
  const workAs = <T>(work: (db: Db) => Promise<T>) => database.inTenant(wholeOrganisation(organisations[0]), work)
  const rename = (db: Db, name: string) => db.updateTable('organisations').set({ name }).execute()
  const nameNow = async () => (await workAs((db) => db.selectFrom('organisations').select('name').executeTakeFirstOrThrow())).name
  const again = async (db: Db) =>
    await db
      .insertInto('organisations')
      .values({ id: organisations[0], name: 'Again', system_name: 'again', time_zone: 'Europe/London' })
      .executeTakeFirstOrThrow()

  test('reports the first failure of pipelined statements to each of them, also when a caller takes time to rethrow it', async () => {
    const named = (db: Db) => db.selectFrom('organisations').select('culture').where('name', '=', 'any').execute()
    const late = (work: Promise<unknown>) =>
      work.catch(async (error) => {
        await wait(20)
        throw error
      })
    await expect(workAs((db) => Promise.all([late(again(db)), late(named(db)), named(db)]))).rejects.toMatchObject({
      code: '23505',
    })
    expect(await workAs((db) => Promise.all([named(db), named(db)]))).toEqual([[], []])
  })

  test('rolls back and reports a failed statement whose error was caught', async () => {
    const before = await nameNow()
    const work = workAs(async (db) => {
      await rename(db, 'Rolled back')
      await again(db).catch(() => {})
    })
    await expect(work).rejects.toMatchObject({ code: '23505' })
    expect(await nameNow()).toBe(before)
  })

  test('fails when the connection breaks, and the next transaction has another connection', async () => {
    for (const work of [database.inTenant, database.readInTenant]) {
      const broken = work(wholeOrganisation(organisations[0]), (db) =>
        sql`select pg_terminate_backend(pg_backend_pid())`.execute(db),
      )
      await expect(broken).rejects.toThrow('terminat')
      expect(await readAs(organisations[0], seen)).toEqual([organisations[0]])
    }
  })

  test('refuses a query after the end of its transaction', async () => {
    const ended = await workAs(async (db) => ({ db }))
    await expect(rename(ended.db, 'Too late')).rejects.toThrow('after the end of its transaction')
  })
})

describe('a database that does not respond', () => {
  const LIMITS = { max: 2, connectionTimeoutMillis: 300, query_timeout: 600 }
  let proxy: DatabaseProxy
  let slow: Database
  beforeEach(async () => {
    proxy = await databaseProxy(store.url)
    slow = openDatabase(proxy.url, LIMITS)
  })
  afterEach(async () => {
    await slow.close()
    proxy.close()
  })
  const [id] = organisations
  const rename = (name: string) =>
    slow.inTenant(wholeOrganisation(id), (db) => db.updateTable('organisations').set({ name }).execute())
  const nameNow = async () =>
    (await readAs(id, (db) => db.selectFrom('organisations').select('name').executeTakeFirstOrThrow())).name

  test('fails statements, waits for a connection and new connections by their limits, and is used again once it responds', async () => {
    await rename('Before')
    proxy.hold(true)
    const refused = await Promise.allSettled(Array.from({ length: 5 }, () => rename('Frozen')))
    expect(refused.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
    const reasons = refused.map((one) => asRefusal((one as PromiseRejectedResult).reason))
    expect(reasons.map((refusal) => [refusal?.status, refusal?.code])).toEqual(Array(5).fill([503, 'MsgBusy']))
    proxy.hold(false)
    await soon(() => rename('After'))
    expect(await nameNow()).toBe('After')
  })

  test('has perhaps done a commit without a reply', async () => {
    // Its connection is made before, however long that takes.
    await soon(() => rename('Before'))
    proxy.holdAt((request) => request.includes('commit'))
    const error = await rename('Committed').catch((reason) => reason)
    expect(error.code).toBe(COMMIT_UNANSWERED)
    expect(asRefusal(error)).toMatchObject({ status: 503, code: 'MsgMayBeSaved', retryAfter: 1 })
    proxy.hold(false)
    expect(await nameNow()).toBe('Committed')
  })

  test('has not done a commit that it refused', async () => {
    const refusing = slow.inTenant(wholeOrganisation(id), async (db) => {
      await sql`create temporary table once_only (id int unique deferrable initially deferred) on commit drop`.execute(db)
      await sql`insert into once_only values (1), (1)`.execute(db)
    })
    await expect(refusing).rejects.toMatchObject({ code: '23505' })
  })

  test('keeps a request waiting for less than five seconds', () => {
    const { connectionTimeoutMillis, statement_timeout, lock_timeout, query_timeout } = REQUEST_LIMITS
    expect(connectionTimeoutMillis + query_timeout).toBeLessThan(5_000)
    expect(Math.max(statement_timeout, lock_timeout)).toBeLessThan(query_timeout)
  })
})

test.each([
  '2026-11-21 14:50:04+00',
  '2026-11-21 14:50:04.1+00',
  '2026-11-21 14:50:04.12+00',
  '2026-11-21 14:50:04.1239+00',
  '2026-11-21 14:50:04.999999+00',
  '2026-11-21 14:50:04.5+05:30',
  '2026-02-28 23:59:59-08',
  '12026-11-21 14:50:04.5+00',
])('isoTime › %s is the same time in ISO 8601', async (written) => {
  const { rows } = await database.pool.query(
    `select extract(epoch from date_trunc('milliseconds', $1::timestamptz)) * 1000 as ms`,
    [written],
  )
  expect(isoTime(written)).toBe(new Date(Number(rows[0].ms)).toISOString())
})
