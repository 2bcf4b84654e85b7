import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changesOf } from '#features/audit/changes.ts'
import { audit } from '#features/audit/contract.ts'
import { auditReader } from '#features/audit/reading.ts'
import { confirmation } from '#features/session/confirm-contract.ts'
import { session } from '#features/session/contract.ts'
import { CLIENTS, CREDENTIALS } from '#features/session/public.ts'
import { type Claims, signAccessToken } from '#features/session/server/tokens.ts'
import type { Operation } from '#platform/operation.ts'
import { hasAnyPermission, type Permission, PORTAL_ROLES, ROLE_PERMISSIONS, type Role } from '#platform/permissions.ts'
import { auditWords } from './features.ts'
import type { Example } from './testing/example.ts'
import { exampleOf } from './testing/examples.ts'
import { emailOf, inOrganisation, PASSWORD } from './testing/fixtures.ts'
import { type Fixtures, seedFixtures } from './testing/seed-fixtures.ts'
import { type Answer, type TestServer, testServer } from './testing/server.ts'

let server: TestServer
/** The organisation of the caller, with two properties. */
let own: Fixtures
/** Another organisation. */
let foreign: Fixtures
const tokens = new Map<Role, string>()
let kiosk: string
/** Token of a visitor of the public forms. */
let ticket: string
let expired: string

beforeAll(async () => {
  server = await testServer()
  own = await seedFixtures(server, 'riverside', { isSuperAdmin: true })
  foreign = await seedFixtures(server, 'harbour')
  for (const role of PORTAL_ROLES) {
    const { body } = await server.ask(session.token, {
      input: {
        grant_type: 'password',
        username: emailOf(role, 'riverside'),
        password: PASSWORD,
        client_id: 'api',
        scope: 'riverside 1',
      },
    })
    tokens.set(role, body.access_token)
  }
  // Its locker bank is in a third organisation, because deauthorising it would end the token.
  const elsewhere = await seedFixtures(server, 'quay')
  kiosk = (await server.ask(session.token, { input: elsewhere.first.credentials })).body.access_token
  const visitor = {
    grant_type: 'client_credentials',
    client_id: CLIENTS.selfRegistration,
    scope: `riverside ${CREDENTIALS.selfRegistration}`,
  }
  ticket = (await server.ask(session.token, { input: visitor })).body.access_token
  expired = await signAccessToken(server.keys.accessTokens, decodeJwt<Claims>(tokens.get('superadmin')!), -1)
})
afterAll(() => server.stop())

/** Operations whose path names no record of an organisation: a type of notice, and a new id of the caller's own. */
const WITHOUT_RECORD = ['GET /notificationtemplate/getvariablesbytype/{typeId}', 'PUT /savedviews/{viewId}']
const nameOf = (op: Operation) => `${op.method} ${op.path}`
const readsOnly = (op: Operation) => op.method === 'GET'

const ask = (
  op: Operation,
  token: string | undefined,
  { at = own.first, ...values }: { at?: Fixtures['first']; input?: unknown; query?: Record<string, string> } = {},
) => {
  const { params, input = {}, query = {} } = { ...exampleOf(op, at), ...values }
  return server.ask(op, { token, params, query, input: readsOnly(op) ? undefined : input })
}

/** Whether the example changes a record rather than adding one. */
const changes = (op: Operation) => Boolean((exampleOf(op, own.first).input as { Id?: string } | undefined)?.Id)

function holds(op: Operation, role: Role): boolean {
  const { access, permission } = op.needs
  if (access) return access === 'authenticated' || access === 'public'
  const permissions: readonly Permission[] =
    typeof permission === 'string'
      ? [permission]
      : 'add' in permission
        ? [changes(op) ? permission.edit : permission.add]
        : permission
  return hasAnyPermission(new Set(ROLE_PERMISSIONS[role]), permissions)
}

/** The live stream is tested elsewhere, because it does not end by itself. */
const everyOperation = () => server.route.operations.filter((op) => op.path !== '/dashboard/live')

