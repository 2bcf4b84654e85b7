import { OCCUPANCY, RESIDENT_FLAGS } from '#features/residents/rules.ts'
import type { Bench } from '../bench.ts'
import { ask, signIn } from '../client.ts'
import type { Gate } from '../gates.ts'
import { measured } from '../measured.ts'

type PropertyAndBuilding = { readonly PropertyId: string; readonly BuildingId: string }
/** Limit in ms of the 99th percentile. */
const LIMIT_MS = 30
/** First names of the seeded residents, each of a tenth of them, and last names, each of a twentieth. */
const FIRST_NAMES = ['Ben', 'Femi', 'Jonas', 'Noor', 'Priya', 'Tess']
const LAST_NAMES = ['Adler', 'Castro-', 'Jansen', 'okafor-', 'Patel-A', 'anaka']
/** Texts with capped totals: a substring of two last names, and one of every address. */
const PART_OF_TWO = ['ran', 'Ran']
const PARTS_OF_ALL = ['example', '@exa', 'test']
/** Words of a tenth, of a hundredth and of single residents. */
const WORDS = [...FIRST_NAMES, ...LAST_NAMES, '217A', 'r1234@', 'zzz']
const nth = <T>(list: readonly T[], i: number): T => list[i % list.length] as T

/** Every filter of the list, with many values each. */
const listsOf = (
  buildings: readonly PropertyAndBuilding[],
  after: string | null,
): Readonly<Record<string, (i: number) => object>> => ({
  'no filter': () => ({}),
  'no filter, by first name downwards': () => ({ SortColumn: 'FirstName', SortDirectionText: 'desc' }),
  'no filter, by building': () => ({ SortColumn: 'BuildingName' }),
  'no filter, by property downwards': () => ({ SortColumn: 'PropertyName', SortDirectionText: 'desc' }),
  'no filter, by status': () => ({ SortColumn: 'Status' }),
  'flag, by building': (i) => ({ ResidentFlag: nth(Object.values(RESIDENT_FLAGS), i).id, SortColumn: 'BuildingName' }),
  'no filter, far behind': () => ({ After: after }),
  property: (i) => ({ PropertyId: nth(buildings, i).PropertyId, SortColumn: 'UnitNumber' }),
  building: (i) => nth(buildings, i),
  'one word': (i) => ({ SearchText: nth(WORDS, i) }),
  'words in any order': (i) => ({ SearchText: `${nth(LAST_NAMES, i)} ${(i * 7) % 400} ${nth(FIRST_NAMES, i)}` }),
  'words that many have': (i) => ({ SearchText: `${nth(PARTS_OF_ALL, i)} ${nth(PART_OF_TWO, i)}` }),
  'words that no resident has together': (i) => ({ SearchText: `${nth(PARTS_OF_ALL, i)} ${nth(FIRST_NAMES, i)} zzz` }),
  'the beginnings of two words': (i) => ({ SearchText: `${nth(LAST_NAMES, i).slice(0, 2)} ${nth(FIRST_NAMES, i).slice(0, 1)}` }),
  'one letter': (i) => ({ SearchText: nth(FIRST_NAMES, i).slice(0, 1) }),
  'unit number': (i) => ({ UnitNumber: String((i * 7) % 400) }),
  'first name': (i) => ({ FirstName: nth(FIRST_NAMES, i) }),
  'two letters of a first name': (i) => ({ FirstName: nth(FIRST_NAMES, i).slice(0, 2) }),
  'last name': (i) => ({ LastName: nth(LAST_NAMES, i) }),
  'part of two last names': (i) => ({ LastName: nth(PART_OF_TWO, i) }),
  email: (i) => ({ Email: `r${1000 + i}` }),
  'email that all have': (i) => ({ Email: nth(PARTS_OF_ALL, i) }),
  'occupancy status': (i) => ({ OccupancyStatusType: nth(Object.values(OCCUPANCY), i) }),
  flag: (i) => ({ ResidentFlag: nth(Object.values(RESIDENT_FLAGS), i).id }),
  'every filter at once': (i) => ({
    ...nth(buildings, i),
    UnitNumber: String(i % 40),
    FirstName: nth(FIRST_NAMES, i),
    LastName: nth(LAST_NAMES, i),
    Email: 'example',
    OccupancyStatusType: OCCUPANCY.Current,
    ResidentFlag: RESIDENT_FLAGS.OutOfTown.id,
  }),
})

/** A text as it is typed, with one more letter each time. */
const TYPED = [...FIRST_NAMES, ...LAST_NAMES, '217A', 'r1234', 'Ben Adler', 'zz'].flatMap((word) =>
  Array.from({ length: word.length - 1 }, (_, i) => word.slice(0, i + 2)),
)

/**
 * Residents of an organisation with 200,000: each filter of the list and each look-up, for a user of all properties and a user of
 * one.
 */
export async function residents({ product, connect, organisationId }: Bench): Promise<Gate[]> {
  const owner = await connect('superuser')
  const { rows: buildings } = await owner.query<PropertyAndBuilding>(
    `select property_id as "PropertyId", id as "BuildingId" from buildings where organisation_id = $1 order by id`,
    [organisationId],
  )
  await owner.end()
  const gates: Gate[] = []
  for (const user of ['manager', 'concierge'] as const) {
    const token = await signIn(product.address, user)
    const page = (body: object) =>
      ask<{ After: string | null }>(`${product.address}/api/resident/getallresidents`, token, { PageSize: 20, ...body })
    const get = (path: string) => ask(`${product.address}/api/resident/${path}`, token)
    const term = (i: number) => encodeURIComponent(nth(TYPED, i))
    const works: Readonly<Record<string, (i: number) => Promise<unknown>>> = {
      ...Object.fromEntries(
        Object.entries(listsOf(buildings, await farBehind(page))).map(([name, body]) => [`list, ${name}`, (i) => page(body(i))]),
      ),
      'quick search as one types': (i) => get(`quicksearch/${organisationId}/${term(i)}`),
      'names as one types': (i) => get(`getallavailableresidentsnames/${organisationId}?q=${term(i)}`),
      'units as one types': (i) => get(`getallavailableunitnumbers/${organisationId}?q=${(i * 7) % 400}`),
      'first of a unit': (i) =>
        get(`getfirstresidentbyunitnumber/${i % 400}A?buildingId=${nth(buildings, i).BuildingId}`).catch(noneThere),
    }
    for (const [name, work] of Object.entries(works)) gates.push(await measured(`residents, ${user}: ${name}`, work, LIMIT_MS))
  }
  return gates
}

/** 404 is a valid answer: the caller may see no resident there. */
function noneThere(error: Error) {
  if (!/: 404 /.test(error.message)) throw error
}

/** The cursor after 10,000 rows, or after the last one. */
async function farBehind(page: (body: object) => Promise<{ After: string | null }>): Promise<string | null> {
  let after: string | null = null
  for (let rows = 0; rows < 10_000; rows += 500) {
    const next: string | null = (await page({ PageSize: 500, After: after })).After
    if (next === null) break
    after = next
  }
  return after
}
