import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { inOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { residents } from '#features/residents/contract.ts'
import { newId } from '#platform/ids.ts'
import { imports } from '../contract.ts'
import { ADA, applied, BEN, checked, detail, file, upload } from '../testing/files.ts'
import { eachWithImportFixtures, type ImportFixtures } from '../testing/import-fixtures.ts'

let { server, fixtures, token, sent, stored } = {} as ImportFixtures
eachWithImportFixtures((there) => {
  ;({ server, fixtures, token, sent, stored } = there)
})

const erase = async (residentId: string) => {
  const admin = await tokenOf(server, 'superadmin', fixtures.systemName)
  expect((await server.ask(residents.erase, { token: admin, params: { residentId } })).status).toBe(200)
}
/** The stored data of files that are not imported. */
const kept = () =>
  inOrganisation(server, fixtures.organisationId, async (db) => [
    await db.selectFrom('import_rows').select('line').where('values', 'is not', null).execute(),
    await db.selectFrom('import_files').select('import_id').execute(),
  ])
const DISCARDED = {
  Status: 'Failed',
  Failure: 'Discarded because a resident was erased. Upload the file again without this person.',
  IsKept: false,
  IsChecked: false,
}

describe('erasing a resident', () => {
  test.each([
    ['that changes the resident', `${ADA}Moving in`],
    ['with a refused line that matches no resident', 'Elsewhere,Building 1,101,Ada,Brandt,,,,'],
  ])('discards a checked file %s', async (_, line) => {
    await applied(server, token, (await checked(server, sent, file(ADA))).Id)
    const [ada] = await stored('Brandt')
    const waiting = await checked(server, sent, file(line, BEN))
    await erase(ada!.id)
    expect(await detail(server, token, waiting.Id)).toMatchObject(DISCARDED)
    await server.work()
    expect(await kept()).toEqual([[], []])
  })

  test('discards a file that is not checked yet, and one whose first line was read as headings', async () => {
    await applied(server, token, (await checked(server, sent, file(ADA))).Id)
    const [ada] = await stored('Brandt')
    const unreadable = await checked(server, sent, ADA)
    expect(JSON.stringify(unreadable.Columns)).toContain('Brandt')
    const { body } = await upload(server, sent, file(ADA))
    await erase(ada!.id)
    await server.work()
    expect(await detail(server, token, body.Id)).toMatchObject(DISCARDED)
    expect(await detail(server, token, unreadable.Id)).toMatchObject({ ...DISCARDED, Columns: [] })
    expect(await kept()).toEqual([[], []])
  })

  test('deletes every line of several large files in a job; until then nobody can read them', async () => {
    await applied(server, token, (await checked(server, sent, file(ADA))).Id)
    const [ada] = await stored('Brandt')
    const [large, other] = [await checked(server, sent, file(BEN)), await checked(server, sent, file(ADA, BEN))]
    await addLines([large.Id, other.Id], 30_000)
    expect((await linesOf(large.Id)).body.Data).toHaveLength(20)
    await erase(ada!.id)
    for (const { Id } of [large, other]) {
      expect((await linesOf(Id)).body).toMatchObject({ Data: [], Total: 0 })
      expect(await detail(server, token, Id)).toMatchObject({ ...DISCARDED, Lines: 0, New: 0 })
    }
    await server.work()
    expect(await kept()).toEqual([[], []])
    expect(await linesLeft([large.Id, other.Id])).toBe(0)
  })

  test('reads no line of files that are not applied, however many there are', async () => {
    await applied(server, token, (await checked(server, sent, file(ADA))).Id)
    const [ada] = await stored('Brandt')
    const { organisationId } = fixtures
    const earlier = Array.from({ length: 1_000 }, newId)
    await inOrganisation(server, organisationId, (db) =>
      db
        .insertInto('import_jobs')
        .values(
          earlier.map((id) => ({
            organisation_id: organisationId,
            id,
            file_name: 'earlier.csv',
            file_size: 1,
            created_by: newId(),
            created_by_name: 'Somebody',
            status: 'Failed' as const,
          })),
        )
        .execute(),
    )
    const query = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => query.mockRestore())
    await erase(ada!.id)
    const ofLines = query.mock.calls.filter(([statement]) => JSON.stringify(statement).includes('import_rows'))
    expect(ofLines).toHaveLength(1)
  })

  test('keeps the lines of a file that can be checked again', async () => {
    await applied(server, token, (await checked(server, sent, file(ADA))).Id)
    const [ada] = await stored('Brandt')
    await checked(server, sent, file(BEN))
    await erase(ada!.id)
    const later = await checked(server, sent, file(BEN))
    await inOrganisation(server, fixtures.organisationId, (db) =>
      db.updateTable('import_jobs').set({ status: 'Failed', checked_at: null }).where('id', '=', later.Id).execute(),
    )
    await server.work()
    expect(await linesLeft([later.Id])).toBe(1)
  })

  test('deleting an import deletes every line', async () => {
    const large = await checked(server, sent, file(BEN))
    await addLines([large.Id], 30_000)
    expect((await server.ask(imports.remove, { token, input: [large.Id] })).status).toBe(200)
    expect(await linesLeft([large.Id])).toBe(0)
  })
})

const linesOf = (Id: string) => server.ask(imports.lines, { token, input: { Id, PageIndex: 1, PageSize: 20 } })
/** Adds so many lines with values to each of these imports. */
const addLines = (ids: string[], count: number) =>
  inOrganisation(server, fixtures.organisationId, (db) =>
    sql`insert into import_rows (organisation_id, import_id, position, line, verdict, values)
      select ${fixtures.organisationId}, id, line, line, 'New', '{"first_name": "Ada"}'
      from unnest(${ids}::uuid[]) id, generate_series(10, ${count + 9}) line`.execute(db),
  )
const linesLeft = (ids: string[]) =>
  inOrganisation(server, fixtures.organisationId, async (db) => {
    const rows = await db.selectFrom('import_rows').select('line').where('import_id', 'in', ids).execute()
    return rows.length
  })
