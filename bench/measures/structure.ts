import type pg from 'pg'
import { adviceTags } from '#features/advice-tags/contract.ts'
import { buildings } from '#features/buildings/contract.ts'
import { mailrooms } from '#features/mailrooms/contract.ts'
import { organisations } from '#features/organisations/contract.ts'
import { portalUsers } from '#features/portal-users/contract.ts'
import { properties } from '#features/properties/contract.ts'
import { regions } from '#features/regions/contract.ts'
import { PORTAL_ROLES } from '#platform/permissions.ts'
import type { Bench } from '../bench.ts'
import { ask, signIn } from '../client.ts'
import type { Gate } from '../gates.ts'
import { measured } from '../measured.ts'

/** The organisation of seed-structure.sql. */
const ORGANISATION = 10
const nth = <T>(list: readonly T[], i: number): T => list[i % list.length] as T
/** Words of a twentieth of the names, and of one. */
const WORDS = ['Amber', 'thorn', 'Kest', 'maple', 'ju', '1234', '777', 'zzz']
/** Words that every name has beside one that few have. */
const KINDS = ['court', 'house', 'room', 'tag', 'bench10']
type Filters = (i: number) => object
type List = { readonly path: string; readonly sorts: readonly string[]; readonly filters: Readonly<Record<string, Filters>> }

const search: Readonly<Record<string, Filters>> = {
  'no filter': () => ({}),
  'one word': (i) => ({ SearchText: nth(WORDS, i) }),
  'words in any order': (i) => ({ SearchText: `${i % 1000} ${nth(KINDS, i)} ${nth(WORDS, i)}` }),
}

/** Every offered filter of each list; each is measured with all offered sorts in both directions. */
export function listsOf(
  place: Readonly<Record<'properties' | 'buildings' | 'regions', readonly string[]>>,
): Readonly<Record<string, List>> {
  const property: Filters = (i) => ({ PropertyId: nth(place.properties, i) })
  return {
    regions: { path: regions.page.path, sorts: ['Name', 'Description'], filters: search },
    properties: {
      path: properties.page.path,
      sorts: ['Name', 'ExternalCode', 'RegionName', 'TimeZoneId', 'Address'],
      filters: { ...search, region: (i) => ({ RegionId: nth(place.regions, i) }) },
    },
    buildings: { path: buildings.page.path, sorts: ['Name', 'PropertyName', 'Address'], filters: { ...search, property } },
    mailrooms: {
      path: mailrooms.page.path,
      sorts: ['Name', 'BuildingName', 'PropertyName', 'Packages'],
      filters: { ...search, property, building: (i) => ({ BuildingId: nth(place.buildings, i) }) },
    },
    'portal users': {
      path: portalUsers.page.path,
      sorts: ['LastName', 'FirstName', 'Email', 'UserRole', 'Status'],
      filters: {
        ...search,
        role: (i) => ({ UserRole: nth(PORTAL_ROLES, i) }),
        property,
        'role and property': (i) => ({ UserRole: nth(PORTAL_ROLES, i), ...property(i) }),
      },
    },
    'advice tags': { path: adviceTags.page.path, sorts: ['SortOrder', 'Name'], filters: search },
  }
}

/** The lists of structure and users in an organisation with many of each, for a manager of all properties and one of a hundred. */
export async function structure({ product, connect }: Bench): Promise<Gate[]> {
  const owner = await connect('superuser')
  const ids = async (table: string, condition = 'true') => {
    const rows = await owner.query<{ id: string }>(
      `select t.id from ${table} t join organisations o on o.id = t.organisation_id and o.system_name = $1 where ${condition} order by t.id limit 500`,
      [`bench${ORGANISATION}`],
    )
    return rows.rows.map(({ id }) => id)
  }
  const place = { properties: await ids('properties'), buildings: await ids('buildings'), regions: await ids('regions', IN_USE) }
  await owner.end()
  const gates: Gate[] = []
  for (const user of ['manager', 'keeper'] as const) {
    const token = await signIn(product.address, user, ORGANISATION)
    for (const [name, list] of Object.entries(listsOf(place))) {
      if (user === 'keeper' && !OF_PROPERTIES.includes(name)) continue
      gates.push(...(await measuredList(product.address, token, `${name} of a ${user}`, list)))
    }
  }
  return gates
}
/** Organisations that super administrators list, which no other measure needs. */
const ORGANISATIONS = 2_000

/** The list of all organisations, for a super administrator. */
export async function organisationList({ product, connect }: Bench): Promise<Gate[]> {
  const owner = await connect('superuser')
  await using undo = new AsyncDisposableStack()
  undo.defer(() => deleteOrganisations(owner))
  await owner.query(`insert into organisations (id, name, system_name, time_zone, is_active)
    select gen_random_uuid(), (array['Amber','Birch','Kestrel','Maple','Thorn'])[1 + n % 5] || ' Homes ' || n, 'many' || n,
      (array['Europe/London','Europe/Berlin','Asia/Tokyo'])[1 + n % 3], n % 7 <> 0 from generate_series(1, ${ORGANISATIONS}) as n`)
  await owner.query('analyze organisations')
  const list = { path: organisations.page.path, sorts: ['Name', 'SystemName', 'TimezoneId', 'IsActive'], filters: search }
  return await measuredList(product.address, await signIn(product.address, 'super'), 'organisations', list)
}

/** Without foreign keys: jobs of the server may add rows to the organisations at any time. */
async function deleteOrganisations(owner: pg.Client) {
  const ours = `select id from organisations where system_name like 'many%'`
  await owner.query('set session_replication_role = replica')
  for (const table of ['opening_controls', 'trend_counts'])
    await owner.query(`delete from ${table} where organisation_id in (${ours})`)
  await owner.query(`delete from organisations where id in (${ours})`)
}

/** The list with each filter, by each column in both directions. */
async function measuredList(address: string, token: string, name: string, { path, sorts, filters }: List): Promise<Gate[]> {
  const orders = sorts.flatMap((SortColumn) => ['asc', 'desc'].map((SortDirectionText) => ({ SortColumn, SortDirectionText })))
  const gates: Gate[] = []
  for (const [filter, body] of Object.entries(filters))
    gates.push(
      await measured(`${name}: ${filter}, by each column`, (i) =>
        ask(`${address}/api${path}`, token, { ...body(Math.floor(i / orders.length)), ...nth(orders, i) }),
      ),
    )
  return gates
}

const IN_USE = 'exists (select from properties p where p.organisation_id = t.organisation_id and p.region_id = t.id)'
/** The lists that a manager of some properties sees, limited to them. */
const OF_PROPERTIES = ['properties', 'buildings', 'mailrooms']
