import { describe, expect, test } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { residents } from '#features/residents/contract.ts'
import { settings } from '#features/settings/contract.ts'
import { IMPORT_PAGE, imports } from '../contract.ts'
import { ADA, applied, BEN, checked, counts, file, linesOf, upload } from '../testing/files.ts'
import { eachWithImportFixtures, type ImportFixtures } from '../testing/import-fixtures.ts'
import { purgeImports } from './retention.ts'

let { server, fixtures, token, sent, stored } = {} as ImportFixtures
eachWithImportFixtures((there) => {
  ;({ server, fixtures, token, sent, stored } = there)
})

describe('a file', () => {
  test('is previewed without changes, then creates residents without access codes', async () => {
    const preview = await checked(server, sent, file(ADA, BEN))
    expect(preview).toMatchObject({ Status: 'Ready', Lines: 2, New: 2, Changed: 0, Refused: 0 })
    expect(await stored('Brandt')).toEqual([])
    expect(await linesOf(server, token, preview.Id)).toMatchObject([
      { Line: 2, Verdict: 'New', Resident: 'Ada Brandt', BuildingName: 'Building 1', UnitNumber: '101', ResidentId: null },
      { Line: 3, Verdict: 'New', Resident: 'Ben Castro' },
    ])
    const done = await applied(server, token, preview.Id)
    const changes = await server.ask(imports.changes, { token, params: { importId: preview.Id } })
    expect(changes.body.map(({ Action }: { Action: string }) => Action)).toEqual(
      expect.arrayContaining(['Import started', 'Uploaded']),
    )
    expect(done).toMatchObject({ Status: 'Done', New: 2, IsKept: false })
    const [ada] = await stored('Brandt')
    expect(ada).toMatchObject({
      email: 'ada@example.test',
      mobile_phone: '+44 7700 900123',
      external_id: 'X1',
      unit_number: '101',
      is_active: true,
      occupancy_status: 1,
      access_code_hash: null,
    })
    expect(await linesOf(server, token, preview.Id)).toMatchObject([{ ResidentId: ada!.id, Resident: 'Ada Brandt' }, {}])
  })

  test('has no link to a resident who was deleted since', async () => {
    const { Id } = await applied(server, token, (await checked(server, sent, file(ADA, BEN))).Id)
    const [ada] = await stored('Brandt')
    await server.ask(residents.remove, { token, input: [ada!.id] })
    expect(await linesOf(server, token, Id)).toMatchObject([
      { Resident: 'Ada Brandt', ResidentId: null },
      { Resident: 'Ben Castro', ResidentId: expect.any(String) },
    ])
  })

  test('changes nothing when it is imported again', async () => {
    const content = file(ADA, BEN, 'Property 2,Building 2,7,Cleo,Dunn,cleo@example.test,,,Moving in')
    await applied(server, token, (await checked(server, sent, content)).Id)
    const again = await checked(server, sent, content)
    expect(counts(again)).toEqual({ Lines: 3, New: 0, Changed: 0, Unchanged: 3, Refused: 0 })
    const refused = await server.ask(imports.save, { token, input: { Id: again.Id, Apply: true } })
    expect([refused.status, refused.body.Code]).toEqual([422, 'MsgNothingToDo'])
  })

  test('adds an encrypted entry to each resident’s audit trail, and its report holds nothing personal', async () => {
    const preview = await checked(server, sent, file(ADA))
    await applied(server, token, preview.Id)
    const [ada] = await stored('Brandt')
    const kept = await inOrganisation(server, fixtures.organisationId, async (db) => ({
      audit: await db.selectFrom('audit').select(['action', 'detail']).where('subject_id', '=', ada!.id).execute(),
      rest: JSON.stringify([
        await db.selectFrom('import_jobs').selectAll().execute(),
        await db.selectFrom('import_rows').selectAll().execute(),
        await db.selectFrom('import_files').selectAll().execute(),
        await db.selectFrom('audit').selectAll().execute(),
      ]),
    }))
    expect(kept.audit).toMatchObject([{ action: 'resident created', detail: { import: preview.Id } }])
    expect(kept.rest).not.toMatch(/Brandt|ada@|900123/)
    const { body } = await server.ask(residents.personalData, { token, params: { residentId: ada!.id } })
    expect(body.Audit[0].after).toMatchObject({ last_name: 'Brandt', external_id: 'X1' })
    expect(body.Resident.ExternalId).toBe('X1')
  })

  test('removes the access code of a resident who moves out', async () => {
    await applied(server, token, (await checked(server, sent, file(ADA))).Id)
    const [ada] = await stored('Brandt')
    const before = (await server.ask(residents.get, { token, params: { residentId: ada!.id } })).body
    await server.ask(residents.update, {
      token,
      params: { residentId: ada!.id },
      input: { ...before, HoldFrom: '', HoldUntil: '', LockerAccessCode: '12345678' },
    })
    await applied(server, token, (await checked(server, sent, file(`${ADA}Moved out`))).Id)
    expect(await stored('Brandt')).toMatchObject([{ occupancy_status: 3, is_active: false, access_code_hash: null }])
  })
})

