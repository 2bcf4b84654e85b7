import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OrganisationFixtures, seedOrganisation } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { newId } from '#platform/ids.ts'
import { withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import type { DuplicateCandidate } from '../../review-contract.ts'
import {
  type Comparable,
  duplicateAgents,
  duplicateRegistrations,
  duplicateResidents,
  occupantsOf,
} from './duplicate-candidates.ts'

let server: TestServer
let organisation: OrganisationFixtures
let everywhere: Tenant
let first: Tenant
const COUNT = 20_000

beforeAll(async () => {
  server = await testServer()
  organisation = await seedOrganisation(server, 'riverside')
  const { organisationId, properties } = organisation
  everywhere = { organisationId, propertyIds: '*' }
  first = { organisationId, propertyIds: [properties[0]!.id] }
  const [here, there] = properties
  const courier = newId()
  await inTenant(everywhere, async (db) => {
    // Every second one lives in the first property; e-mails and numbers are unique except for every hundredth, which has the
    // desk's.
    await sql`insert into residents (organisation_id, id, property_id, building_id, unit_number, first_name, last_name, email, mobile_phone)
      select ${organisationId}, gen_random_uuid(),
        case when n % 2 = 0 then ${here!.id}::uuid else ${there!.id}::uuid end,
        case when n % 2 = 0 then ${here!.buildingId}::uuid else ${there!.buildingId}::uuid end,
        n % 1000 || 'A', 'Ann' || n % 7, 'Ames' || n % 11,
        case when n % 100 = 0 then 'Desk@Mail.test' else 'P' || n || '@mail.test' end,
        case when n % 100 = 1 then '' else '+44 (0)20-' || n end
      from generate_series(1, ${COUNT}::int) as n`.execute(db)
    await db
      .insertInto('couriers')
      .values({ organisation_id: organisationId, id: courier, name: 'Swift', sort_order: 1 })
      .execute()
    await sql`insert into agents (organisation_id, id, courier_id, role_id, first_name, last_name, email, mobile_phone)
      select ${organisationId}, gen_random_uuid(), ${courier}, 6, 'Ann' || n, 'Ames', 'a' || n || '@Mail.test', '020 ' || n
      from generate_series(1, ${COUNT}::int) as n`.execute(db)
    await sql`insert into agent_properties (organisation_id, agent_id, property_id)
      select organisation_id, id, ${here!.id} from agents`.execute(db)
    await sql`insert into registrations (organisation_id, id, kind, first_name, last_name, email, phone_number, language,
        token_hash, token_expires_at, property_id, building_id, unit_number)
      select ${organisationId}, gen_random_uuid(), 'resident', 'Ann' || n % 7, 'Ames' || n % 11, 'p' || n || '@mail.test',
        '44 020 ' || n, 'en-GB', sha256(n::text::bytea), now(),
        case when n % 2 = 0 then ${here!.id}::uuid else ${there!.id}::uuid end,
        case when n % 2 = 0 then ${here!.buildingId}::uuid else ${there!.buildingId}::uuid end, n % 1000 || 'a'
      from generate_series(1, ${COUNT}::int) as n`.execute(db)
    await sql`insert into registrations (organisation_id, id, kind, first_name, last_name, email, phone_number, language,
        token_hash, token_expires_at, courier_id, role_id, user_name, pin_hash)
      select ${organisationId}, gen_random_uuid(), 'agent', 'Ann', 'Ames', 'a' || n || '@mail.test', '020 ' || n, 'en-GB',
        sha256(('a' || n)::bytea), now(), ${courier}, 6, 'ann' || n, 'none that fits'
      from generate_series(1, ${COUNT}::int) as n`.execute(db)
    await sql`insert into registration_properties (organisation_id, registration_id, property_id)
      select organisation_id, id, coalesce(property_id, ${here!.id}) from registrations`.execute(db)
  })
  await withConnection(server.store.ownerUrl, (client) => client.query('analyze residents, agents, registrations').then(() => {}))
})
afterAll(() => server.stop())

const inTenant = <T>(tenant: Tenant, work: (db: Db) => Promise<T>): Promise<T> => server.database.inTenant(tenant, work)
const who = (change: Partial<Comparable> = {}): Comparable => ({
  id: newId(),
  first_name: 'ann4',
  last_name: 'AMES4',
  email: 'p1006@MAIL.test',
  phone_number: '+44 020 3003',
  building_id: organisation.properties[0]!.buildingId,
  unit_number: '82a',
  ...change,
})

/** The compared columns of the table; the test computes the expected matches itself. */
type Row = { id: string; email: string; phone: string; building: string | null; unit: string; first: string; last: string }
const COLUMNS = 'id, email, first_name as first, last_name as last'
const RESIDENTS = `select ${COLUMNS}, mobile_phone as phone, building_id as building, unit_number as unit from residents`
const AGENTS = `select ${COLUMNS}, mobile_phone as phone, null as building, '' as unit from agents`
const registrationsOf = (kind: 'resident' | 'agent') =>
  `select ${COLUMNS}, phone_number as phone, building_id as building, unit_number as unit from registrations where kind = '${kind}'`

const MOST = 20
async function expectedCandidates(db: Db, all: string, one: Comparable) {
  const { rows } = await sql<Row>`${sql.raw(all)}`.execute(db)
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const digits = (text: string) => text.replace(/\D/g, '')
  return rows
    .map((row) => ({
      Id: row.id,
      HasSameEmail: same(row.email, one.email),
      HasSamePhone: digits(row.phone) === digits(one.phone_number),
      IsSamePerson:
        one.building_id !== null &&
        row.building === one.building_id &&
        same(row.unit, one.unit_number) &&
        same(row.first, one.first_name) &&
        same(row.last, one.last_name),
    }))
    .filter(({ HasSameEmail, HasSamePhone, IsSamePerson }) => HasSameEmail || HasSamePhone || IsSamePerson)
    .sort((a, b) => (a.Id < b.Id ? -1 : 1))
    .slice(0, MOST)
}

/** The rows of a table that the transaction has read, and the number of sequential scans. */
async function readOf(db: Db, table: string) {
  const { rows } = await sql<{ scans: number; read: number }>`
    select seq_scan::int as scans, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
    from pg_stat_xact_user_tables where relname = ${table}`.execute(db)
  return rows[0]!
}

const ONES = [
  ['an e-mail, a number and a name in a unit, each of another person', {}, 3],
  ['nobody', { email: 'new@mail.test', phone_number: '1', unit_number: '9' }, 0],
  ['the e-mail of two hundred', { email: 'DESK@mail.test', phone_number: '1', unit_number: '9' }, MOST],
  ['no number', { email: 'new@mail.test', phone_number: '-', unit_number: '9' }, MOST],
] as const
const AGENT = { building_id: null, unit_number: '' } as const

test.each(ONES)('finds the residents that share %s, and reads few rows', async (_name, change, count) => {
  const one = who(change)
  for (const tenant of [everywhere, first])
    await inTenant(tenant, async (db) => {
      const before = await readOf(db, 'residents')
      const like = await duplicateResidents(db, one)
      const after = await readOf(db, 'residents')
      expect(like.map(reasonsOf)).toEqual(await expectedCandidates(db, RESIDENTS, one))
      if (tenant === everywhere) expect(like).toHaveLength(count)
      expect(after.scans - before.scans).toBe(0)
      expect(after.read - before.read).toBeLessThan(FEW)
    })
})

test('finds matching agents and pending registrations, and reads few rows', async () => {
  const resident = who({ phone_number: '44 020 3003' })
  const agent = who({ ...AGENT, email: 'A77@mail.TEST', phone_number: '(020) 88' })
  for (const tenant of [everywhere, first])
    await inTenant(tenant, async (db) => {
      const before = { agents: await readOf(db, 'agents'), registrations: await readOf(db, 'registrations') }
      const like = {
        agents: await duplicateAgents(db, tenant, agent),
        residents: await duplicateRegistrations(db, tenant, 'resident', resident),
        ofAgents: await duplicateRegistrations(db, tenant, 'agent', agent),
      }
      const after = { agents: await readOf(db, 'agents'), registrations: await readOf(db, 'registrations') }
      expect(like.agents.map(reasonsOf)).toEqual(await expectedCandidates(db, AGENTS, agent))
      expect(like.residents.map(reasonsOf)).toEqual(await expectedCandidates(db, registrationsOf('resident'), resident))
      expect(like.ofAgents.map(reasonsOf)).toEqual(await expectedCandidates(db, registrationsOf('agent'), agent))
      expect([like.agents.length, like.ofAgents.length]).toEqual([2, 2])
      expect(like.residents.length).toBe(tenant === everywhere ? 3 : 2)
      for (const table of ['agents', 'registrations'] as const) {
        expect(after[table].scans - before[table].scans).toBe(0)
        expect(after[table].read - before[table].read).toBeLessThan(FEW)
      }
    })
})

test('excludes the registration itself and decided registrations', async () => {
  await inTenant(everywhere, async (db) => {
    const [itself, decided] = await db
      .selectFrom('registrations')
      .selectAll()
      .where('email', 'in', ['p500@mail.test', 'p501@mail.test'])
      .orderBy('email')
      .execute()
    expect(await duplicateRegistrations(db, everywhere, 'resident', itself!)).toEqual([])
    const other = who({ email: decided!.email, phone_number: '1', unit_number: '9' })
    expect(await duplicateRegistrations(db, everywhere, 'resident', other)).toHaveLength(1)
    await db.updateTable('registrations').set({ status: 3, decided_at: new Date() }).where('id', '=', decided!.id).execute()
    expect(await duplicateRegistrations(db, everywhere, 'resident', other)).toEqual([])
  })
})

test('ignores case, also where PostgreSQL and JavaScript lower letters differently', async () => {
  const { id: property_id, buildingId: building_id } = organisation.properties[0]!
  const names = { first_name: 'İbrahim', last_name: 'ΜΑΡΚΟΣ', unit_number: 'ΕΞΙΣ' }
  const [id, organisation_id] = [newId(), organisation.organisationId]
  await inTenant(everywhere, async (db) => {
    await db
      .insertInto('residents')
      .values({ organisation_id, id, property_id, building_id, ...names })
      .execute()
    const one = who({ ...names, email: 'new@mail.test', phone_number: '1' })
    expect(await duplicateResidents(db, one)).toMatchObject([{ Id: id, IsSamePerson: true }])
    expect(await occupantsOf(db, one)).toMatchObject([{ Id: id }])
    await db.deleteFrom('residents').where('id', '=', id).execute()
  })
})

test('finds the occupants of a unit by index', async () => {
  await inTenant(everywhere, async (db) => {
    const before = await readOf(db, 'residents')
    const occupants = await occupantsOf(db, who())
    const after = await readOf(db, 'residents')
    const all = await db
      .selectFrom('residents')
      .select('id')
      .where('building_id', '=', organisation.properties[0]!.buildingId)
      .where('unit_number', '=', '82A')
      .execute()
    expect(occupants).toHaveLength(MOST)
    expect(all.map(({ id }) => id).toSorted()).toEqual(occupants.map(({ Id }) => Id).toSorted())
    expect(after.scans - before.scans).toBe(0)
    expect(after.read - before.read).toBeLessThan(FEW)
  })
})

/** Limit of rows read from a table with more than 20,000. */
const FEW = 700
const reasonsOf = ({ Id, HasSameEmail, HasSamePhone, IsSamePerson }: DuplicateCandidate) => ({
  Id,
  HasSameEmail,
  HasSamePhone,
  IsSamePerson,
})
