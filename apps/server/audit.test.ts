import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { session } from '#features/session/contract.ts'
import { CLIENTS, CREDENTIALS } from '#features/session/public.ts'
import type { AuditAction } from '#platform/audit.ts'
import type { Operation } from '#platform/operation.ts'
import { allOrganisations } from '#platform/server/postgres/untenanted.ts'
import { exampleOf } from './testing/examples.ts'
import { emailOf, inOrganisation, PASSWORD } from './testing/fixtures.ts'
import { type Fixtures, seedFixtures } from './testing/seed-fixtures.ts'
import { type TestServer, testServer } from './testing/server.ts'

const ROOT = join(import.meta.dirname, '../..')
let server: TestServer
let own: Fixtures
let manager: string
let ticket: string
let kiosk: string

beforeAll(async () => {
  server = await testServer()
  own = await seedFixtures(server, 'riverside', { isSuperAdmin: true })
  const token = async (input: object) => (await server.ask(session.token, { input })).body.access_token
  manager = await token({
    grant_type: 'password',
    username: emailOf('superadmin', 'riverside'),
    password: PASSWORD,
    client_id: 'api',
    scope: 'riverside 1',
  })
  ticket = await token({
    grant_type: 'client_credentials',
    client_id: CLIENTS.selfRegistration,
    scope: `riverside ${CREDENTIALS.selfRegistration}`,
  })
  const elsewhere = await seedFixtures(server, 'quay')
  kiosk = await token(elsewhere.first.credentials)
})
afterAll(() => server.stop())

const nameOf = (op: Operation) => `${op.method} ${op.path}`
const isLast = (op: Operation) => Number(/delete|erase|moveout/i.test(nameOf(op)))

/** Changing operations without an entry in the audit trail, each with the reason. */
const WITHOUT_ENTRY: Readonly<Record<string, string>> = {
  'POST /postlogin/preferences': 'the user’s own display',
  'POST /postlogin/colorscheme': 'the user’s own display',
  'PUT /savedviews/{viewId}': 'the user’s own display',
  'POST /savedviews/arrange': 'the user’s own display',
  'DELETE /savedviews/{viewId}': 'the user’s own display',
  'POST /resident/generatelockeraccesscode': 'proposes a code and stores nothing',
  'GET /lockerBank/{lockerBankId}/devices/{rediscover}': 'reads the devices again; a mapping is recorded',
  'POST /enquiry': 'a visitor of the public site writes; the row itself is the record',
  'POST /newsletter': 'a visitor of the public site asks for e-mails',
  'POST /newsletter/confirm': 'the same',
  'POST /newsletter/unsubscribe': 'the same',
  'POST /auth/passkey': 'asks for a passkey; the sign-in with it is recorded',
  'POST /account/passkeys/begin': 'asks for a passkey; the added one is recorded',
  'POST /account/secondstep/app': 'proposes a secret; the confirmed one is recorded',
  'POST /auth/singlesignon/signout': 'finds the address of the provider; the sign-out is recorded',
  'POST /kiosk/recipients': 'reads',
  'POST /reports/clients': 'a viewer of the user’s own',
  'POST /reports/clients/keepAlive/{clientId}': 'a viewer of the user’s own',
  'DELETE /reports/clients/{clientId}': 'a viewer of the user’s own',
  'POST /reports/clients/{clientId}/instances': 'a viewer of the user’s own',
  'DELETE /reports/clients/{clientId}/instances/{instanceId}': 'a viewer of the user’s own',
  'DELETE /reports/clients/{clientId}/instances/{instanceId}/documents/{documentId}': 'a viewer of the user’s own',
  'POST /kiosk/signout': 'ends a session of minutes at the terminal; its sign-in is recorded',
  'POST /notificationtemplate/sendtest': 'a message to oneself',
  'POST /notices/sms/status/{organisationId}/{noticeId}': 'the outcome is in the notice',
  // Packages have a history of their own, append-only as well, with the user, the place and the status.
  'POST /packages/createorupdate/{packageId}': 'in the history of the package',
  'POST /handover/save': 'in the history of the package',
  'POST /packages/notifyarrivals': 'in the notices of the package',
  'POST /package/labelphoto/{packageId}': 'kept with the package',
  'POST /packages/extendexpiry/': 'in the history of the package',
  'POST /package/resendnotification/': 'in the notices of the package',
  'POST /packages/resendnotifications/': 'in the notices of the package',
  'POST /kiosk/reservations': 'in the history of the package',
  'POST /kiosk/reservations/load': 'in the history of the package',
  'POST /kiosk/reservations/drycleaning': 'in the history of the package',
  'DELETE /kiosk/reservations/{id}': 'in the history of the package',
  'POST /kiosk/collection': 'in the history of the package',
  'POST /kiosk/recovery': 'in the history of the package',
  'POST /kiosk/confirmation': 'in the history of the package',
}

