import { beforeAll, describe, expect, test } from 'vitest'
import { agents } from '#features/agents/contract.ts'
import { couriers } from '#features/couriers/contract.ts'
import { dashboards } from '#features/dashboards/contract.ts'
import { imports } from '#features/imports/contract.ts'
import { lockerBanks, pageOfText } from '#features/locker-banks/contract.ts'
import { packages } from '#features/packages/contract.ts'
import { recipients } from '#features/recipients/contract.ts'
import { registrationsOf } from '#features/registrations/contract.ts'
import { residents } from '#features/residents/contract.ts'
import { newId } from '#platform/ids.ts'
import { MAX_WORDS } from '#platform/wire.ts'
import { inOrganisation } from './testing/fixtures.ts'
import { type Fixtures, type Place, seedFixtures } from './testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from './testing/two-organisations.ts'

let { server, riverside, harbour, manager, ofProperty } = {} as TwoOrganisations<Fixtures>
onTwoOrganisations(seedFixtures, (organisations) => {
  ;({ server, riverside, harbour, manager, ofProperty } = organisations)
})

/** The same people, packages and names in both properties of `riverside` and in `harbour`. */
beforeAll(async () => {
  for (const [place, n] of [
    [riverside.first, 1],
    [riverside.second, 2],
    [harbour.first, 3],
  ] as const)
    await rename(place, n)
})

const PERSON = { first_name: 'José', last_name: 'Müller-Løvstraß', email: 'jm50%_x@mail.test' }

function rename({ organisationId, ids, importId }: Place, n: number) {
  return inOrganisation(server, organisationId, async (db) => {
    const resident = { ...PERSON, unit_number: `10${n}`, mobile_phone: '+44 7700 900123', external_id: `PMS-${n}` }
    await db.updateTable('residents').set(resident).where('id', '=', ids.resident).execute()
    await db.updateTable('agents').set(PERSON).where('id', '=', ids.agent).execute()
    await db.updateTable('couriers').set({ name: 'Señor Swift' }).where('id', '=', ids.courier).execute()
    await db
      .updateTable('locker_banks')
      .set({ name: `Quay Größe ${n}`, code: `QUAY-${n}` })
      .where('id', '=', ids.lockerBank)
      .execute()
    await db
      .updateTable('import_jobs')
      .set({ file_name: `Zürich März ${n}.csv` })
      .where('id', '=', importId)
      .execute()
    await db
      .updateTable('registrations')
      .set({ ...PERSON, phone_number: '+44 7700 900123' })
      .where('id', 'in', [ids.residentRegistration, ids.agentRegistration])
      .execute()
    await db
      .updateTable('registrations')
      .set({ unit_number: `10${n}` })
      .where('id', '=', ids.residentRegistration)
      .execute()
    await db
      .updateTable('packages')
      .set({ recipient_name: 'José Müller-Løvstraß', unit_number: `10${n}`, tracking_number: `1Z50%_x${n}\\9` })
      .where('id', '=', ids.package)
      .execute()
    await db.updateTable('lockers').set({ name: 'L12' }).where('id', '=', ids.locker).execute()
    const { locker: _, ...bank } = { ...ids, organisation_id: organisationId }
    await db
      .insertInto('lockers')
      .values(
        (['L1', 'L120', 'Oversize left'] as const).map((name, position) => ({
          organisation_id: organisationId,
          id: newId(),
          property_id: bank.property,
          locker_bank_id: bank.lockerBank,
          column_id: bank.column,
          position: position + 1,
          name,
          size: 2,
        })),
      )
      .execute()
  })
}

type Row = Record<string, string>
/** Every list with a search: how it is asked, its rows' ids, and the row of a place. */
const LISTS = {
  residents: {
    found: async (text: string, token: string) =>
      rowsOf(await server.ask(residents.page, { token, input: { SearchText: text } })),
    id: (place: Place) => place.ids.resident,
  },
  packages: {
    found: async (text: string, token: string) =>
      rowsOf(await server.ask(packages.page, { token, input: { Q: text } }), 'PackageId'),
    id: ({ ids }: Place) => ids.package,
  },
  agents: {
    found: async (text: string, token: string) =>
      rowsOf(await server.ask(agents.page, { token, input: { SearchText: text } }), 'AgentId'),
    id: ({ ids }: Place) => ids.agent,
  },
  'registrations of residents': {
    found: async (text: string, token: string) =>
      rowsOf(await server.ask(registrationsOf.resident.page, { token, input: { SearchText: text } })),
    id: ({ ids }: Place) => ids.residentRegistration,
  },
  'registrations of agents': {
    found: async (text: string, token: string) =>
      rowsOf(await server.ask(registrationsOf.agent.page, { token, input: { SearchText: text } })),
    id: ({ ids }: Place) => ids.agentRegistration,
  },
} as const
const rowsOf = ({ status, body }: { status: number; body: { Data: Row[] } }, id = 'Id') => {
  expect(status).toBe(200)
  return body.Data.map((row) => row[id])
}
const idsIn = (places: readonly Place[], id: (place: Place) => string) => places.map(id).toSorted()
const both = () => [riverside.first, riverside.second]

