import { describe, expect, test } from 'vitest'
import { handOver } from '#features/hand-over/contract.ts'
import { STATUSES } from '#features/package-statuses/statuses.ts'
import { packages } from '#features/packages/contract.ts'
import { recipients } from '#features/recipients/contract.ts'
import { residents } from '#features/residents/contract.ts'
import { findRecipients } from '#features/terminal/server/recipients.ts'
import { SAME_LABELS } from '#platform/server/testing/spellings.ts'
import { inOrganisation } from './testing/fixtures.ts'
import { type Fixtures, seedFixtures } from './testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from './testing/two-organisations.ts'

let { server, riverside, manager } = {} as TwoOrganisations<Fixtures>
onTwoOrganisations(seedFixtures, (organisations) => {
  ;({ server, riverside, manager } = organisations)
})

type Row = Record<string, string>
const inRiverside = <T>(work: Parameters<typeof inOrganisation<T>>[2]) => inOrganisation(server, riverside.organisationId, work)

type Person = { first: string; last: string; unit: string }
/** Makes the resident of the first or second property this person, and the one of the package in the first mailroom. */
const store = ({ first, last, unit }: Person, whose: 'first' | 'second' = 'first') =>
  inRiverside(async (db) => {
    const { ids } = riverside[whose]
    await db
      .updateTable('residents')
      .set({ first_name: first, last_name: last, unit_number: unit, is_active: true, email: '' })
      .where('id', '=', ids.resident)
      .execute()
    const place = { mailroom_id: ids.mailroom, locker_bank_id: null, locker_id: null }
    await db
      .updateTable('packages')
      .set({ ...place, status_id: STATUSES.InMailroom.id, recipient_name: `${first} ${last}`, unit_number: unit })
      .where('id', '=', ids.package)
      .execute()
  })

const rowsOf = (body: { Data: Row[] }, id = 'Id') => body.Data.map((row) => row[id])
const list = async (SearchText: string) =>
  rowsOf((await server.ask(residents.page, { token: manager, input: { SearchText } })).body)
const parcels = async (input: object) => rowsOf((await server.ask(packages.page, { token: manager, input })).body, 'PackageId')
const quick = async (term: string) => {
  const params = { organisationId: riverside.organisationId, term }
  return (await server.ask(recipients.quickSearch, { token: manager, params })).body.map(({ Id }: Row) => Id)
}
const waiting = async (Text: string) => {
  const input = { PropertyId: riverside.first.ids.property, Text }
  const { body } = await server.ask(handOver.find, { token: manager, input })
  return body.Recipients.flatMap((one: { Packages: Row[] }) => one.Packages.map(({ PackageId }) => PackageId))
}
const atTerminal = async (Name: string) =>
  (await inRiverside((db) => findRecipients(db, { Name }))).map(({ ResidentId }) => ResidentId)

describe('somebody is found by every search as a label prints it', () => {
  test.each(SAME_LABELS)('%s %s of %s', async (first, last, unit, ...labels) => {
    const { resident, package: packageId } = riverside.first.ids
    await store({ first, last, unit })
    for (const label of labels) {
      expect(await list(label), label).toEqual([resident])
      expect(await quick(label), label).toEqual([resident])
      expect(await parcels({ Q: label }), label).toEqual([packageId])
      expect(await waiting(label), label).toEqual([packageId])
    }
  })

  test.each(['Mr Müller', 'J. Müller', 'Frau Dr. Müller', 'Müller, Johanna', 'c/o Johanna Müller', 'Johanna & Tim Müller'])(
    'also by the name alone: %s',
    async (label) => {
      const { resident, package: packageId } = riverside.first.ids
      await store({ first: 'Johanna', last: 'Müller', unit: '7' })
      expect(await atTerminal(label)).toEqual([resident])
      if (!label.includes(',')) expect(await parcels({ ResidentName: label })).toEqual([packageId])
    },
  )

  test('but not another, nor beside one who has every word', async () => {
    const { first, second } = riverside
    await store({ first: 'Johanna', last: 'Müller', unit: '7' })
    await store({ first: 'Anna', last: 'Müller', unit: '8' }, 'second')
    expect(await list('J. Müller')).toEqual([first.ids.resident])
    expect(await quick('J. Müller')).toEqual([first.ids.resident])
    expect(await list('Anna Müller 8 Riverside')).toEqual([second.ids.resident])
    await store({ first: 'Don', last: 'Lee', unit: '7' })
    await store({ first: 'Tim', last: 'Lee', unit: '8' }, 'second')
    expect(await list('Don Lee')).toEqual([first.ids.resident])
    expect(await parcels({ Q: 'Don Lee' })).toEqual([first.ids.package])
    expect(await list('Don Lee & Tim Lee')).toEqual(expect.arrayContaining([first.ids.resident, second.ids.resident]))
    for (const label of ['Mr Leeds', 'Ann Lee Apt 9', 'Mr', 'Herr', 'c/o', 'z. Hd.', '&', '|', 'M.', 'Mr. Apt 99']) {
      expect([label, await list(label)]).toEqual([label, []])
      expect([label, await parcels({ Q: label })]).toEqual([label, []])
    }
  })
})

test.each([
  ['7', '7'],
  ['7', '07'],
  ['B', 'b'],
  ['７', '7'],
])('a unit of one character is found as one types: %s for %s', async (typed, unit) => {
  const { resident } = riverside.first.ids
  await store({ first: 'Ann', last: 'Lee', unit: '70' })
  expect(await quick(typed)).not.toContain(resident)
  await store({ first: 'Ann', last: 'Lee', unit })
  expect((await quick(typed))[0]).toBe(resident)
})
