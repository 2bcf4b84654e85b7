import { describe, expect, test } from 'vitest'
import { agents } from '#features/agents/contract.ts'
import { buildings } from '#features/buildings/contract.ts'
import { dashboards } from '#features/dashboards/contract.ts'
import { lockerBanks, pageOfText } from '#features/locker-banks/contract.ts'
import { MAX_UNIT_NUMBER } from '#features/package-statuses/limits.ts'
import { packages } from '#features/packages/contract.ts'
import { portalUsers } from '#features/portal-users/contract.ts'
import { recipients } from '#features/recipients/contract.ts'
import { registrationsOf } from '#features/registrations/contract.ts'
import { duplicateResidents } from '#features/registrations/server/review/duplicate-candidates.ts'
import { residents } from '#features/residents/contract.ts'
import { findRecipients } from '#features/terminal/server/recipients.ts'
import { newId } from '#platform/ids.ts'
import {
  SAME_BUILDINGS,
  SAME_NAMES,
  SAME_PHONES,
  SAME_UNITS,
  SEPARATED_UNITS,
  WITH_PHONES,
} from '#platform/server/testing/spellings.ts'
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
const byUnit = (unit: string) => server.ask(recipients.firstByUnit, { token: manager, params: { unit } })
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
        expect((await byUnit(typed)).status, hint).toBe(200)
      }
    }
  })

  test.each(SEPARATED_UNITS)('but not %s by %s, nor the other way round', async (...units) => {
    const { resident, package: packageId } = riverside.first.ids
    for (const [stored, typed] of [units, units.toReversed()] as [string, string][]) {
      await rename('Zimmer', stored)
      const hint = `${typed} for ${stored}`
      expect(await list({ SearchText: `zimmer ${typed}` }), hint).toEqual([])
      expect(await list({ UnitNumber: typed }), hint).not.toContain(resident)
      expect(await parcels({ Q: `zimmer ${typed}` }), hint).toEqual([])
      expect(await parcels({ Q: typed }), hint).not.toContain(packageId)
      expect(await parcels({ UnitNumber: typed }), hint).not.toContain(packageId)
      expect(await quick(typed), hint).not.toContain(resident)
      expect(await atTerminal({ UnitNumber: typed }), hint).toEqual([])
      expect(await samePerson('zimmer', typed), hint).toEqual([])
      expect((await byUnit(typed)).status, hint).toBe(404)
    }
  })

  test.each(['#', '-', '##', '. .', '–', '° #', "'", '/ -'])('and %j is none, also beside a unit of marks', async (marks) => {
    for (const stored of ['-', '101']) {
      await rename('Zimmer', stored)
      expect((await byUnit(marks)).status).toBe(404)
      expect(await list({ UnitNumber: marks })).toEqual([])
      expect(await parcels({ UnitNumber: marks })).toEqual([])
      expect(await list({ SearchText: marks })).toEqual([])
      expect(await parcels({ Q: marks })).toEqual([])
      expect(await parcels({ TrackingNumber: marks })).toEqual([])
      expect(await atTerminal({ UnitNumber: marks })).toEqual([])
      if (marks.length > 1) expect(await quick(marks)).toEqual([])
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

describe('a phone number is found by every search as people write it', () => {
  const agent = () => riverside.first.ids.agent
  const store = (phone: string) =>
    inRiverside(async (db) => {
      const { resident, residentRegistration } = riverside.first.ids
      const digits = phone.normalize('NFKC')
      await db.updateTable('residents').set({ mobile_phone: digits }).where('id', '=', resident).execute()
      await db.updateTable('registrations').set({ phone_number: digits }).where('id', '=', residentRegistration).execute()
      await db.updateTable('agents').set({ mobile_phone: digits }).where('id', '=', agent()).execute()
      await db.updateTable('portal_users').set({ phone_number: digits }).execute()
    })
  const agentsOf = async (SearchText: string) =>
    rowsOf(await server.ask(agents.page, { token: manager, input: { SearchText } }), 'AgentId')

  const usersOf = async (SearchText: string) =>
    rowsOf(await server.ask(portalUsers.page, { token: manager, input: { SearchText } }))

  test.each(SAME_PHONES)('%s, and %s', async (...spellings) => {
    const { resident, residentRegistration } = riverside.first.ids
    await rename('Zimmer', '101')
    for (const stored of spellings) {
      await store(stored)
      for (const typed of spellings) {
        const hint = `${typed} for ${stored}`
        expect(await list({ SearchText: typed }), hint).toEqual([resident])
        expect(await quick(typed), hint).toContain(resident)
        expect(await registered({ SearchText: typed }), hint).toContain(residentRegistration)
        expect(await agentsOf(typed), hint).toContain(agent())
        expect(await usersOf(typed), hint).not.toEqual([])
      }
    }
  })

  test.each(WITH_PHONES)('%s: %s', async (stored, typed, isFound) => {
    const { resident } = riverside.first.ids
    await rename('Zimmer', '101')
    await store(stored)
    expect((await list({ SearchText: typed })).includes(resident)).toBe(isFound)
    expect((await quick(typed)).includes(resident)).toBe(isFound)
  })

  test.each(['7700900123', '7700-900123', '7700-900-123', '(7700)900-123', '7700/900.123', '0900-123', '+44-7700-900123'])(
    'and by a part of it in groups: %s',
    async (typed) => {
      const { resident } = riverside.first.ids
      await store('+44 7700 900123')
      expect(await list({ SearchText: typed })).toContain(resident)
      expect(await quick(typed)).toContain(resident)
    },
  )
})

describe('a building is found by every search as labels and people write it', () => {
  const name = (building: string) =>
    inRiverside(async (db) => {
      const { ids } = riverside.first
      await db.updateTable('buildings').set({ name: building }).where('id', '=', ids.building).execute()
      await db.updateTable('lockers').set({ name: 'L1' }).where('id', '=', ids.locker).execute()
    })
  const found = async (text: string) => {
    const token = manager
    const query = { SearchText: text }
    const { organisationId } = riverside
    return {
      list: rowsOf(await server.ask(buildings.page, { token, input: query })),
      choices: (await server.ask(buildings.ofOrganisation, { token, params: { organisationId }, query })).body.map(
        ({ Id }: Row) => Id,
      ),
      banks: pageOfText((await server.ask(lockerBanks.page, { token, input: query })).body).Data.map((row) => row.LockerbankId),
      doors: (await server.ask(dashboards.findDoors, { token, query: { Q: `L1 ${text}` } })).body.map(
        ({ LockerBankId }: Row) => LockerBankId,
      ),
    }
  }

  test.each(SAME_BUILDINGS)('%s, and %s', async (stored, ...others) => {
    const { building, lockerBank } = riverside.first.ids
    await name(stored!)
    for (const typed of [stored!, ...others]) {
      const { list: listed, choices, banks, doors } = await found(typed)
      expect([typed, listed.includes(building), choices.includes(building)]).toEqual([typed, true, true])
      expect([typed, banks.includes(lockerBank), doors.includes(lockerBank)]).toEqual([typed, true, true])
    }
  })

  test('first by its own words: another of the name is not listed with it', async () => {
    const { building } = riverside.first.ids
    await name('Tower A')
    expect((await found('Bldg A')).list).toContain(building)
    await inRiverside((db) =>
      db.updateTable('buildings').set({ name: 'Bldg A' }).where('id', '=', riverside.second.ids.building).execute(),
    )
    expect((await found('Bldg A')).list).toEqual([riverside.second.ids.building])
    expect((await found('Tower A')).list).toEqual([building])
    expect((await found('A')).list).toEqual(expect.arrayContaining([building, riverside.second.ids.building]))
  })

  test('and not by the name of another', async () => {
    const { building } = riverside.first.ids
    await name('A')
    for (const typed of ['Bldg Z', 'Haus 7', 'Tower', 'Block', 'Building AZ'])
      expect((await found(typed)).list).not.toContain(building)
  })
})