/** Inputs for operations whose example is not valid, or changes nothing. */
const INPUTS: Readonly<Record<string, (ids: Fixtures['first']['ids']) => unknown>> = {
  'POST /courier/save': ({ courier }) => ({ Id: courier, Name: 'Other name', SortOrder: 3 }),
  'PUT /lockerbank/{lockerBankId}/lockers/{locker}/condition': () => ({ Condition: 'dirty' }),
}

/** Operations whose example finds nothing to change here: the action that they record with other input or state. */
const RECORDED_ELSEWHERE: Readonly<Record<string, AuditAction>> = {
  'POST /auth/token': 'signed in',
  'POST /token': 'signed in',
  'POST /auth/secondstep': 'signed in',
  'GET /auth/singlesignon/callback': 'signed in',
  'POST /reports/clients/{clientId}/instances/{instanceId}/documents': 'report exported',
  'POST /singlesignon/settings': 'single sign-on changed',
  'POST /auth/signout': 'signed out',
  'POST /account/forgotpassword': 'password reset requested',
  'POST /account/resetpassword': 'password reset',
  'POST /account/changepassword': 'password changed',
  'POST /account/sessions/{sessionId}/end': 'signed out',
  'POST /account/secondstep/app/confirm': 'second step added',
  'POST /account/secondstep/recoverycodes': 'recovery codes renewed',
  'POST /account/passkeys': 'second step added',
  'POST /account/passkeys/{passkeyId}/rename': 'passkey renamed',
  'POST /account/passkeys/{passkeyId}/remove': 'second step removed',
  'POST /portaluser/{portalUserId}/resetsecondstep': 'second steps reset',
  'POST /portaluser/signinrules': 'second step required',
  'POST /property/save/': 'property changed',
  'POST /account/sessions/endothers': 'signed out elsewhere',
  'POST /agent': 'agent created',
  'PUT /agent/{agentId}': 'agent changed',
  'POST /agent/{agentId}/unlock': 'agent unlocked',
  'GET /resident/{residentId}': 'access code read',
  'POST /resident/create/{residentId}': 'resident created',
  'POST /organisation/{organisationId}/residents': 'residents file uploaded',
  'POST /importfile/save': 'residents import begun',
  'POST /Organisation/{id}/testsftpconnection/': 'import source tested',
  'POST /Organisation/{id}/testftpconnection/': 'import source tested',
  'POST /Organisation/{id}/testemailinboxconnection/': 'import source tested',
  'POST /emailsetting/fetch': 'import source fetched',
  'POST /register/resident': 'resident registration submitted',
  'POST /register/agent': 'agent registration submitted',
  'POST /register/{registrationType}/verify-registration': 'registration verified',
  'POST /register/resident/{registrationId}/takeback': 'resident registration rejection taken back',
  'POST /register/agent/{registrationId}/takeback': 'agent registration rejection taken back',
  'POST /lockerbank/{lockerBankId}': 'locker bank created',
  'PUT /lockerbank/{lockerBankId}': 'locker bank changed',
  'POST /lockerbank/{lockerBankId}/authorization': 'locker bank authorised',
  'POST /lockerBank/savesettings/{lockerBankId}': 'locker bank settings changed',
  'POST /lockerBank/{lockerBankId}/devices/{device}/open': 'device opening requested',
  'POST /lockerBank/{lockerBankId}/locker/{locker}/map/{device}': 'device mapped to locker',
  'PUT /lockerBank/{lockerBankId}/locker/{locker}/map': 'device mapped to locker',
  'POST /lockerBank/{lockerBankId}/layout': 'layout changed',
  'POST /kiosk/signin': 'signed in at the terminal',
  'POST /lockerbank/{lockerBankId}/lockers/{locker}/open': 'locker opening requested',
  'PUT /openings/brake': 'remote opening stopped',
  'POST /alerts/{alertId}/done': 'alert ended',
  'POST /package/save/': 'package changed',
  'PUT /packages/createorupdate/{packageId}': 'package changed',
  'POST /notices/sendagain': 'notice sent again',
  'POST /notices/sendagainmany': 'notice sent again',
  'POST /notices/sms/incoming/{organisationId}': 'resident opted out by SMS',
  'POST /resident/bulk/moveout': 'resident moved out',
  'POST /resident/bulk/outoftown': 'resident changed',
  'POST /register/resident/bulk/approve': 'resident registration approved',
  'POST /register/agent/bulk/approve': 'agent registration approved',
  'POST /bulk/{jobId}/undo': 'change undone',
  'POST /property/delete': 'property deleted',
  'POST /theme/publish/{propertyId}': 'theme published',
  'POST /reportschedule/delete': 'report schedule deleted',
  'POST /building/building/delete': 'building deleted',
  'POST /mailroom/delete': 'mailroom deleted',
  'POST /courier/delete': 'courier deleted',
  'POST /agent/deleteagents': 'agent deleted',
  'POST /resident/deleteresidents': 'resident deleted',
  'POST /resident/{residentId}/erase': 'resident erased',
  'POST /lockerbank/deletelockerbanks': 'locker bank deleted',
  'POST /resident/bulk/delete': 'resident deleted',
}