/** Each test sends hundreds of requests, more with each operation. */
describe('every operation', () => {
  test('refuses requests without a token or with an expired one, unless it is public', async () => {
    for (const op of everyOperation().filter((o) => o.needs.access !== 'public')) {
      expect([nameOf(op), (await ask(op, undefined)).status]).toEqual([nameOf(op), 401])
      expect([nameOf(op), (await ask(op, expired)).status]).toEqual([nameOf(op), 401])
    }
  })

  test('refuses the roles without its permission, and only those', async () => {
    for (const op of everyOperation().filter((o) => o.needs.access !== 'public'))
      for (const role of PORTAL_ROLES) {
        const { status } = await ask(op, tokens.get(role))
        if (holds(op, role)) expect([nameOf(op), role, status === 403 || status === 401]).toEqual([nameOf(op), role, false])
        else expect([nameOf(op), role, status]).toEqual([nameOf(op), role, 403])
      }
  })

  test('audits no field that the audit trail cannot name', async () => {
    const entries = await inOrganisation(server, own.organisationId, (db) => db.selectFrom('audit').select('detail').execute())
    const fields = entries.flatMap(({ detail }) => changesOf(detail).map(({ Field }) => Field))
    // The values of residents are encrypted.
    const { fieldLabel } = auditReader(auditWords)
    const named = (field: string) => field === 'values' || fieldLabel(field) !== null
    expect(new Set(fields.filter((field) => !named(field)))).toEqual(new Set())
  })

  test('refuses a kiosk, unless it is for kiosks', async () => {
    for (const op of everyOperation().filter((o) => o.needs.access !== 'public')) {
      const { status } = await ask(op, kiosk)
      if (op.needs.access === 'kiosk') expect([nameOf(op), [401, 403].includes(status)]).toEqual([nameOf(op), false])
      else expect([nameOf(op), status]).toEqual([nameOf(op), 403])
    }
  })

  test('refuses a visitor’s ticket, unless it is for the public forms', async () => {
    const open = everyOperation().filter((o) => o.needs.access === 'ticket' || o.needs.ticket)
    expect(open.map(nameOf).sort()).toEqual(
      [
        'GET /building/property/{propertyId}/Buildings',
        'GET /courier/getalluserassignablecouriers',
        'GET /register/captcha',
        'GET /register/{organisationId}/properties',
        'POST /register/agent',
        'POST /register/resident',
      ].sort(),
    )
    for (const op of everyOperation().filter((o) => o.needs.access !== 'public')) {
      const { status } = await ask(op, ticket)
      expect([nameOf(op), [401, 403].includes(status)]).toEqual([nameOf(op), !open.includes(op)])
      if (!op.path.includes('{') || !open.includes(op)) continue
      const fromOther = await ask(op, ticket, { at: foreign.first })
      expect([nameOf(op), [403, 404].includes(fromOther.status)]).toEqual([nameOf(op), true])
    }
  })

  test('returns nothing of another organisation or of an unassigned property', async () => {
    for (const op of everyOperation().filter((o) => o.needs.access !== 'public' && o.needs.access !== 'kiosk'))
      for (const role of PORTAL_ROLES.filter((r) => holds(op, r))) {
        const fromOther = await ask(op, tokens.get(role), { at: foreign.first })
        const isAcrossOrganisations = op.path.includes('organisationId') || op.path.startsWith('/system/')
        if (role !== 'superadmin' || !isAcrossOrganisations)
          withoutTraceOf(foreign.first.markers, op, role, fromOther, exampleOf(op, foreign.first))
        if (op.path.includes('{') && role !== 'superadmin' && !WITHOUT_RECORD.includes(nameOf(op)))
          expect([nameOf(op), role, fromOther.status >= 400]).toEqual([nameOf(op), role, true])
        if (['propertymanager', 'leasingspecialist', 'mailroomstaff'].includes(role)) {
          const fromUnassigned = await ask(op, tokens.get(role), { at: own.second })
          withoutTraceOf(own.second.markers, op, role, fromUnassigned, exampleOf(op, own.second))
          withoutTraceOf(own.second.markers, op, role, await ask(op, tokens.get(role)))
        }
      }
  })

  test('refuses another organisation named in a body or a header', async () => {
    const token = tokens.get('organisationmanager')
    for (const op of everyOperation().filter((o) => holds(o, 'organisationmanager') && o.needs.access !== 'public')) {
      const header = await server.ask(op, {
        token,
        params: exampleOf(op, own.first).params,
        input: readsOnly(op) ? undefined : {},
        headers: { 'x-organisation-id': foreign.organisationId },
      })
      expect([nameOf(op), header.status]).toEqual([nameOf(op), 403])
      if (readsOnly(op)) continue
      const body = await ask(op, token, { input: { organisationId: foreign.organisationId } })
      expect([nameOf(op), body.status]).toEqual([nameOf(op), 403])
    }
  })
})

