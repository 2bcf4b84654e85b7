import { describe, expect, test } from 'vitest'
import { inOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { imports } from '../contract.ts'
import { t } from '../messages.ts'
import { MAX_FILE_BYTES } from '../rules.ts'
import { ADA, applied, BEN, checked, counts, file, upload } from '../testing/files.ts'
import { eachWithImportFixtures, type ImportFixtures } from '../testing/import-fixtures.ts'

let { server, fixtures, token, sent, stored, reasons } = {} as ImportFixtures
eachWithImportFixtures((there) => {
  ;({ server, fixtures, token, sent, stored, reasons } = there)
})

describe('a line is refused', () => {
  test('for its first error, and every line is counted', async () => {
    const preview = await checked(
      server,
      sent,
      file(
        ',Building 1,1,A,B,,,,',
        'Elsewhere,Building 1,1,A,B,,,,',
        'Property 1,Building 2,1,A,B,,,,',
        'Property 1,Building 1,,A,B,,,,',
        'Property 1,Building 1,1,,,a@example.test,,,',
        'Property 1,Building 1,Penthouse 2 West,A,B,,,,',
        `Property 1,Building 1,1,${'A'.repeat(101)},B,,,,`,
        'Property 1,Building 1,1,A,B,,,,,more',
        ADA,
        ADA,
      ),
    )
    expect(counts(preview)).toEqual({ Lines: 10, New: 1, Changed: 0, Unchanged: 0, Refused: 9 })
    expect(await reasons(preview.Id)).toEqual([
      [2, 'Property cannot be empty'],
      [3, 'Property not found.'],
      [4, 'Building not found in this property.'],
      [5, 'Unit number cannot be empty'],
      [6, 'First name cannot be empty'],
      [7, 'Required upto 10 characters'],
      [8, expect.stringContaining('100')],
      [9, 'This line has more cells than the headings.'],
      [11, t('MsgTwice').text],
    ])
  })

  test('if its property is not one of the uploader’s, and users of other properties do not see the file', async () => {
    const manager = await tokenOf(server, 'propertymanager', fixtures.systemName)
    const preview = await checked(server, { ...sent, token: manager }, file(ADA, 'Property 2,Building 2,7,Cleo,Dunn,,,,'))
    expect(counts(preview)).toEqual({ Lines: 2, New: 1, Changed: 0, Unchanged: 0, Refused: 1 })
    expect(await reasons(preview.Id)).toEqual([[3, 'Property not found.']])
    const ofAll = await checked(server, sent, file(BEN))
    for (const operation of [imports.get, imports.changes])
      expect((await server.ask(operation, { token: manager, params: { importId: ofAll.Id } })).status).toBe(404)
  })

  test('if packages of its resident are in the property that the resident would leave', async () => {
    await inOrganisation(server, fixtures.organisationId, (db) =>
      db.updateTable('residents').set({ external_id: 'F1' }).where('id', '=', fixtures.first.ids.resident).execute(),
    )
    const moving = await checked(server, sent, file(`Property 2,Building 2,7,${fixtures.first.name},Test,,,F1,`))
    expect(moving).toMatchObject({ Changed: 1 })
    expect(counts(await applied(server, token, moving.Id))).toEqual({ Lines: 1, New: 0, Changed: 0, Unchanged: 0, Refused: 1 })
    expect(await reasons(moving.Id)).toEqual([[2, t('MsgPackagesInHouse').text]])
    expect((await stored('Test')).find(({ id }) => id === fixtures.first.ids.resident)?.property_id).toBe(
      fixtures.first.ids.property,
    )
  })
})

describe('an upload is refused', () => {
  test('if it is not a .csv or .xlsx file, empty, too large, incomplete, or missing', async () => {
    const codeOf = async (name: string, content: string | Buffer) => {
      const { status, body } = await upload(server, { ...sent, name }, content)
      return [status, body.Code]
    }
    expect(await codeOf('residents.txt', 'x')).toEqual([400, 'MsgOnlyCsv'])
    expect(await codeOf('residents.xls', 'x')).toEqual([400, 'MsgWorkbookXls'])
    expect(await codeOf('residents.XLSM', 'x')).toEqual([400, 'MsgWorkbookMacros'])
    expect(await codeOf('residents.csv', '')).toEqual([400, 'MsgFileEmpty'])
    expect(await codeOf('residents.csv', Buffer.alloc(MAX_FILE_BYTES + 1, 'x'))).toEqual([413, 'MsgFileTooLarge'])
    expect(await codeOf('RESIDENTS.CSV', Buffer.alloc(MAX_FILE_BYTES, 'x'))).toEqual([200, undefined])
    const url = `/api/organisation/${fixtures.organisationId}/residents`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' }
    const cut = await server.app.inject({
      method: 'POST',
      url,
      headers,
      payload: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nProperty',
    })
    expect([cut.statusCode, cut.json().Message]).toEqual([400, 'File upload failed'])
    const none = await server.ask(imports.upload, { token, params: { organisationId: fixtures.organisationId }, input: {} })
    expect([none.status, none.body.Code]).toEqual([400, 'MsgNoFile'])
    const { body } = await server.ask(imports.page, { token, input: {} })
    expect(body.Total).toBe(3)
  })
})
