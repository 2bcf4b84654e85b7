import { expect, test } from 'vitest'
import { type ImportRow, imports } from '#features/imports/contract.ts'
import { checked } from '#features/imports/testing/files.ts'
import { workbookOfSheets, workbookOfTexts } from '#features/imports/testing/workbooks.ts'
import { properties } from '#features/properties/contract.ts'
import { fetchFixtures } from '../testing/fetch-fixtures.ts'

const { state, there, fetchAll } = fetchFixtures()

/** A roster of one property, which it does not name. */
const roster = (...lines: string[]) => ['Unit,Resident,Status', ...lines].join('\n')

test('a roster without a property is read as a person has read it before, if its name but the date is the same', async () => {
  const { put, names, imports: list, fetched, residents, token, organisationId, rules, sftp } = await there()
  await rules({ ImportApply: true })
  const sent = { token, organisationId, name: 'Riverside 2026-11-27.csv' }
  const { Id } = await checked(state.server, sent, roster('1,Ann Fetchedroster,Guest'))
  const { body } = await state.server.ask(properties.ofOrganisation, { token, params: { organisationId } })
  const Layout = { PropertyId: body[0].Id, Statuses: [{ Word: 'Guest', Status: 1 }] }
  expect((await state.server.ask(imports.save, { token, input: { Id, Layout } })).status).toBe(200)
  await state.server.work()

  put('Riverside 2026-11-28.csv', roster('1,Ann Fetchedroster,Guest', '2,Bob Fetchedroster,Current', 'Total: 2,,'))
  await fetchAll()
  expect(await residents('Fetchedroster')).toBe(2)

  // Another property has the same headings.
  put('Harbour 2026-11-28.csv', roster('3,Cy Fetchedroster,Current'))
  // What a word means is a person's decision.
  put('Riverside 2026-11-29.csv', roster('4,Di Fetchedroster,Applicant'))
  await fetchAll()
  expect(await residents('Fetchedroster')).toBe(2)
  const all: ImportRow[] = await list()
  expect(all.map(({ File, Status, StatusName }) => [File, Status, StatusName])).toEqual(
    expect.arrayContaining([
      ['Harbour 2026-11-28.csv', 'Failed', 'Needs your choice'],
      ['Riverside 2026-11-29.csv', 'Ready', 'Ready'],
      ['Riverside 2026-11-28.csv', 'Done', 'Done'],
    ]),
  )
  expect(names('failed')).toEqual([expect.stringContaining('Harbour')])
  expect((await fetched()).map(({ File, ImportStatus }) => [File, ImportStatus])).toContainEqual([
    'Harbour 2026-11-28.csv',
    'Needs your choice',
  ])
  const mail = state.server.mails.find(({ subject }) => subject.includes('Harbour'))
  expect(mail).toMatchObject({ subject: 'Import of Harbour 2026-11-28.csv: Needs your choice' })
  expect(mail?.body).toContain('The file waits for you: Check the property and the building below')
  expect(state.server.mails.map(({ body }) => body).join()).toContain('Say first what these words mean: Applicant.')
  await sftp.stop()
})

test('a workbook is read from the sheet that a person has chosen before', async () => {
  const { put, names, residents, token, organisationId, rules, sftp } = await there()
  await rules({ ImportApply: true })
  const { body } = await state.server.ask(properties.ofOrganisation, { token, params: { organisationId } })
  const list = (...lines: string[][]) => [['Property', 'Unit', 'Name'], ...lines.map((line) => [body[0].Name, ...line])]
  const roll = (name: string) =>
    workbookOfSheets({
      Summary: [['Rent roll'], ['Occupied', '1']],
      Current: list(['1', 'Ann Firstsheet']),
      Chosen: [
        ['Site', 'Where', 'Who'],
        [body[0].Name, '2', `${name} Chosensheet`],
      ],
    })
  const { Id } = await checked(state.server, { token, organisationId, name: 'roll.xlsx' }, await roll('Bob'))
  const save = async (input: object) => {
    expect((await state.server.ask(imports.save, { token, input: { Id, ...input } })).status).toBe(200)
    await state.server.work()
  }
  await save({ Layout: { Sheet: 'Chosen' } })
  const columns = { Site: 'Property', Where: 'UnitNumber', Who: 'FullName' } as const
  await save({ Columns: Object.entries(columns).map(([Heading, Column]) => ({ Heading, Column })) })

  put('roll.xlsx', await roll('Cy'))
  await fetchAll()
  expect([await residents('Chosensheet'), await residents('Firstsheet')]).toEqual([1, 0])
  expect(names('done')).toEqual([expect.stringContaining('roll.xlsx')])
  await sftp.stop()
})

test('a workbook is fetched, and one that cannot be read is put into the folder failed', async () => {
  const { put, names, imports: list, sftp } = await there()
  put(
    'residents.xlsx',
    await workbookOfTexts([
      ['Property', 'Unit', 'Name'],
      ['P1', '007', 'Lee, Ann'],
    ]),
  )
  put('old.xlsx', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('Workbook', 'utf16le')]))
  put('other.ods', 'x')
  await fetchAll()
  expect(names()).toEqual(['other.ods'])
  expect(names('done')).toEqual([expect.stringContaining('residents.xlsx')])
  expect(names('failed')).toEqual([expect.stringContaining('old.xlsx')])
  expect((await list()).map(({ Status }: { Status: string }) => Status).sort()).toEqual(['Failed', 'Ready'])
  await sftp.stop()
})
