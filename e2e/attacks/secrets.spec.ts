import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RIVERSIDE } from '#apps/server/demo/organisations.ts'
import { everyOperation, exampleOf } from '#apps/server/testing/examples.ts'
import type { Place } from '#apps/server/testing/seed-fixtures.ts'
import { agents } from '#features/agents/contract.ts'
import { audit } from '#features/audit/contract.ts'
import { handOver } from '#features/hand-over/contract.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { newsletter } from '#features/newsletter/contract.ts'
import { notices } from '#features/notices/contract.ts'
import { organisations } from '#features/organisations/contract.ts'
import { packageForm } from '#features/packages/editing-contract.ts'
import { portalUsers } from '#features/portal-users/contract.ts'
import { residents } from '#features/residents/contract.ts'
import { settings } from '#features/settings/contract.ts'
import { singleSignOn } from '#features/single-sign-on/contract.ts'
import { newId } from '#platform/ids.ts'
import type { Operation } from '#platform/operation.ts'
import type { Role } from '#platform/permissions.ts'
import { banks } from '../bank-by-api.ts'
import { ageSignIn, type Caller, expect, inDatabase, MANAGER, PEOPLE, QUAY, riversideUser, SUPERADMIN, test } from './as-roles.ts'

const PARK = RIVERSIDE.properties[2]!
const nameOf = ({ method, path }: Operation) => `${method} ${path}`
const params = { id: RIVERSIDE.id }

/** What the form of each source sends; inactive, so that nothing is fetched. */
const source = (Password: string) => ({ Url: 'files.example.com', UserName: 'desk', Password, IsActive: false })
const SFTP = { Path: 'in', ServerFingerPrint: '', IsServerFingerPrintCheckEnabled: false }

