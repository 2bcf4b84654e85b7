import { describe, expect, test } from 'vitest'
import { MAX_UNIT_NUMBER } from '#features/package-statuses/limits.ts'
import { packages } from '#features/packages/contract.ts'
import { recipients } from '#features/recipients/contract.ts'
import { registrationsOf } from '#features/registrations/contract.ts'
import { duplicateResidents } from '#features/registrations/server/review/duplicate-candidates.ts'
import { residents } from '#features/residents/contract.ts'
import { findRecipients } from '#features/terminal/server/recipients.ts'
import { newId } from '#platform/ids.ts'
import { SAME_NAMES, SAME_UNITS } from '#platform/server/testing/spellings.ts'
import { inOrganisation } from './testing/fixtures.ts'
import { type Fixtures, seedFixtures } from './testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from './testing/two-organisations.ts'

let { server, riverside, manager } = {} as TwoOrganisations<Fixtures>
onTwoOrganisations(seedFixtures, (organisations) => {
  ;({ server, riverside, manager } = organisations)
})

type Row = Record<string, string>
const inRiverside = <T>(work: Parameters<typeof inOrganisation<T>>[2]) => inOrganisation(server, riverside.organisationId, work)

/** Gives the resident, the package and the registration of the first property a name and a unit. */
const rename = (lastName: string, unitNumber: string) =>
  inRiverside(async (db) => {
    const { resident, residentRegistration, package: packageId } = riverside.first.ids
    const person = { first_name: 'Zelda', last_name: lastName, unit_number: unitNumber }
    await db
      .updateTable('residents')
      .set({ ...person, is_active: true })
      .where('id', '=', resident)
      .execute()
    await db.updateTable('registrations').set(person).where('id', '=', residentRegistration).execute()
    await db
      .updateTable('packages')
      .set({ recipient_name: `Zelda ${lastName}`, unit_number: unitNumber })
      .where('id', '=', packageId)
      .execute()
  })

const rowsOf = ({ status, body }: { status: number; body: { Data: Row[] } }, id = 'Id') => {
  expect(status).toBe(200)
  return body.Data.map((row) => row[id])
}
const list = async (input: object) => rowsOf(await server.ask(residents.page, { token: manager, input }))
const parcels = async (input: object) => rowsOf(await server.ask(packages.page, { token: manager, input }), 'PackageId')
const registered = async (input: object) => rowsOf(await server.ask(registrationsOf.resident.page, { token: manager, input }))
const quick = async (term: string) => {
  const params = { organisationId: riverside.organisationId, term }
  return (await server.ask(recipients.quickSearch, { token: manager, params })).body.map(({ Id }: Row) => Id)
}
const atTerminal = async (query: { UnitNumber?: string; Name?: string }) =>
  (await inRiverside((db) => findRecipients(db, query))).map(({ ResidentId }) => ResidentId)
/** The residents who are the same person as a registration of this name and unit. */
const samePerson = async (last_name: string, unit_number: string) => {
  const { building: building_id } = riverside.first.ids
  const person = { id: newId(), first_name: 'ZELDA', last_name, email: 'z@z.test', phone_number: '1', building_id, unit_number }
  const candidates = await inRiverside((db) => duplicateResidents(db, person))
  return candidates.filter(({ IsSamePerson }) => IsSamePerson).map(({ Id }) => Id)
}

describe('a name is found by every look-up as labels, people and rosters write it', () => {
  test.each(SAME_NAMES)('%s, and %s', async (...spellings) => {
    const { resident, residentRegistration, package: packageId } = riverside.first.ids
    for (const stored of spellings) {
      await rename(stored, '101')
      for (const typed of spellings) {
        const hint = `${typed} for ${stored}`
        expect(await list({ SearchText: `zelda ${typed}` }), hint).toEqual([resident])
        expect(await list({ LastName: typed }), hint).toEqual([resident])
        expect(await parcels({ Q: `${typed} ZELDA` }), hint).toEqual([packageId])
        expect(await parcels({ ResidentName: typed }), hint).toEqual([packageId])
        expect(await registered({ SearchText: `${typed} zelda` }), hint).toEqual([residentRegistration])
        expect(await quick(`zelda ${typed}`), hint).toEqual([resident])
        expect(await atTerminal({ Name: typed }), hint).toEqual([resident])
        expect(await samePerson(typed, '101'), hint).toEqual([resident])
      }
    }
  })

  test('and not by another', async () => {
    await rename('O’Brien', '101')
    for (const text of ['obryan', 'brienne', 'ob rian']) {
      expect(await list({ SearchText: `zelda ${text}` })).toEqual([])
      expect(await atTerminal({ Name: text })).toEqual([])
    }
  })
})

describe('a unit is found by every look-up as labels, people and rosters write it', () => {
  test.each(SAME_UNITS)('%s, and %s', async (...spellings) => {
    const { resident, package: packageId } = riverside.first.ids
    for (const stored of [spellings[0]!, spellings[1]!]) {
      await rename('Zimmer', stored)
      for (const typed of spellings) {
        const hint = `${typed} for ${stored}`
        expect(await list({ SearchText: `zimmer ${typed}` }), hint).toEqual([resident])
        expect(await parcels({ Q: `zimmer ${typed}` }), hint).toEqual([packageId])
        expect(await quick(`zimmer ${typed}`), hint).toEqual([resident])
        expect(await atTerminal({ UnitNumber: typed }), hint).toContain(resident)
        expect(await samePerson('zimmer', typed), hint).toEqual([resident])
        if (typed.length > MAX_UNIT_NUMBER) continue
        expect(await list({ UnitNumber: typed }), hint).toContain(resident)
        expect(await parcels({ UnitNumber: typed }), hint).toContain(packageId)
        expect((await server.ask(recipients.firstByUnit, { token: manager, params: { unit: typed } })).status, hint).toBe(200)
      }
    }
  })

  test('the one that is written so first', async () => {
    const { first, second } = riverside
    await rename('Zimmer', '0901')
    await inRiverside((db) =>
      db
        .updateTable('residents')
        .set({ unit_number: '901', property_id: first.ids.property, building_id: first.ids.building, last_name: 'Anders' })
        .where('id', '=', second.ids.resident)
        .execute(),
    )
    const [zero, plain] = [first.ids.resident, second.ids.resident]
    for (const [text, ids] of [
      ['0901', [zero, plain]],
      ['901', [plain, zero]],
    ] as const) {
      expect((await quick(text)).slice(0, 2)).toEqual(ids)
      expect(await atTerminal({ UnitNumber: text })).toEqual(ids)
    }
  })
})
