import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
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
import { resumeEveryImport, runImport } from './run.ts'

/** The first migration that the program before did not know. */
const SINCE = '0023'
const FOLDER = join(import.meta.dirname, '../../../database')
const before = temporaryFolder()
const keys = deriveKeys(randomBytes(32))
const [organisation, property, building] = [newId(), newId(), newId()]
const HEADINGS = 'Property,Building,Unit,First Name,Last Name,ExternalId'
/** Somebody who is there, as a file says it that changes their unit. */
const THERE = { id: newId(), line: 'P1,B1,9,Ada,Brandt,X1' }

let store: TestDatabase
let database: Database
beforeAll(async () => {
  mkdirSync(join(before, 'migrations'))
  for (const name of readdirSync(join(FOLDER, 'migrations')))
    if (name < SINCE) cpSync(join(FOLDER, 'migrations', name), join(before, 'migrations', name))
  cpSync(join(FOLDER, 'grants.sql'), join(before, 'grants.sql'))
  store = await testDatabase({ migrated: false })
  await migrate({ ownerUrl: store.ownerUrl, appRole: APP_ROLE, folder: before })
  database = openDatabase(store.url)
})
afterAll(async () => {
  await database.close()
  await store.drop()
  rmSync(before, { recursive: true })
})

const within = <T>(work: (db: Db) => Promise<T>) => database.inTenant(wholeOrganisation(organisation), work)

type Waiting = {
  readonly status: string
  readonly checked?: boolean
  readonly lines: readonly string[]
  /** Lines, from 2 on, that are new and left to be done. */
  readonly made?: readonly number[]
  /** The same of those who change. */
  readonly changed?: readonly number[]
  readonly isKept?: boolean
}
/** An import as the program before left it. */
async function left({ status, checked = true, lines, made = [], changed = [], isKept = true }: Waiting): Promise<string> {
  const id = newId()
  const common = { organisation_id: organisation, import_id: id }
  await within(async (db) => {
    await db
      .insertInto('import_jobs')
      .values({
        organisation_id: organisation,
        id,
        file_name: 'residents.csv',
        file_size: 1,
        encoding: 'utf-8',
        created_by_name: 'somebody',
        status: status as 'Ready',
        run_id: newId(),
        headings: HEADINGS.split(','),
        lines: lines.length,
        new_lines: made.length,
        changed_lines: changed.length,
        ...(checked && { checked_at: new Date().toISOString() }),
      })
      .execute()
    const bytes = Buffer.from([HEADINGS, ...lines].join('\n'))
    if (isKept)
      await db
        .insertInto('import_files')
        .values({ ...common, position: 0, bytes })
        .execute()
    for (const [line, is_new] of [...made.map((n) => [n, true] as const), ...changed.map((n) => [n, false] as const)]) {
      const [, , unit_number, first_name, last_name, external_id] = lines[line - 2]!.split(',')
      const resident = is_new ? newId() : THERE.id
      await db
        .insertInto('import_rows')
        .values({ ...common, line, verdict: is_new ? 'New' : 'Changed', resident_id: resident })
        .execute()
      await sql`insert into import_values (organisation_id, import_id, line, resident_id, is_new, property_id, building_id, unit_number,
          first_name, last_name, email, mobile_phone, phone1, phone2, external_id)
        values (${organisation}, ${id}, ${line}, ${resident}, ${is_new}, ${property}, ${building}, ${unit_number}, ${first_name}, ${last_name},
          '', '', '', '', ${external_id})`.execute(db)
    }
  })
  return id
}
const told = async (id: string) =>
  await within((db) =>
    db
      .selectFrom('import_jobs')
      .select(['status', 'run_id', 'new_lines', 'changed_lines', 'unchanged_lines', 'failure'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )

test('files that wait when the program is replaced are checked again, or gone on with; nothing of them is lost', async () => {
  await within(async (db) => {
    await db
      .insertInto('organisations')
      .values({ id: organisation, name: 'One', system_name: 'one', time_zone: 'Europe/London' })
      .execute()
    await db
      .insertInto('properties')
      .values({
        organisation_id: organisation,
        id: property,
        name: 'Property 1',
        external_code: 'P1',
        time_zone: 'Europe/London',
        address: 'Quay',
      })
      .execute()
    await db
      .insertInto('buildings')
      .values({ organisation_id: organisation, id: building, property_id: property, name: 'B1' })
      .execute()
    const resident = { organisation_id: organisation, property_id: property, building_id: building }
    await db
      .insertInto('residents')
      .values([
        { ...resident, id: THERE.id, unit_number: '1', first_name: 'Ada', last_name: 'Brandt', external_id: 'X1' },
        { ...resident, id: newId(), unit_number: '2', first_name: 'Ben', last_name: 'Castro', external_id: 'X2' },
      ])
      .execute()
  })
  const ben = 'P1,B1,2,Ben,Castro,X2'
  const cid = 'P1,B1,3,Cid,Dorn,X3'
  const ready = await left({ status: 'Ready', lines: [cid], made: [2] })
  const halfDone = await left({ status: 'Applying', lines: [ben, cid], made: [3] })
  const changing = await left({ status: 'Applying', lines: [THERE.line], changed: [2] })
  const brokenOff = await left({ status: 'Failed', lines: [cid], made: [2] })
  const checking = await left({
    status: 'Checking',
    checked: false,
    lines: [THERE.line.replace(',9,', ',8,'), ben],
    changed: [2],
  })
  const done = await left({ status: 'Done', lines: [ben] })
  const without = await left({ status: 'Applying', lines: [cid], made: [2], isKept: false })
  const kept = [ready, halfDone, brokenOff, checking]
  // Of an import that is no longer there.
  const orphan = await left({ status: 'Ready', lines: [cid], made: [2] })
  await within((db) => db.deleteFrom('import_jobs').where('id', '=', orphan).execute())

  await migrate({ ownerUrl: store.ownerUrl, appRole: APP_ROLE, folder: FOLDER })
  // Whoever is checking one at this moment stops: what they put down is gone.
  for (const id of kept) expect(await told(id)).toMatchObject({ status: 'Checking', run_id: null })

  const jobs: string[] = []
  await resumeEveryImport(database, async (_db, _queue, { id }) => void jobs.push(id), new Date(Date.now() + 60_000))
  expect([...jobs].sort()).toEqual([...kept, changing, without].sort())
  for (const id of jobs) await runImport({ database, keys }, { organisationId: organisation, id })
  const counted = async (id: string) => {
    const { status, new_lines, changed_lines, unchanged_lines } = await told(id)
    return [status, new_lines, changed_lines, unchanged_lines]
  }
  expect(await counted(ready)).toEqual(['Ready', 1, 0, 0])
  expect(await counted(halfDone)).toEqual(['Ready', 1, 0, 1])
  expect(await counted(changing)).toEqual(['Done', 0, 1, 0])
  expect(await counted(brokenOff)).toEqual(['Ready', 1, 0, 0])
  expect(await counted(checking)).toEqual(['Ready', 0, 1, 1])
  expect(await counted(done)).toEqual(['Done', 0, 0, 0])
  expect(await told(without)).toMatchObject({ status: 'Failed', failure: 'The file is no longer kept. Upload it again.' })
  const waiting = await within((db) =>
    db.selectFrom('import_values').select(['import_id', 'is_new']).orderBy('import_id').execute(),
  )
  expect(waiting).toEqual(kept.sort().map((import_id) => ({ import_id, is_new: import_id !== checking })))
})