describe.each(Object.entries(LISTS))('the list of %s', (_, { found, id }) => {
  const search = async (text: string, token = manager) => (await found(text, token)).toSorted()

  test.each([
    ['words in any order', 'Müller-Løvstraß José', 'josé müller-løvstraß'],
    ['parts of words', 'uller-l', 'osé vstr'],
    ['words without accents, in either case', 'jose MULLER', 'lovstrass JOSÉ', 'JOSE\u0301'],
    ['short words as beginnings of words', 'j m', 'mü jo', 'MU J'],
    ['words between commas', 'Müller-Løvstraß, José', ' ,jose; ,'],
    ['special characters to the letter', '50%_x'],
  ])('is searched for %s', async (_, ...texts) => {
    for (const text of texts) expect(await search(text), text).toEqual(idsIn(both(), id))
  })

  test('contains no row that lacks a word, and takes no character for a wildcard', async () => {
    for (const text of ['jose smith', 'os', 'üller jo zz', '50%x', 'j%e', '_ose', 'jos\\', '%', '\\', "'"])
      expect(await search(text), text).toEqual([])
  })

  test('searches rows of the caller’s properties and organisation only', async () => {
    expect(await search('jose muller', ofProperty)).toEqual([id(riverside.first)])
  })

  test(`refuses more than ${MAX_WORDS} words, and texts that are too long`, async () => {
    await expect(search(Array(MAX_WORDS).fill('jose').join(' '))).resolves.toEqual(idsIn(both(), id))
    for (const text of [
      Array(MAX_WORDS + 1)
        .fill('a')
        .join(' '),
      'a'.repeat(101),
    ])
      await expect(search(text)).rejects.toThrow('400')
  })
})

const ids = ({ body }: { body: { Data: Row[] } }, name: string) => body.Data.map((row) => row[name])

describe('the fields of a search', () => {
  const ask = async (text: string) => rowsOf(await server.ask(residents.page, { token: manager, input: { SearchText: text } }))
  test('of residents are names, unit, e-mail address, phone and external id, with every filter', async () => {
    const { resident } = riverside.first.ids
    for (const text of ['jose 101', '101 muller', 'pms-1 7700900123', '+447700900123 101', 'mail.test jm50 101'])
      expect(await ask(text), text).toEqual([resident])
    const input = { SearchText: 'jose', LastName: 'Müller', UnitNumber: '101', PropertyId: riverside.first.ids.property }
    const { body } = await server.ask(residents.page, { token: manager, input })
    expect(body).toMatchObject({ Total: 1, Data: [{ Id: resident }] })
    expect(await ask('   ')).toHaveLength(await ask('').then((rows) => rows.length))
  })

  test('of packages are recipient, unit, package number and tracking number', async () => {
    const number = riverside.first.mark('PN')
    for (const Q of ['101 jose', `muller ${number}`, number.toLowerCase(), '1z50%_x1\\9 101', 'x1\\9 101'])
      expect(ids(await server.ask(packages.page, { token: manager, input: { Q } }), 'PackageId'), Q).toEqual([
        riverside.first.ids.package,
      ])
  })

  test('with up to four digits match the beginning or the end of a number, not its middle', async () => {
    // In the phone number 447700900123, the package's number and its tracking number.
    for (const text of ['447', '0123', '123']) expect(await ask(text), text).toHaveLength(2)
    for (const text of ['477', '0900', '012']) expect(await ask(text), text).toEqual([])
    // Longer ones match any part.
    expect(await ask('70090')).toHaveLength(2)
    const { package: id } = riverside.first.ids
    const found = async (filter: object) =>
      ids(await server.ask(packages.page, { token: manager, input: filter }), 'PackageId').includes(id)
    await inOrganisation(server, riverside.organisationId, (db) =>
      db.updateTable('packages').set({ tracking_number: 'T55678999' }).where('id', '=', id).execute(),
    )
    expect(await found({ Q: '5567 jose' })).toBe(true)
    expect(await found({ Q: '999 jose' })).toBe(true)
    expect(await found({ Q: '678 jose' })).toBe(false)
    // The filter of a single field still finds any part of it.
    expect(await found({ TrackingNumber: '678' })).toBe(true)
    await inOrganisation(server, riverside.organisationId, (db) =>
      db.updateTable('packages').set({ tracking_number: '1Z50%_x1\\9' }).where('id', '=', id).execute(),
    )
  })

  test('of agents include their courier', async () => {
    for (const SearchText of ['swift jose', 'jose SENOR swi', 'se j'])
      expect(
        ids(await server.ask(agents.page, { token: manager, input: { SearchText } }), 'AgentId').toSorted(),
        SearchText,
      ).toEqual(idsIn(both(), ({ ids }) => ids.agent))
    expect(ids(await server.ask(agents.page, { token: manager, input: { SearchText: 'swift smith' } }), 'AgentId')).toEqual([])
  })

  test('of couriers, locker banks and imports are their names, and a bank’s building and property', async () => {
    const courier = await server.ask(couriers.page, { token: manager, input: { SearchText: 'swift sen' } })
    expect(ids(courier, 'Name')).toEqual(['Señor Swift', 'Señor Swift'])
    const bank = async (SearchText: string, token = manager) =>
      pageOfText((await server.ask(lockerBanks.page, { token, input: { SearchText } })).body).Data.map(
        ({ LockerbankName }) => LockerbankName,
      )
    expect(await bank('grosse quay')).toEqual(['Quay Größe 1', 'Quay Größe 2'])
    expect(await bank('grosse quay', ofProperty)).toEqual(['Quay Größe 1'])
    expect(await bank('quay-1 BUILDING perty')).toEqual(['Quay Größe 1'])
    expect(await bank('%')).toEqual([])
    const files = async (SearchText: string) =>
      ids(await server.ask(imports.page, { token: manager, input: { SearchText } }), 'File')
    expect(await files('marz zurich 1')).toEqual(['Zürich März 1.csv'])
    expect(await files('zurich april')).toEqual([])
    expect(await files('%')).toEqual([])
  })
})

