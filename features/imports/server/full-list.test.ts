import { describe, expect, test } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { imports } from '../contract.ts'
import { ADA, applied, BEN, checked, file, linesOf } from '../testing/files.ts'
import { eachWithImportFixtures, type ImportFixtures } from '../testing/import-fixtures.ts'

let { server, fixtures, token, sent } = {} as ImportFixtures
eachWithImportFixtures((there) => {
  ;({ server, fixtures, token, sent } = there)
})

describe('the full list', () => {
  const people = (count: number) =>
    Array.from({ length: count }, (_, i) => `Property 1,Building 1,${i},First${i},Last${i},,,E${i},`)
  const movedOut = async () =>
    (
      await inOrganisation(server, fixtures.organisationId, (db) =>
        db.selectFrom('residents').select('last_name').where('occupancy_status', '=', 3).orderBy('last_name').execute(),
      )
    ).map(({ last_name }) => last_name)

  const leaving = async (importId: string) =>
    (await linesOf(server, token, importId, 'MovesOut')).map(({ Resident }: { Resident: string }) => Resident).sort()

  test('moves out residents who are not in it, in its properties only, and only if it is declared a full list', async () => {
    await applied(
      server,
      token,
      (await checked(server, sent, file(...people(20), ADA, 'Property 2,Building 2,7,Cleo,Dunn,,,,'))).Id,
    )
    const preview = await checked(server, sent, file(...people(20), BEN))
    // Ada moves out; the property’s own resident has a package and stays; the other property is not in the file.
    expect(preview).toMatchObject({ New: 1, Unchanged: 20, MovesOut: 1, MovesOutOf: 22, Stays: 1 })
    expect(await leaving(preview.Id)).toEqual(['Ada Brandt'])
    const done = await applied(server, token, preview.Id, { IsFullList: true })
    expect(done).toMatchObject({ Status: 'Done', New: 1, MovesOut: 1 })
    expect(await movedOut()).toEqual(['Brandt'])
    expect(await linesOf(server, token, preview.Id, 'MovesOut')).toHaveLength(1)
  })

  test('needs a confirmation above a fifth of the residents', async () => {
    await applied(server, token, (await checked(server, sent, file(...people(10)))).Id)
    const preview = await checked(server, sent, file(...people(5), BEN))
    const input = { Id: preview.Id, Apply: true, IsFullList: true }
    const reply = await server.ask(imports.save, { token, input })
    expect([reply.status, reply.body.Message]).toEqual([
      422,
      'This would move out 5 of 11 residents. Confirm that the file is a full list.',
    ])
    expect(await movedOut()).toEqual([])
    await applied(server, token, preview.Id, { IsFullList: true, ConfirmMoveOut: true })
    expect(await movedOut()).toEqual(['Last5', 'Last6', 'Last7', 'Last8', 'Last9'])
  })

  test('keeps the residents of a refused line’s home, and cannot be a truncated file', async () => {
    await applied(server, token, (await checked(server, sent, file(...people(10)))).Id)
    const preview = await checked(server, sent, file(...people(9), `Property 1,Building 1,9,First9,${'x'.repeat(101)},,,,`))
    expect(await leaving(preview.Id)).toEqual([])
    const cut = await checked(server, sent, file(...people(9), BEN, 'Property 1,Building 1,"never closed'))
    expect(cut).toMatchObject({ IsTruncated: true, Lines: 11, Refused: 1, New: 1 })
    const refused = await server.ask(imports.save, { token, input: { Id: cut.Id, Apply: true, IsFullList: true } })
    expect([refused.status, refused.body.Code]).toEqual([422, 'MsgCutIsNoFullList'])
  })

  test('keeps residents who match a refused line by external id, e-mail or name in any home', async () => {
    const TOO_LONG = 'Property 1,Building 1,Penthouse 2 West'
    const [CLEO, DEV] = ['Property 1,Building 1,103,Cleo,Dunn,,,,', 'Property 1,Building 1,104,Dev,Eze,dev@example.test,,,']
    await applied(server, token, (await checked(server, sent, file(...people(20), ADA, BEN, CLEO, DEV))).Id)
    const preview = await checked(
      server,
      sent,
      file(
        ...people(19),
        `${TOO_LONG},A.,B.,,,X1,`,
        'Property 1,Building 1,,Ben,Castro,,,,',
        'Property 1,Building 9,901,CLEO,dunn,,,,',
        `${TOO_LONG},D.,E.,DEV@example.test,,,`,
      ),
    )
    expect(preview).toMatchObject({ Refused: 4, MovesOut: 1, Unplaced: [] })
    expect(await leaving(preview.Id)).toEqual(['First19 Last19'])
    await applied(server, token, preview.Id, { IsFullList: true })
    expect(await movedOut()).toEqual(['Last19'])
  })

  test('keeps all residents who match an ambiguous line', async () => {
    const twins = [1, 2, 3].map((i) => ({
      organisation_id: fixtures.organisationId,
      property_id: fixtures.first.ids.property,
      building_id: fixtures.first.ids.building,
      id: `00000000-0000-7000-8000-00000000000${i}`,
      unit_number: '900',
      first_name: 'Same',
      last_name: 'Name',
    }))
    await inOrganisation(server, fixtures.organisationId, (db) => db.insertInto('residents').values(twins).execute())
    const preview = await checked(server, sent, file(...people(2), 'Property 1,Building 1,900,Same,Name,,,,'))
    expect(await leaving(preview.Id)).toEqual([])
  })

  test('cannot be a file with refused lines without a known property, which the message names', async () => {
    await applied(server, token, (await checked(server, sent, file(...people(10), ADA))).Id)
    const misspelt = ADA.replace('Property 1', 'Proprety 1')
    const preview = await checked(server, sent, file(...people(10), BEN, misspelt, ',Building 1,1,A,B,,,,'))
    expect(preview).toMatchObject({ Refused: 2, Unplaced: [13, 14] })
    const refused = await server.ask(imports.save, { token, input: { Id: preview.Id, Apply: true, IsFullList: true } })
    expect([refused.status, refused.body.Message]).toEqual([
      422,
      'A full list needs a known property on every line. Correct these lines first: 13, 14.',
    ])
    await applied(server, token, preview.Id)
    expect(await movedOut()).toEqual([])
  })

  test('lists residents with packages as staying, with the reason', async () => {
    const preview = await checked(server, sent, file(BEN))
    expect(preview).toMatchObject({ MovesOut: 0, MovesOutOf: 1, Stays: 1 })
    const staying = [
      {
        Verdict: 'Stays',
        Resident: `${fixtures.first.name} Test`,
        Line: null,
        Reason: 'This resident still has packages here.',
      },
    ]
    expect(await linesOf(server, token, preview.Id, 'Stays')).toMatchObject(staying)
    await applied(server, token, preview.Id, { IsFullList: true })
    expect(await movedOut()).toEqual([])
    expect(await linesOf(server, token, preview.Id, 'Stays')).toMatchObject(staying)
  })
})
