import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/ids.ts'
import { APP_ROLE } from '#platform/server/postgres/bootstrap-database.ts'
import { type Database, type Db, openDatabase, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { migrate } from '#platform/server/postgres/migrate.ts'
import { deriveKeys } from '#platform/server/security/keys.ts'
import { type TestDatabase, testDatabase } from '#platform/server/testing/database.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { runImport } from './queue.ts'

/** The migration that moves the values of lines. */
const SINCE = '0026'
const FOLDER = join(import.meta.dirname, '../../../database')
const earlier = temporaryFolder()
const [organisation, property, building, ada] = [newId(), newId(), newId(), newId()]

let store: TestDatabase
let database: Database
beforeAll(async () => {
  mkdirSync(join(earlier, 'migrations'))
  for (const name of readdirSync(join(FOLDER, 'migrations')))
    if (name < SINCE) cpSync(join(FOLDER, 'migrations', name), join(earlier, 'migrations', name))
  // Without the tables of later migrations.
  const grants = readFileSync(join(FOLDER, 'grants.sql'), 'utf8').replace(/^.* on (installation|audit_heads) .*\n/gm, '')
  writeFileSync(join(earlier, 'grants.sql'), grants)
  store = await testDatabase({ migrated: false })
  await migrate({ ownerUrl: store.ownerUrl, appRole: APP_ROLE, folder: earlier })
  database = openDatabase(store.url)
})
afterAll(async () => {
  await database.close()
  await store.drop()
  rmSync(earlier, { recursive: true })
})

const asTenant = <T>(work: (db: Db) => Promise<T>) => database.inTenant(wholeOrganisation(organisation), work)

/** An import of the earlier version whose lines 2 and 3 create Ben and change the unit of Ada. */
async function earlierImport(db: Db, encoding: string): Promise<string> {
  const id = newId()
  await sql`insert into import_jobs (organisation_id, id, file_name, file_size, encoding, created_by_name, status, checked_at, lines,
      new_lines, changed_lines, leaving_of)
    values (${organisation}, ${id}, 'residents.csv', 1, ${encoding}, 'Test', 'Applying', now(), 2, 1, 1, 1)`.execute(db)
  await sql`insert into import_files (organisation_id, import_id, position, bytes) values (${organisation}, ${id}, 0, 'x')`.execute(
    db,
  )
  await sql`insert into import_properties values (${organisation}, ${id}, ${property})`.execute(db)
  for (const [line, verdict, resident] of [
    [2, 'New', newId()],
    [3, 'Changed', ada],
  ] as const) {
    const isNew = verdict === 'New'
    await sql`insert into import_rows (organisation_id, import_id, line, verdict, resident_id)
      values (${organisation}, ${id}, ${line}, ${verdict}, ${resident})`.execute(db)
    await sql`insert into import_values (organisation_id, import_id, line, resident_id, is_new, property_id, building_id, unit_number,
        first_name, last_name, email, mobile_phone, phone1, phone2, external_id, occupancy_status, audit_key, sealed)
      values (${organisation}, ${id}, ${line}, ${resident}, ${isNew}, ${property}, ${building}, '9', ${isNew ? 'Ben' : 'Ada'}, 'Brandt', '', '',
        '', '', '', ${isNew ? 2 : null}, ${isNew ? Buffer.from('key') : null}, ${isNew ? 'sealed' : null})`.execute(db)
  }
  return id
}

test('an import under way continues after the upgrade with the values of its lines', async () => {
  const place = { organisation_id: organisation, property_id: property, building_id: building }
  const [id, other] = await asTenant(async (db) => {
    const zone = { time_zone: 'Europe/London' }
    await db
      .insertInto('organisations')
      .values({ id: organisation, name: 'One', system_name: 'one', ...zone })
      .execute()
    const named = { name: 'Property 1', external_code: 'P1', address: 'Quay', ...zone }
    await db
      .insertInto('properties')
      .values({ organisation_id: organisation, id: property, ...named })
      .execute()
    const home = { organisation_id: organisation, id: building, property_id: property, name: 'B1' }
    await db.insertInto('buildings').values(home).execute()
    const resident = { unit_number: '1', first_name: 'Ada', last_name: 'Brandt', email: 'ada@example.test' }
    await db
      .insertInto('residents')
      .values({ ...place, ...resident, id: ada })
      .execute()
    return [await earlierImport(db, 'utf-8'), await earlierImport(db, 'windows-1252')]
  })
  await migrate({ ownerUrl: store.ownerUrl, appRole: APP_ROLE, folder: FOLDER })
  const [values, files, job] = await asTenant((db) =>
    Promise.all([
      db.selectFrom('import_rows').select('values').where('import_id', '=', id!).orderBy('line').execute(),
      db.selectFrom('import_files').select('import_id').execute(),
      db.selectFrom('import_jobs').select(['named_property_ids', 'moves_out_of']).where('id', '=', id!).executeTakeFirst(),
    ]),
  )
  const written = { property_id: property, building_id: building, unit_number: '9', last_name: 'Brandt' }
  expect(values.map((row) => row.values)).toEqual([
    { ...written, first_name: 'Ben', occupancy_status: 2 },
    { ...written, first_name: 'Ada' },
  ])
  // A file in another encoding has to be uploaded again.
  expect(files).toEqual([{ import_id: id }])
  expect(other).not.toBe(id)
  expect(job).toEqual({ named_property_ids: [property], moves_out_of: 1 })

  await runImport({ database, keys: deriveKeys(randomBytes(32)) }, { organisationId: organisation, id: id! })
  const residents = await asTenant((db) =>
    db.selectFrom('residents').select(['first_name', 'unit_number', 'email', 'occupancy_status']).orderBy('first_name').execute(),
  )
  expect(residents).toEqual([
    { first_name: 'Ada', unit_number: '9', email: 'ada@example.test', occupancy_status: 1 },
    { first_name: 'Ben', unit_number: '9', email: '', occupancy_status: 2 },
  ])
})