/** What gives or keeps power. */
const CONFIRMED = [
  'POST /account/passkeys',
  'POST /account/passkeys/begin',
  'POST /account/passkeys/{passkeyId}/remove',
  'POST /account/secondstep/app',
  'POST /account/secondstep/app/confirm',
  'POST /account/secondstep/recoverycodes',
  'POST /audit/export',
  'GET /lockerbank/{lockerBankId}/authorization',
  'POST /lockerbank/{lockerBankId}/authorization',
  'POST /portaluser/bulk/disable',
  'POST /portaluser/bulk/enable',
  'POST /portaluser/delete',
  'POST /portaluser/save',
  'POST /portaluser/signinrules',
  'POST /portaluser/{portalUserId}/resetsecondstep',
  'POST /singlesignon/settings',
  'PUT /openings/brake',
  'PUT /openings/limits',
]

test('operations that give or keep power need an identity that was confirmed within ten minutes, and no others do', async () => {
  const signIn = async () =>
    (await server.ask(session.token, { input: { ...LOGIN, username: emailOf('superadmin', 'riverside') } })).body.access_token
  const token: string = await signIn()
  const { sid } = decodeJwt<Claims>(token)
  await inOrganisation(server, own.organisationId, (db) =>
    db.updateTable('sign_ins').set({ confirmed_at: sql`now() - interval '11 minutes'` }).where('id', '=', String(sid)).execute(),
  )
  const refused: string[] = []
  for (const op of everyOperation().filter((o) => holds(o, 'superadmin') && o.needs.access !== 'public')) {
    if (op.path === '/auth/signout' || op.path === '/account/confirm') continue
    const { status, body } = await ask(op, token)
    if (status === 422 && body.Code === 'PasswordRequired') refused.push(nameOf(op))
  }
  expect(refused.sort()).toEqual(CONFIRMED.toSorted())
  const input = { Password: PASSWORD }
  expect((await server.ask(confirmation.confirm, { token, input })).status).toBe(200)
  expect((await ask(audit.export, token)).status).toBe(200)
})
const LOGIN = { grant_type: 'password', password: PASSWORD, client_id: 'api', scope: 'riverside 1' }

/** A token with all permissions that the operation can have. */
function tokenFor({ needs }: Operation) {
  if (needs.access === 'ticket') return ticket
  return needs.access === 'kiosk' ? kiosk : tokens.get('superadmin')
}

describe('every operation handles a', () => {
  const HOSTILE: readonly unknown[] = [
    [],
    [[]],
    [null],
    'text',
    {},
    { PageIndex: 'x' },
    { PageSize: 2147483647, PageIndex: 2147483647 },
    { PageIndex: 1.5 },
    { SortColumn: "'; drop table packages; --" },
    { Id: 'no guid', Name: 7 },
    { Name: 'x'.repeat(200_000) },
    { Name: 'NUL\u0000', TrackingNumber: '\u0000', ResidentName: '\u202Egnp', UnitNumber: '%_\\' },
    { StatusGroupIds: ['1', null, 9e99], LocationIds: 'x' },
    { After: 'garbage' },
    { Settings: [[[[[[]]]]]] },
    ['not an id'],
  ]
  test.each(HOSTILE.map((input, i) => [i, input] as const))('hostile body %#', async (_i, input) => {
    for (const op of everyOperation().filter((o) => !readsOnly(o))) {
      const token = tokenFor(op)
      const { status } = await ask(op, token, {
        input: op.form ? Object.fromEntries(Object.entries(Object(input)).map(([k, v]) => [k, String(v).slice(0, 5000)])) : input,
      })
      expect([nameOf(op), status < 500 || status === 504, status]).toEqual([nameOf(op), true, status])
    }
  })
  const ADDRESSES = [
    '%00',
    '..%2f..%2fetc',
    'x'.repeat(300),
    '%E2%80%AE',
    '00000000-0000-0000-0000-000000000000',
    "'--",
    '2147483648',
    '%',
  ]
  test.each(ADDRESSES)('hostile address %j', async (value) => {
    for (const op of everyOperation().filter((o) => o.path.includes('{'))) {
      const token = tokenFor(op)
      const { statusCode } = await server.app.inject({
        method: op.method,
        url: `/api${op.path.replace(/\{\w+\}/g, value)}`,
        headers: { authorization: `Bearer ${token}` },
        ...(readsOnly(op) ? {} : { payload: {} }),
      })
      expect([nameOf(op), statusCode < 500, statusCode]).toEqual([nameOf(op), true, statusCode])
    }
  })
})

function withoutTraceOf(markers: readonly string[], op: Operation, role: Role, answer: Answer, request: Example = {}) {
  const received = JSON.stringify(answer.body ?? '')
  const sent = JSON.stringify(request)
  // The reply may repeat values of the request.
  const traces = markers.filter((marker) => received.includes(marker) && !sent.includes(marker))
  expect([nameOf(op), role, answer.status, traces]).toEqual([nameOf(op), role, answer.status, []])
}