test('imports are listed latest first and deleted with their lines and files; residents stay', async () => {
  const preview = await checked(server, sent, file(ADA))
  const done = await applied(server, token, (await checked(server, sent, file(BEN))).Id)
  const { body } = await server.ask(imports.page, { token, input: { PageSize: 5 } })
  expect(body.Data.slice(0, 2)).toMatchObject([
    { Id: done.Id, Purpose: 'Residents', File: 'residents.csv', Status: 'Done' },
    { Id: preview.Id, Status: 'Ready' },
  ])
  const removed = await server.ask(imports.remove, { token, input: [preview.Id, done.Id] })
  expect(removed.body.Removed).toHaveLength(2)
  const left = await inOrganisation(server, fixtures.organisationId, async (db) => [
    await db.selectFrom('import_files').selectAll().execute(),
    await db.selectFrom('import_rows').selectAll().where('import_id', 'in', [preview.Id, done.Id]).execute(),
  ])
  expect(left).toEqual([[], []])
  expect(await stored('Castro')).toHaveLength(1)
})

test('an import is not deleted while its file is imported', async () => {
  const { Id } = await checked(server, sent, file(ADA))
  await server.ask(imports.save, { token, input: { Id, Apply: true } })
  const { body } = await server.ask(imports.remove, { token, input: [Id] })
  expect(body).toMatchObject({
    Removed: [],
    Refused: [{ Id, Reason: 'residents.csv: Wait until the file has been checked or imported.' }],
  })
})

test('imports are listed five per page', async () => {
  expect(IMPORT_PAGE).toBe(5)
  for (let i = 0; i < 6; i += 1) await upload(server, { ...sent, name: `${i}.csv` }, file(BEN))
  const { body } = await server.ask(imports.page, { token, input: {} })
  expect(body.Data.map(({ File }: { File: string }) => File)).toEqual(['5.csv', '4.csv', '3.csv', '2.csv', '1.csv'])
})

test('a file that is not applied is deleted after a week, a report after the days of the general settings', async () => {
  const waiting = await checked(server, sent, file(ADA))
  const done = await applied(server, token, (await checked(server, sent, file(BEN))).Id)
  const kept = async (days: number) => {
    await inOrganisation(server, fixtures.organisationId, (db) => purgeImports(db, new Date(Date.now() + days * 86_400_000)))
    const { body } = await server.ask(imports.page, { token, input: {} })
    return body.Data.map(({ Id }: { Id: string }) => Id).filter((id: string) => [waiting.Id, done.Id].includes(id))
  }
  expect(await kept(6)).toEqual([done.Id, waiting.Id])
  expect(await kept(8)).toEqual([done.Id])
  expect(await kept(364)).toEqual([done.Id])
  await server.ask(settings.save, { token, input: { GeneralSettings: [{ Name: 'ImportDays', Value: 30 }] } })
  expect(await kept(29)).toEqual([done.Id])
  expect(await kept(31)).toEqual([])
})