test('a search as one types finds residents by words, those whose name begins with the text first', async () => {
  const quick = async (term: string, token = manager) => {
    const params = { organisationId: riverside.organisationId, term }
    return (await server.ask(recipients.quickSearch, { token, params })).body.map(({ Id }: Row) => Id)
  }
  expect(await quick('101 jose')).toEqual([riverside.first.ids.resident])
  expect((await quick('muller jose')).toSorted()).toEqual(idsIn(both(), ({ ids }) => ids.resident))
  expect(await quick('muller jose', ofProperty)).toEqual([riverside.first.ids.resident])
  await inOrganisation(server, riverside.organisationId, async (db) => {
    await db
      .insertInto('residents')
      .values({
        organisation_id: riverside.organisationId,
        id: newId(),
        property_id: riverside.first.ids.property,
        building_id: riverside.first.ids.building,
        unit_number: '7',
        first_name: 'Anna',
        last_name: 'Pedrosa',
      })
      .execute()
    await db.updateTable('residents').set({ first_name: 'Johanna' }).where('id', '=', riverside.second.ids.resident).execute()
  })
  const found = await quick('anna')
  expect(found).toHaveLength(2)
  expect(found[1]).toBe(riverside.second.ids.resident)
})

test('an erased resident is not found any more', async () => {
  const { ids } = riverside.second
  await inOrganisation(server, riverside.organisationId, (db) =>
    db.updateTable('packages').set({ status_group: 2, status_id: 7, locker_id: null }).where('id', '=', ids.package).execute(),
  )
  const erased = await server.ask(residents.erase, { token: manager, params: { residentId: ids.resident } })
  expect(erased.status).toBe(200)
  const found = async (text: string) => ({
    residents: await LISTS.residents.found(text, manager),
    packages: await LISTS.packages.found(text, manager),
  })
  for (const text of ['muller', '102']) {
    const { residents: people, packages: parcels } = await found(text)
    expect(people, text).not.toContain(ids.resident)
    expect(parcels, text).not.toContain(ids.package)
  }
})

describe('the search for doors', () => {
  const doors = async (Q: string, token = manager) => {
    const { status, body } = await server.ask(dashboards.findDoors, { token, query: { Q } })
    expect(status).toBe(200)
    return (body as Row[]).map(({ LockerName, LockerBankName }) => `${LockerName} ${LockerBankName}`)
  }
  test('finds those whose name begins with a word, of the banks with the other words, whole names first', async () => {
    expect(await doors('L12 quay')).toEqual(['L12 Quay Größe 1', 'L12 Quay Größe 2', 'L120 Quay Größe 1', 'L120 Quay Größe 2'])
    expect(await doors('quay-2 l12')).toEqual(['L12 Quay Größe 2', 'L120 Quay Größe 2'])
    expect((await doors('l1')).slice(0, 2)).toEqual(['L1 Quay Größe 1', 'L1 Quay Größe 2'])
    expect(await doors('left over 1 grosse')).toEqual(['Oversize left Quay Größe 1'])
    for (const text of ['quay', '12', 'l13', '%', 'L12 smith', '']) expect(await doors(text), text).toEqual([])
  })
  test('finds those of the caller’s properties only', async () => {
    expect(await doors('L12', ofProperty)).toEqual(['L12 Quay Größe 1', 'L120 Quay Größe 1'])
  })
})
