import { describe, expect, test } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { residents } from '#features/residents/contract.ts'
import { t } from '../messages.ts'
import { ADA, applied, BEN, checked, counts, file, linesOf } from '../testing/files.ts'
import { eachWithImportFixtures, type ImportFixtures } from '../testing/import-fixtures.ts'

let { server, fixtures, token, sent, stored, reasons } = {} as ImportFixtures
eachWithImportFixtures((there) => {
  ;({ server, fixtures, token, sent, stored, reasons } = there)
})

describe('a line', () => {
  test('finds its resident by external id, else by e-mail at home, else by name at home, and changes the fields with a value', async () => {
    await applied(
      server,
      token,
      (await checked(server, sent, file(ADA, BEN, 'Property 1,Building 1,103,Dev,Eze,dev@example.test,,,'))).Id,
    )
    const preview = await checked(
      server,
      sent,
      file(
        'Property 1,Building 1,201,Ada,Brandt-Farah,,,X1,',
        'Property 1,Building 1,102,ben,castro,ben@example.test,,,',
        'Property 1,Building 1,103,Devin,Eze,DEV@example.test,,,',
      ),
    )
    expect(counts(preview)).toEqual({ Lines: 3, New: 0, Changed: 3, Unchanged: 0, Refused: 0 })
    expect((await linesOf(server, token, preview.Id)).map(({ Changed }: { Changed: string[] }) => Changed)).toEqual([
      ['Unit Number', 'Last Name'],
      ['First Name', 'Last Name', 'Email'],
      ['First Name', 'Email'],
    ])
    await applied(server, token, preview.Id)
    expect(await stored('Brandt')).toEqual([])
    expect(await stored('Brandt-Farah')).toMatchObject([{ unit_number: '201', email: 'ada@example.test', external_id: 'X1' }])
  })

  test('matches each of a couple who share an e-mail in one unit, in either order', async () => {
    const home = 'Property 1,Building 1,101'
    const [ANN, BOB] = [`${home},Ann,Pair,pair@example.test,,,`, `${home},Bob,Pair,pair@example.test,,,`]
    const names = async () => (await stored('Pair')).map(({ first_name }) => first_name).sort()
    await applied(server, token, (await checked(server, sent, file(ANN))).Id)
    // Bob is another person, not a new name of Ann.
    const both = await checked(server, sent, file(BOB, ANN))
    expect(counts(both)).toEqual({ Lines: 2, New: 1, Changed: 0, Unchanged: 1, Refused: 0 })
    await applied(server, token, both.Id)
    expect(await names()).toEqual(['Ann', 'Bob'])
    expect(counts(await checked(server, sent, file(ANN, BOB)))).toMatchObject({ Unchanged: 2, Refused: 0 })
    const renamed = await checked(
      server,
      sent,
      file(`${home},Cal,Pair,pair@example.test,,,`, `${home},Dot,Pair,pair@example.test,,,`),
    )
    expect(counts(renamed)).toMatchObject({ New: 2, Refused: 0 })
  })

  describe('of a couple that shares an e-mail, many lines apart,', () => {
    const home = 'Property 1,Building 1,101'
    const [ANN, BOB] = [`${home},Ann,Pair,pair@example.test,,,`, `${home},Bob,Pair,pair@example.test,,,`]
    const others = Array.from({ length: 1200 }, (_, i) => `Property 1,Building 1,${i + 1000},First${i},Last${i},,,,`)

    test('creates both if both are new', async () => {
      const preview = await checked(server, sent, file(ANN, ...others, BOB))
      expect(counts(await applied(server, token, preview.Id))).toMatchObject({ New: 1202, Refused: 0 })
      expect(await stored('Pair')).toHaveLength(2)
    })

    test('does not rename the one who exists', async () => {
      await applied(server, token, (await checked(server, sent, file(ANN))).Id)
      const preview = await checked(server, sent, file(BOB, ...others, ANN))
      expect(counts(preview)).toEqual({ Lines: 1202, New: 1201, Changed: 0, Unchanged: 1, Refused: 0 })
    })
  })
})

describe('a line is refused', () => {
  test('if several residents match', async () => {
    const twin = {
      organisation_id: fixtures.organisationId,
      property_id: fixtures.first.ids.property,
      building_id: fixtures.first.ids.building,
    }
    await inOrganisation(server, fixtures.organisationId, (db) =>
      db
        .insertInto('residents')
        .values(
          [1, 2].map((i) => ({
            ...twin,
            id: `00000000-0000-7000-8000-00000000000${i}`,
            unit_number: '9',
            first_name: 'Same',
            last_name: 'Name',
          })),
        )
        .execute(),
    )
    const preview = await checked(server, sent, file('Property 1,Building 1,9,Same,Name,,,,'))
    expect(await reasons(preview.Id)).toEqual([[2, 'Several residents match this line.']])
  })

  test('if its resident was added or deleted after the preview', async () => {
    await applied(server, token, (await checked(server, sent, file(ADA))).Id)
    const first = await checked(server, sent, file('Property 1,Building 1,101,Ada,Brandt,,,X1,Moved out', BEN))
    const second = await checked(server, sent, file(BEN))
    await applied(server, token, second.Id)
    const [ada] = await stored('Brandt')
    await server.ask(residents.remove, { token, input: [ada!.id] })
    expect(counts(await applied(server, token, first.Id))).toEqual({ Lines: 2, New: 0, Changed: 0, Unchanged: 0, Refused: 2 })
    expect(await reasons(first.Id)).toEqual([
      [2, t('MsgGoneMeanwhile').text],
      [3, t('MsgAddedMeanwhile').text],
    ])
    expect(await stored('Castro')).toHaveLength(1)
  })
})