/** Enters settings with secrets, each of which is found in no other text. */
async function plantSettings({ ask }: Caller): Promise<Record<string, string>> {
  const secrets = {
    'SMS token': 'planted-sms-token',
    'SFTP password': 'planted-sftp-password',
    'FTP password': 'planted-ftp-password',
    'mailbox password': 'planted-mailbox-password',
    'client secret': 'planted-client-secret',
  }
  const gateway = { AccountSid: 'ACplanted', SenderPhoneNumber: '+1 555 0100', IsEnabled: false }
  const sources = {
    ImportSftpSettings: { ...source(secrets['SFTP password']), ...SFTP },
    ImportFtpSettings: { ...source(secrets['FTP password']), Path: 'in', UseSSL: true },
    ImportSmtpPopServerSettings: { ...source(secrets['mailbox password']), UseSSL: true },
  }
  const provider = { IsActive: false, Issuer: 'https://login.example.com', ClientId: 'planted', ButtonName: 'Work' }
  const replies = [
    await ask(organisations.saveSms, { params, input: { ...gateway, AuthToken: secrets['SMS token'] } }),
    await ask(settings.save, { input: { OrganisationId: RIVERSIDE.id, ...sources } }),
    await ask(singleSignOn.save, { input: { ...provider, ClientSecret: secrets['client secret'], DefaultRole: null } }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  return secrets
}

async function addResident({ ask }: Caller, property: typeof QUAY, LockerAccessCode: string): Promise<string> {
  const residentId = newId()
  const home = { PropertyId: property.id, BuildingId: property.buildings[0]!.id, UnitNumber: '101' }
  const input = { ...home, FirstName: 'Ida', LastName: 'Planted', EmailId: 'ida@planted.test', LockerAccessCode }
  expect((await ask(residents.create, { params: { residentId }, input })).status).toBe(200)
  return residentId
}

/** Adds people with codes and PINs. */
async function plantPeople(caller: Caller) {
  const { ask } = caller
  const secrets = {
    'access code': '91827364',
    'agent PIN': '739156',
    'kiosk PIN': '918264',
    'first password': 'planted-otter-kite-7',
  }
  const resident = await addResident(caller, QUAY, secrets['access code'])
  const delegate = { Name: 'Del Planted', EmailId: 'del@planted.test', FromDay: '2099-01-01', UntilDay: '2099-01-31' }
  const delegated = await ask(residents.addDelegate, { params: { residentId: resident }, input: delegate })
  const agent = await ask(agents.create, {
    input: {
      ...{ FirstName: 'Ada', LastName: 'Planted', EmailId: 'agent@planted.test', UserName: 'ada.planted', RoleTypeId: 6 },
      ...{ CourierId: RIVERSIDE.couriers[0]!.id, Pin: secrets['agent PIN'], PropertyIds: [QUAY.id] },
    },
  })
  const user = await ask(portalUsers.save, {
    input: {
      ...{ FirstName: 'Uma', LastName: 'Planted', Email: 'uma@planted.test', UserRole: 'mailroomstaff', PropertyIds: [QUAY.id] },
      ...{ KioskUserName: 'uma-planted', KioskPin: secrets['kiosk PIN'], Password: secrets['first password'] },
    },
  })
  expect([delegated, agent, user].map(({ status }) => status)).toEqual([200, 200, 200])
  return {
    secrets: { ...secrets, 'delegate code': delegated.body.LockerAccessCode },
    ids: { resident, agent: agent.body.Id, portalUser: user.body.Id },
    delegateId: delegated.body.Id,
  }
}

/** A package in a mailroom for a resident, who gets a notice. */
async function addPackage({ ask }: Caller, ResidentId: string): Promise<string> {
  const packageId = newId()
  const place = { BuildingId: QUAY.buildings[0]!.id, MailRoomId: QUAY.buildings[0]!.mailrooms[0]!.id }
  const input = {
    ...{ ...place, CourierId: RIVERSIDE.couriers[0]!.id, StatusId: 2, ResidentId, TrackingNumber: 'PLANTED1' },
    ...{ Name: 'Ida Planted', UnitNumber: '101', DropOffTime: new Date().toISOString() },
  }
  expect((await ask(packageForm.create, { params: { packageId }, input })).status).toBe(200)
  await expect.poll(async () => (await ask(notices.ofPackage, { params: { packageId } })).body.length).toBeGreaterThan(0)
  return packageId
}

/** Whether a text has a secret; digits only as a number of their own. */
const has = (text: string, secret: string) =>
  /^\d+$/.test(secret) ? new RegExp(`(?<![\\d.])${secret}(?!\\d)`).test(text) : text.includes(secret)

/** Every operation that only reads, and exports. The live stream does not end, and single sign-on leads to another site. */
const READING = [
  ...everyOperation.filter(({ method, reads }) => method === 'GET' || reads),
  audit.export,
  newsletter.export,
].filter(({ path }) => path !== '/dashboard/live' && !path.startsWith('/auth/singlesignon/'))

const EDITING_RESIDENTS: readonly Role[] = ['superadmin', 'organisationmanager', 'propertymanager', 'leasingspecialist']
/** Where a secret is shown, and to whom (docs/access.md): nowhere else, and to no other role. */
const SHOWN: readonly (readonly [secret: string, op: Operation, roles: readonly Role[]])[] = [
  ['access code', residents.get, EDITING_RESIDENTS],
  // All that is stored of a resident, for the resident.
  ['access code', residents.personalData, EDITING_RESIDENTS],
  ['kiosk key', lockerBanks.authorisation, ['superadmin', 'organisationmanager', 'propertymanager']],
]

test.afterEach(async ({ running }) => {
  for (const table of ['sms_gateways', 'import_sources', 'single_sign_on']) await inDatabase(running, `delete from ${table}`)
})

test('no reply has a secret, except for those that show an access code or a kiosk’s key to the roles that need it', async ({
  as,
  running,
}) => {
  test.slow()
  const manager = await as(MANAGER)
  const { ask } = manager
  const people = await plantPeople(manager)
  const packageId = await addPackage(manager, people.ids.resident)
  const [bank] = await banks(manager.page, 'quay-n')
  const lockerBankId = bank!.LockerbankId
  const secrets: Record<string, string> = {
    ...(await plantSettings(manager)),
    ...people.secrets,
    'kiosk key': (await ask(lockerBanks.authorisation, { params: { lockerBankId } })).body.ApiSecret,
    'key of the installation': readFileSync(join(running.dataDir, 'secret-key'), 'utf8').trim(),
    'hash of a password': '$argon2',
  }
  for (const secret of Object.values(secrets)) expect(secret.length).toBeGreaterThan(5)

  const [building] = QUAY.buildings
  const none = newId()
  const known: Readonly<Record<string, string>> = {
    ...{ ...people.ids, property: QUAY.id, building: building!.id, mailroom: building!.mailrooms[0]!.id },
    ...{ lockerBank: lockerBankId, package: packageId, courier: RIVERSIDE.couriers[0]!.id, locker: '1' },
  }
  // Of the other kinds of record there is none.
  const ids = new Proxy(known, { get: (all, kind) => all[String(kind)] ?? none }) as Place['ids']
  const place: Place = {
    ids,
    ...{ userId: MANAGER.id, importId: none, delegateId: people.delegateId, unit: '101', name: 'Ida' },
    ...{ mark: () => 'PLANTED1', markers: [], credentials: {}, organisationId: RIVERSIDE.id },
  }
  const shown: string[] = []
  let answered = 0
  for (const person of PEOPLE) {
    const caller = await as(person)
    const replies = new Map<string, string>()
    for (const op of READING) {
      const reply = await caller.ask(op, exampleOf(op, place))
      expect([nameOf(op), reply.status < 500]).toEqual([nameOf(op), true])
      replies.set(nameOf(op), reply.text)
      if (person === SUPERADMIN && reply.status === 200) answered += 1
    }
    // Each entry of the audit trail: secrets are recorded as changed, without their value.
    const entries = await caller.ask(audit.page, { input: { ActorId: MANAGER.id, PageSize: 50 } })
    for (const { Id } of entries.body.Data ?? [])
      replies.set(`audit ${Id}`, (await caller.ask(audit.get, { params: { entryId: Id } })).text)
    for (const [name, text] of replies)
      for (const [secret, value] of Object.entries(secrets))
        if (has(text, value)) shown.push(`${secret} in ${name} to ${person.role}`)
  }
  // The ids are right: others have no record here, such as documents of reports.
  expect(answered).toBeGreaterThan(READING.length / 2)
  const expected = SHOWN.flatMap(([secret, op, roles]) => roles.map((role) => `${secret} in ${nameOf(op)} to ${role}`))
  expect(shown.toSorted()).toEqual(expected.toSorted())

  // Other tests count residents and waiting packages.
  expect((await ask(handOver.save, { input: { PackageIds: [packageId] } })).status).toBe(200)
  for (const [op, id] of [
    [residents.remove, people.ids.resident] as const,
    [agents.remove, people.ids.agent] as const,
    [portalUsers.remove, people.ids.portalUser] as const,
  ])
    expect((await ask(op, { input: [id] })).body.Removed).toEqual([id])
})

test('settings with secrets are refused to the roles below a manager, who sees that a secret is set', async ({ as }) => {
  await plantSettings(await as(MANAGER))
  for (const person of PEOPLE) {
    const { ask } = await as(person)
    const sms = await ask(organisations.sms, { params })
    const sso = await ask(singleSignOn.get)
    const general = await ask(settings.get, { params: { organisationId: RIVERSIDE.id } })
    const statuses = [sms, sso, general].map(({ status }) => status)
    if (!['superadmin', 'organisationmanager'].includes(person.role)) {
      expect(statuses).toEqual([403, 403, 403])
      continue
    }
    expect(statuses).toEqual([200, 200, 200])
    expect([sms.body.HasAuthToken, sso.body.HasSecret]).toEqual([true, true])
    const { ImportSftpSettings, ImportFtpSettings, ImportSmtpPopServerSettings } = general.body
    const sources = [ImportSftpSettings, ImportFtpSettings, ImportSmtpPopServerSettings]
    expect(sources.map(({ HasPassword }) => HasPassword)).toEqual([true, true, true])
  }
})

test('the key of a kiosk and an access code are only shown for the own properties, the key after a recent sign-in', async ({
  as,
  running,
}) => {
  const manager = await as(MANAGER)
  const [[near], [far]] = [await banks(manager.page, 'quay-n'), await banks(manager.page, 'park-1')]
  const [residentId, farResidentId] = [await addResident(manager, QUAY, '81726354'), await addResident(manager, PARK, '81726355')]
  const keyOf = ({ ask }: Caller, lockerBankId: string) => ask(lockerBanks.authorisation, { params: { lockerBankId } })
  const codeOf = ({ ask }: Caller, id: string) => ask(residents.get, { params: { residentId: id } })
  const expected = {
    propertymanager: { key: [200, 404], code: [200, 404] },
    leasingspecialist: { key: [403, 403], code: [200, 404] },
    mailroomstaff: { key: [403, 403], code: [403, 403] },
  }
  for (const [role, { key, code }] of Object.entries(expected)) {
    const caller = await as(riversideUser(role as Role))
    const keys = [await keyOf(caller, near!.LockerbankId), await keyOf(caller, far!.LockerbankId)]
    const codes = [await codeOf(caller, residentId), await codeOf(caller, farResidentId)]
    expect([role, keys.map(({ status }) => status)]).toEqual([role, key])
    expect([role, codes.map(({ status }) => status)]).toEqual([role, code])
    if (key[0] !== 200) continue
    await ageSignIn(running, caller)
    const { status, body } = await keyOf(caller, near!.LockerbankId)
    expect([status, body.Code, body.ApiSecret]).toEqual([422, 'PasswordRequired', undefined])
  }
  await manager.ask(residents.remove, { input: [residentId, farResidentId] })
})
