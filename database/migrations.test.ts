import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { APP_ROLE, withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { migrate } from '#platform/server/postgres/migrate.ts'
import { testDatabase } from '#platform/server/testing/database.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'

const [ORGANISATION, PROPERTY, BUILDING, RESIDENT, PACKAGE] = [1, 2, 3, 4, 5].map(
  (n) => `00000000-0000-7000-8000-00000000000${n}`,
)

test('rows of before 0010 are kept: names and units are found, lines of imports have their places', async () => {
  const [database, folder] = [await testDatabase({ migrated: false }), temporaryFolder()]
  const rows = async (...statements: string[]) =>
    withConnection(database.superuserUrl, async (client) => {
      const results = []
      for (const statement of statements) results.push(await client.query(statement))
      return results.at(-1)!.rows
    })
  const update = (from: string) => migrate({ ownerUrl: database.ownerUrl, appRole: APP_ROLE, folder: from })
  try {
    mkdirSync(join(folder, 'migrations'))
    const before = readdirSync(join(import.meta.dirname, 'migrations')).filter((name) => name < '0010')
    for (const name of before) cpSync(join(import.meta.dirname, 'migrations', name), join(folder, 'migrations', name))
    cpSync(join(import.meta.dirname, 'grants.sql'), join(folder, 'grants.sql'))
    await update(folder)
    await rows(
      'set session_replication_role = replica',
      `insert into residents (organisation_id, id, property_id, building_id, unit_number, first_name, last_name)
        values ('${ORGANISATION}', '${RESIDENT}', '${PROPERTY}', '${BUILDING}', 'APT #012-C', 'Conan', 'O’Brien-Müller')`,
      `insert into packages (organisation_id, id, property_id, building_id, resident_id, package_number, recipient_name, unit_number,
          mailroom_id, status_id, status_group, drop_off_time, last_transaction_at)
        values ('${ORGANISATION}', '${PACKAGE}', '${PROPERTY}', '${BUILDING}', '${RESIDENT}', 'PN-1', 'Conan O’Brien-Müller', 'APT #012-C',
          '${BUILDING}', 3, 1, now(), now())`,
      `insert into package_labels (organisation_id, package_id, property_id, drop_off_time, unit_key, recipient_name, package_number, tracking_number)
        values ('${ORGANISATION}', '${PACKAGE}', '${PROPERTY}', now(), 'apt #012-c', 'Conan O’Brien-Müller', 'PN-1', 'SW-1234-5')`,
    )
    await rows(
      'set session_replication_role = replica',
      `insert into import_rows (organisation_id, import_id, line, verdict) values ('${ORGANISATION}', '${PACKAGE}', 7, 'New')`,
    )
    const indexes = `select indexdef from pg_indexes where tablename in ('residents', 'registrations', 'package_labels', 'properties', 'buildings') order by indexdef`
    const indexesBefore = await rows(indexes)
    await update(import.meta.dirname)
    expect(await rows(indexes)).toEqual(expect.arrayContaining(indexesBefore))
    expect(await rows('select line, position from import_rows')).toEqual([{ line: 7, position: 7 }])
    expect(await rows('select relname from pg_class where relrowsecurity and not relforcerowsecurity')).toEqual([])
    const columns = 'unit_key, search_text'
    expect(await rows(`select ${columns} from residents`)).toMatchObject([
      { unit_key: '12c', search_text: expect.stringMatching(/^ conan obrienmuller apt #012c 12c /) },
    ])
    expect(await rows(`select ${columns} from package_labels`)).toMatchObject([
      { unit_key: '12c', search_text: ' conan obrienmuller 12c pn1 sw1234-5 sw12345' },
    ])
  } finally {
    await database.drop()
    rmSync(folder, { recursive: true })
  }
})
