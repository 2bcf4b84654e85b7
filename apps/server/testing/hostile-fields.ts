import { globSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { session } from '#features/session/contract.ts'
import { CLIENTS, CREDENTIALS } from '#features/session/public.ts'
import { newId } from '#platform/ids.ts'
import type { Operation } from '#platform/operation.ts'
import { exampleOf } from './examples.ts'
import { inOrganisation, tokenOf } from './fixtures.ts'
import { type Fixtures, seedFixtures } from './seed-fixtures.ts'
import { type Answer, type TestServer, testServer } from './server.ts'

let server: TestServer
let own: Fixtures
let foreign: Fixtures
/** An organisation with a locker bank, at whose kiosk an agent is signed in. */
let quay: Fixtures
let manager: string
let kiosk: string
/** Token of a visitor of the public forms. */
let ticket: string
const sessionId = newId()
async function start() {
  server = await testServer()
  own = await seedFixtures(server, 'riverside')
  foreign = await seedFixtures(server, 'harbour')
  quay = await seedFixtures(server, 'quay')
  manager = await tokenOf(server, 'organisationmanager', 'riverside')
  kiosk = (await server.ask(session.token, { input: quay.first.credentials })).body.access_token
  const visitor = {
    grant_type: 'client_credentials',
    client_id: CLIENTS.selfRegistration,
    scope: `riverside ${CREDENTIALS.selfRegistration}`,
  }
  ticket = (await server.ask(session.token, { input: visitor })).body.access_token
  await inOrganisation(server, quay.organisationId, async (db) => {
    const login = await db.selectFrom('kiosk_logins').select('id').executeTakeFirstOrThrow()
    const at = { organisation_id: quay.organisationId, property_id: quay.first.ids.property }
    const until = { started_at: new Date(), expires_at: new Date(Date.now() + 3_600_000) }
    await db
      .insertInto('kiosk_sessions')
      .values({ ...at, ...until, id: sessionId, locker_bank_id: quay.first.ids.lockerBank, kiosk_login_id: login.id })
      .execute()
  })
}

type Schema = {
  type?: string | readonly string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: readonly Schema[]
  enum?: readonly unknown[]
  const?: unknown
  minimum?: number
}
type Ids = Fixtures['first']['ids']
type Path = readonly (string | number)[]

const schemaOf = (type: z.ZodType) => z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as Schema
/** Valid values of fields, by name. */
const VALUES: Readonly<Record<string, unknown>> = {
  Id: null,
  OrganisationId: null,
  After: null,
  Name: 'HeartbeatSeconds',
  Value: '30',
  RoleTypeId: 6,
  EmailId: 'ada@courier.test',
  Pin: '482915',
  MobilePhone: '',
  LockerBankCode: 'S-1',
  BeaconDeviceMajor: '',
  BeaconDeviceMinor: '',
}
/** The id for a field by its name; a new one when there is none. */
function idFor(name: string, ids: Ids): string {
  if (name === 'SessionId') return sessionId
  const thing = name.replace(/Ids?$/, '').toLowerCase()
  return Object.entries(ids).find(([known]) => known.toLowerCase() === thing)?.[1] ?? newId()
}
/** A value that is valid by the schema. */
function sample(schema: Schema, name: string, ids: Ids): unknown {
  if (name in VALUES) return VALUES[name]
  if (schema.anyOf) return sample(schema.anyOf.find(({ type }) => type !== 'null')!, name, ids)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([field, one]) => [field, sample(one, field, ids)]))
  if (type === 'array') return [sample(schema.items ?? {}, name, ids)]
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (type === 'boolean') return false
  return /Ids?$/.test(name) || name === '' ? idFor(name, ids) : 'Sample'
}
/** The paths of all parts of a value, with the value itself. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [
    path,
    ...Object.entries(value).flatMap(([key, one]) => pathsIn(one, [...path, Array.isArray(value) ? Number(key) : key])),
  ]
}
const MISSING = Symbol('missing')
/** A copy of the value with another value at a path. */
function replaced(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
  if (key === undefined) return to === MISSING ? undefined : to
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>
  if (rest.length === 0 && to === MISSING) delete copy[key]
  else copy[key] = replaced(copy[key], rest, to)
  return copy
}
/** Wrong types, missing values, numbers out of range, texts that cannot be stored or are misleading. */
const HOSTILE: readonly unknown[] = [
  MISSING,
  null,
  true,
  7,
  -1,
  1.5,
  2147483647,
  2147483648,
  9e99,
  'text',
  '',
  'x'.repeat(200_000),
  'a\0b',
  '\ud800',
  '\u202Egnp',
  '0000-01-01',
  "'; drop table packages; --",
  [],
  {},
  [[]],
]
const hostileAt = (path: Path): readonly unknown[] => {
  const name = path.findLast((key) => typeof key === 'string') ?? ''
  const ids = [foreign.first, foreign.second].map((place) => idFor(String(name), place.ids))
  return [...HOSTILE, ...ids, ids]
}