/** The entries of all organisations. */
async function count(): Promise<number> {
  let total = 0
  for (const { id } of await allOrganisations(server.database))
    total += await inOrganisation(server, id, async (db) => {
      const { entries } = await db
        .selectFrom('audit')
        .select((eb) => eb.fn.countAll<number>().as('entries'))
        .executeTakeFirstOrThrow()
      return entries
    })
  return total
}

test('every changing operation records an entry, or is listed with the reason', async () => {
  const tokenFor = ({ needs: { access, ticket: isOpen } }: Operation) =>
    access === 'public' ? undefined : access === 'kiosk' ? kiosk : isOpen ? ticket : manager
  const silent: string[] = []
  for (const op of server.route.operations.filter(({ reads }) => !reads).sort((a, b) => isLast(a) - isLast(b))) {
    const before = await count()
    const { params, query = {}, ...example } = exampleOf(op, own.first)
    const input = INPUTS[nameOf(op)]?.(own.first.ids) ?? example.input ?? {}
    await server.ask(op, { token: tokenFor(op), params, query, input: op.method === 'GET' ? undefined : input })
    if ((await count()) === before) silent.push(nameOf(op))
  }
  const listed = [...Object.keys(WITHOUT_ENTRY), ...Object.keys(RECORDED_ELSEWHERE)]
  expect(silent.filter((name) => !listed.includes(name))).toEqual([])
  const names = server.route.operations.map(nameOf)
  expect(listed.filter((name) => !names.includes(name))).toEqual([])
})

test('the actions of listed operations are recorded by the code', () => {
  const files = globSync('{features,platform}/**/server/**/*.ts', { cwd: ROOT }).filter((file) => !file.includes('.test.'))
  const code = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('')
  // Some are composed: `${kind} registration submitted`.
  const isRecorded = (action: string) => code.includes(`'${action}'`) || code.includes(`}${action.slice(action.indexOf(' '))}\``)
  expect(Object.values(RECORDED_ELSEWHERE).filter((action) => !isRecorded(action))).toEqual([])
})
