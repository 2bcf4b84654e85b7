import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { writeAudit, writeAudits } from './audit.ts'
import { chainAudit, verifyAudit } from './audit-chain.ts'
import { withConnection } from './bootstrap-database.ts'
import { type Database, openDatabase, wholeOrganisation } from './db.ts'

const stores: { store: TestDatabase; database: Database }[] = []
let store: TestDatabase
let database: Database
let organisationId: string
let other: string

const AT = new Date('2026-11-01T10:00:00.000Z')
const asOwner = (statement: string, values: unknown[] = []) =>
  withConnection(store.superuserUrl, async (client) => (await client.query(statement, values)).rows)
const line = (name: string, to = organisationId) => ({
  organisationId: to,
  at: AT,
  actor: { id: newId(), name },
  action: 'change undone' as const,
  subjectId: newId(),
  detail: { before: 1, after: name },
})
const write = (names: readonly string[], to = organisationId) =>
  database.inTenant(wholeOrganisation(to), (db) =>
    writeAudits(
      db,
      names.map((name) => line(name, to)),
    ),
  )
const verified = async (name = 'one') => (await verifyAudit(database)).find(({ organisation }) => organisation === name)!
const idAt = async (position: number): Promise<string> =>
  (await asOwner('select id from audit where organisation_id = $1 and chain_position = $2', [organisationId, position]))[0].id

beforeEach(async () => {
  store = await testDatabase()
  database = openDatabase(store.url)
  stores.push({ store, database })
  organisationId = newId()
  other = newId()
  await asOwner(
    `insert into organisations (id, name, system_name, time_zone) values ($1, 'One', 'one', 'UTC'), ($2, 'Two', 'two', 'UTC')`,
    [organisationId, other],
  )
  await write(['a', 'b', 'c', 'd', 'e'])
  await write(['x', 'y'], other)
  await chainAudit(database)
})
afterAll(async () => {
  for (const one of stores) {
    await one.database.close()
    await one.store.drop()
  }
})

describe('the hash chain', () => {
  test('has every committed entry of its organisation, and is extended by the next run', async () => {
    expect(await verified()).toMatchObject({ chained: 5, waiting: 0, broken: null })
    await write(['f'])
    expect(await verified()).toMatchObject({ chained: 5, waiting: 1, broken: null })
    await Promise.all([chainAudit(database), chainAudit(database)])
    expect(await verified()).toMatchObject({ chained: 6, waiting: 0, broken: null })
    expect(await verified('two')).toMatchObject({ chained: 2, waiting: 0, broken: null })
  })

  test('appends entries that commit late behind those that committed before them', async () => {
    await database.inTenant(wholeOrganisation(organisationId), async (db) => {
      await writeAudit(db, line('late'))
      await write(['early'])
      await chainAudit(database)
      expect(await verified()).toMatchObject({ chained: 6, broken: null })
    })
    await chainAudit(database)
    expect(await verified()).toMatchObject({ chained: 7, waiting: 0, broken: null })
    const rows = await asOwner('select actor_name from audit where organisation_id = $1 order by chain_position desc limit 2', [
      organisationId,
    ])
    expect(rows).toEqual([{ actor_name: 'late' }, { actor_name: 'early' }])
  })

  test.each([
    ['the actor', `actor_name = 'z'`, 3],
    ['the time', `at = at - interval '1 microsecond'`, 3],
    ['the action', `action = 'courier deleted'`, 3],
    ['the subject', 'subject_id = gen_random_uuid()', 3],
    ['the address', `address = '192.0.2.9'`, 3],
    ['the detail', `detail = '{"before": 2}'`, 3],
    ['the hash', `hash = sha256('x')`, 3],
    ['the position', 'chain_position = 30', 4],
  ])('shows where it is broken when %s of the third entry was changed', async (_, change, position) => {
    await asOwner(`update audit set ${change} where id = $1`, [await idAt(3)])
    expect((await verified()).broken).toMatchObject({ position, id: await idAt(position) })
    expect((await verified('two')).broken).toBeNull()
  })

  test('shows a detail that was changed together with its hash', async () => {
    await asOwner(`update audit set detail = '{}', detail_hash = audit_detail_hash('{}') where id = $1`, [await idAt(2)])
    expect((await verified()).broken).toMatchObject({ position: 2 })
  })

  test('shows deleted entries, also the first and the last', async () => {
    for (const [position, broken] of [
      [5, 5],
      [3, 4],
      [1, 2],
    ] as const) {
      await asOwner('delete from audit where id = $1', [await idAt(position)])
      expect((await verified()).broken).toMatchObject({ position: broken })
    }
    await asOwner('delete from audit where organisation_id = $1', [organisationId])
    expect((await verified()).broken).toMatchObject({ position: 1, reason: 'the last entries are missing' })
  })

  test('shows an inserted entry', async () => {
    await asOwner('update audit set chain_position = chain_position + 1000 where organisation_id = $1 and chain_position > 2', [
      organisationId,
    ])
    await asOwner(
      `insert into audit (organisation_id, id, actor_name, action, chain_position, detail_hash, hash)
        select organisation_id, gen_random_uuid(), 'z', action, 3, detail_hash, hash from audit where chain_position = 1003`,
    )
    await asOwner('update audit set chain_position = chain_position - 999 where organisation_id = $1 and chain_position > 1000', [
      organisationId,
    ])
    await asOwner('update audit_heads set chain_position = 6 where organisation_id = $1', [organisationId])
    expect((await verified()).broken).toMatchObject({ position: 3 })
  })

  test('shows two entries that were swapped', async () => {
    const [second, fourth] = [await idAt(2), await idAt(4)]
    await asOwner('update audit set chain_position = 99 where id = $1', [second])
    await asOwner('update audit set chain_position = 2 where id = $1', [fourth])
    await asOwner('update audit set chain_position = 4 where id = $1', [second])
    expect((await verified()).broken).toMatchObject({ position: 2, id: fourth })
  })
})

test.each([
  `update audit set actor_name = 'z'`,
  'delete from audit',
  `update audit_heads set chain_position = 0`,
  'delete from audit_heads',
])('the serving role cannot run "%s"', async (statement) => {
  await expect(withConnection(store.url, (client) => client.query(statement))).rejects.toThrow('permission denied')
})

test.each(['chain_position = 1', `hash = ''`, `detail_hash = ''`])(
  'the serving role cannot insert an entry with %s',
  async (column) => {
    const [name, value] = column.split(' = ')
    const insert = (columns: string, values: string) =>
      database.inTenant(wholeOrganisation(organisationId), (db) =>
        sql
          .raw(
            `insert into audit (organisation_id, id, actor_name, action${columns})
            values ('${organisationId}', '${newId()}', 'z', 'courier changed'${values})`,
          )
          .execute(db),
      )
    await expect(insert(`, ${name}`, `, ${value}`)).rejects.toThrow('row-level security policy "audit_unchained"')
    await insert('', '')
    await chainAudit(database)
    expect(await verified()).toMatchObject({ chained: 6, waiting: 0, broken: null })
  },
)