const nameOf = (op: Operation) => `${op.method} ${op.path}`
const removes = ({ method, path }: Operation) => method === 'DELETE' || /delete|signout/.test(path)
/** The files over which the operations are spread, so that they run at once: `hostile-fields/part-1.test.ts` and so on. */
const PARTS = 4
/** The operations of a part. Deleting ones come last. The live stream has no input and does not end by itself. */
const operations = (part: number) =>
  server.route.operations
    .filter((op) => op.path !== '/dashboard/live')
    .filter((_, index) => index % PARTS === part - 1)
    .sort((one, other) => Number(removes(one)) - Number(removes(other)))
const placeOf = (op: Operation) => (op.needs.access === 'kiosk' ? quay.first : own.first)
const tokenFor = ({ needs }: Operation) => (needs.access === 'kiosk' ? kiosk : needs.access === 'ticket' ? ticket : manager)
const ask = (op: Operation, values: { input?: unknown; query?: Record<string, unknown> }) =>
  server.ask(op, { token: tokenFor(op), params: exampleOf(op, placeOf(op)).params, ...values })

/** Lists a reply that is a server error, has no clear message, or contains data of the other organisation. */
function failureOf(op: Operation, what: string, { status, body }: Answer): readonly string[] {
  const message = typeof body === 'object' && body !== null ? (body.Message ?? body.error_description) : ''
  const isClear =
    status === 200 ||
    status === 303 ||
    (typeof message === 'string' && /^\S[^[\]{}]*$/.test(message) && !/undefined|invalid input/i.test(message))
  const text = JSON.stringify(body ?? '')
  const foreigners = status < 400 ? [...foreign.first.markers, ...foreign.second.markers].filter((one) => text.includes(one)) : []
  const isExpected = (status >= 200 && status < 500) || status === 504
  if (isExpected && isClear && foreigners.length === 0) return []
  return [`${nameOf(op)} with ${what}: ${status} ${text.slice(0, 300)} ${foreigners}`]
}
const shown = (path: Path, value: unknown) => `${path.join('.') || 'the whole'} = ${String(JSON.stringify(value)).slice(0, 60)}`

/** The rows of the other organisation that an operation could change. */
const foreignRows = () =>
  inOrganisation(server, foreign.organisationId, (db) =>
    Promise.all(
      (
        [
          'locker_banks',
          'lockers',
          'packages',
          'residents',
          'agents',
          'agent_properties',
          'couriers',
          'api_keys',
          'registrations',
        ] as const
      ).map(async (table) => (await db.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row)).sort()),
    ),
  )

/** Defines the tests of one part of the operations, from 1 to 4. */
export function testHostileFields(part: number): void {
  beforeAll(start)
  afterAll(() => server.stop())

  if (part === 1)
    test('every part of the operations has a file', () => {
      const files = globSync('part-*.test.ts', { cwd: join(import.meta.dirname, '../hostile-fields') })
      expect(files.sort()).toEqual(Array.from({ length: PARTS }, (_, i) => `part-${i + 1}.test.ts`))
    })

  test('every operation accepts or clearly refuses a hostile value in each field of its body', async () => {
    const before = await foreignRows()
    const failures: string[] = []
    /** Operations that accept the sample. */
    const worked: string[] = []
    let requests = 0
    for (const op of operations(part).filter(({ method }) => method !== 'GET' && method !== 'DELETE')) {
      const input = exampleOf(op, placeOf(op)).input ?? sample(schemaOf(op.input), '', placeOf(op).ids)
      if ((await ask(op, { input })).status === 200) worked.push(nameOf(op))
      // A form has no value without fields.
      for (const path of pathsIn(input).filter(({ length }) => length > 0 || !op.form))
        for (const value of hostileAt(path)) {
          requests += 1
          const hostile = replaced(input, path, value)
          failures.push(...failureOf(op, shown(path, value), await ask(op, { input: hostile === undefined ? {} : hostile })))
        }
    }
    expect(failures).toEqual([])
    expect(requests).toBeGreaterThan(2_000 / PARTS)
    expect(worked.length, worked.join()).toBeGreaterThan(15 / PARTS)
    expect(await foreignRows()).toEqual(before)
  })

  test('every operation accepts or clearly refuses a hostile value in each query parameter', async () => {
    const asking = operations(part).filter((op) => Object.keys(schemaOf(op.query).properties ?? {}).length > 0)
    expect(asking.length).toBeGreaterThan(0)
    const failures: string[] = []
    for (const op of asking)
      for (const name of Object.keys(schemaOf(op.query).properties!))
        for (const value of [
          '',
          'text',
          '7',
          'a\0b',
          '\u202Egnp',
          'x'.repeat(5_000),
          ['a', 'b'],
          idFor(name, foreign.first.ids),
        ]) {
          const query = { ...exampleOf(op, placeOf(op)).query, [name]: value }
          failures.push(...failureOf(op, shown([name], value), await ask(op, { query })))
        }
    expect(failures).toEqual([])
  })
}
