import { describe, expect, test } from 'vitest'
import { inOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { residents } from '#features/residents/contract.ts'
import { imports } from '../contract.ts'
import { MAX_LINES } from '../rules.ts'
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

  test('erases every line of several large files, and deleting them deletes every line', async () => {
    await applied(server, token, (await checked(server, sent, file(ADA))).Id)
    const [ada] = await stored('Brandt')
    const { organisationId } = fixtures
    const large = await Promise.all([file(BEN), file(ADA, BEN), file(BEN, ADA)].map((text) => checked(server, sent, text)))
    const ids = large.map(({ Id }) => Id)
    const numbers = [6_665, 6_666, 6_667, 20_000, 20_001, MAX_LINES, MAX_LINES + 1]
    await inOrganisation(server, organisationId, (db) =>
      db
        .insertInto('import_rows')
        .values(
          ids.flatMap((import_id) =>
            numbers.map((line) => ({
              organisation_id: organisationId,
              import_id,
              line,
              verdict: 'New',
              values: JSON.stringify({ first_name: 'Ada' }) as never,
            })),
          ),
        )
        .execute(),
    )
    await erase(ada!.id)
    expect(await kept()).toEqual([[], []])
    expect((await server.ask(imports.remove, { token, input: ids })).status).toBe(200)
    const left = await inOrganisation(server, organisationId, (db) =>
      db.selectFrom('import_rows').select('line').where('import_id', 'in', ids).execute(),
    )
    expect(left).toEqual([])
  })
})
