import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { type Database, type Db, deferToCommit, isoTime, openDatabase, wholeOrganisation } from './db.ts'

let store: TestDatabase
/** On one connection, so that everybody follows everybody else on it. */
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
/** A query with values is read in another way. */
const seenByName = async (db: Db) => (await all(db).where('name', '<>', 'Nobody').execute()).map(({ id }) => id)
/** So is one that is carried out in its own way. */
const seenOtherwise = async (db: Db) => {
  const set = sql`set local enable_seqscan = off`.execute(db)
  const ids = seenByName(db)
  await set
  return ids
}
const WAYS = [seen, seenByName, seenOtherwise]
const readAs = <T>(id: string, work: (db: Db) => Promise<T>) => database.readInTenant(wholeOrganisation(id), work)

describe('reading as a tenant', () => {
  test('sees the tenant’s rows with every statement, at once and one after another', async () => {
    for (const id of organisations)
      for (const [first, second, third] of WAYS.flatMap((a) => WAYS.flatMap((b) => WAYS.map((c) => [a, b, c] as const))))
        expect(await readAs(id, async (db) => [await Promise.all([first(db), second(db)]), await third(db)])).toEqual([
          [[id], [id]],
          [id],
        ])
  })

  test('among others on the same connection sees nobody else’s', async () => {
    const asked = Array.from({ length: 40 }, (_, i) => organisations[i % 2] as string)
    const answers = asked.map((id, i) =>
      i % 5 ? readAs(id, WAYS[i % 3] as typeof seen) : database.inTenant(wholeOrganisation(id), seenByName),
    )
    expect(await Promise.all(answers)).toEqual(asked.map((id) => [id]))
  })

  test('ends with its work: what it did not wait for, and what asks later, is not asked in the name of who comes next', async () => {
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

  test('can write and lock nothing, also on a connection that has written', async () => {
    const lock = (db: Db) => all(db).forUpdate().execute()
    const lockByName = (db: Db) => all(db).where('name', '<>', 'Nobody').forUpdate().execute()
    const rename = (db: Db) => db.updateTable('organisations').set({ name: 'Renamed' }).execute()
    for (const id of organisations) {
      expect(await database.inTenant(wholeOrganisation(id), lock)).toHaveLength(1)
      for (const work of [lock, lockByName, rename])
        await expect(readAs<unknown>(id, work)).rejects.toThrow('in a read-only transaction')
    }
  })

  test('that fails is told why, and its connection goes on', async () => {
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

describe('what is written last', () => {
  const workAs = <T>(work: (db: Db) => Promise<T>) => database.inTenant(wholeOrganisation(organisations[0]), work)
  const called = (name: string) => (db: Db) => db.updateTable('organisations').set({ name })
  const nameNow = async () => (await workAs((db) => db.selectFrom('organisations').select('name').executeTakeFirstOrThrow())).name

  test('comes after everything else, in its order, and is kept with it', async () => {
    await workAs(async (db) => {
      await deferToCommit(db, called('First')(db))
      await deferToCommit(db, called('Last')(db))
      await called('At once')(db).execute()
    })
    expect(await nameNow()).toBe('Last')
  })

  test('fails the whole when it fails, and is not written when anything else does', async () => {
    const before = await nameNow()
    const failing = workAs(async (db) => {
      await called('Not kept')(db).execute()
      await deferToCommit(db, db.updateTable('organisations').set({ name: null as never }))
    })
    await expect(failing).rejects.toMatchObject({ code: '23502' })
    const refused = workAs(async (db) => {
      await deferToCommit(db, called('Not kept')(db))
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    expect(await nameNow()).toBe(before)
  })

  test('is refused once the transaction is over, instead of waiting for an end that does not come', async () => {
    const over = await workAs(async (db) => ({ db }))
    await expect(deferToCommit(over.db, called('Too late')(over.db))).rejects.toThrow('after the end')
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

  test('tells of statements that were sent together why the first of them failed, however long whoever asked takes to hear', async () => {
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

  test('tells it too when nobody heard of the failure: what was written besides is not kept', async () => {
    const before = await nameNow()
    const work = workAs(async (db) => {
      await rename(db, 'Not kept')
      await again(db).catch(() => {})
    })
    await expect(work).rejects.toMatchObject({ code: '23505' })
    expect(await nameNow()).toBe(before)
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
])('%s is the same time in ISO 8601', async (written) => {
  const { rows } = await database.pool.query(
    `select extract(epoch from date_trunc('milliseconds', $1::timestamptz)) * 1000 as ms`,
    [written],
  )
  expect(isoTime(written)).toBe(new Date(Number(rows[0].ms)).toISOString())
})
