import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inOrganisation, type OrganisationFixtures, seedOrganisation, tokenOf } from '#apps/server/testing/fixtures.ts'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import { sendNotices } from '#features/notices/server/sender.ts'
import { organisations } from '#features/organisations/contract.ts'
import { SCRIPT_PAYLOADS } from '#features/organisations/testing/script-payloads.ts'
import { seedPackageFixtures } from '#features/packages/server/testing/fixtures.ts'
import { createLog } from '#platform/server/config/log.ts'
import type { Letter } from '#platform/server/mail/delivery.ts'
import { startSmsService } from '#platform/server/testing/sms-service.ts'
import { notificationTemplates } from '../contract.ts'
import { readTemplates } from './store.ts'

let server: TestServer
let sms: Awaited<ReturnType<typeof startSmsService>>
let organisation: OrganisationFixtures
let token: string
beforeAll(async () => {
  sms = await startSmsService()
  server = await testServer({ smsApiUrl: sms.url })
  organisation = await seedOrganisation(server, 'riverside')
  token = await tokenOf(server, 'organisationmanager', 'riverside')
})
afterAll(async () => {
  await server.stop()
  await sms.stop()
})

const email = { MessageTemplateTypeId: 2, MessageSendingMediumTypeId: 1, Language: 'en-US' }
const text = { MessageTemplateTypeId: 2, MessageSendingMediumTypeId: 2, Language: 'en-US' }
const EMAIL = { ...email, Subject: 'New: {{PackageNumber}}', Body: '<p>For <strong>{{ResidentName}}</strong></p>' }
const get = async (mediumId = 1, Language = 'en-US') => {
  const params = { organisationId: organisation.organisationId, typeId: '2', mediumId: String(mediumId) }
  return (await server.ask(notificationTemplates.get, { token, params, query: { Language } })).body
}
const save = (input: object, as = token) => server.ask(notificationTemplates.save, { token: as, input })

test('every type has a text by each medium', async () => {
  const { body } = await server.ask(notificationTemplates.all, { token, input: {} })
  expect(body).toHaveLength(12)
  expect(body[0]).toMatchObject({ MessageTemplateTypeName: 'Delivered to locker', MediumName: 'E-mail', ChangedIn: [] })
  const variables = await server.ask(notificationTemplates.variables, { token, params: { typeId: '1' } })
  expect(variables.body.map(({ Name }: { Name: string }) => Name)).toContain('LockerName')
  expect(variables.body.map(({ Name }: { Name: string }) => Name)).not.toContain('ReminderNumber')
})

test.each([
  [{ ...EMAIL, Subject: ' ' }, 'Subject cannot be empty'],
  [{ ...EMAIL, Subject: 'x'.repeat(501) }, 'Subject cannot be more than 500 characters!'],
  [{ ...text, Subject: 'x'.repeat(501) }, 'SMS cannot be more than 500 characters!'],
  [{ ...EMAIL, Body: '' }, 'Body cannot be empty'],
  [{ ...EMAIL, Body: '<p>{{ResidentNam}}</p>' }, 'There is no field {{ResidentNam}}. Did you mean {{ResidentName}}?'],
  [{ ...EMAIL, Body: '<p>{{<strong>ResidentName</strong>}}</p>' }, 'Did you mean {{ResidentName}}?'],
  [{ ...EMAIL, Body: '<p><a href="{{TrackingNumber}}">Track</a></p>' }, 'A link cannot begin with a field: {{TrackingNumber}}'],
  [{ ...text, Subject: '{{ResidentName}' }, 'There is no field {{ResidentName}. Did you mean {{ResidentName}}?'],
  [{ ...text, Subject: '{{ReminderNumber}}' }, /^There is no field \{\{ReminderNumber\}\}\./],
])('a save of %o is refused', async (input, message) => {
  expect(await save(input)).toMatchObject({ status: 400, body: { Message: expect.stringMatching(message) } })
})

/** Bodies of which nothing can be seen once they are cleaned. */
const INVISIBLE = [
  '<p></p>',
  '<p>   </p>',
  '<p>&nbsp;</p>',
  '<p>\u00a0 \u3000</p>',
  '<p><br></p>',
  '<p>&#8203;&#xFEFF;\u200d</p>',
  '<p><strong></strong></p><ul><li></li></ul>',
  '<p><a href="https://house.test"> </a></p>',
  '<script>alert(1)</script>',
  '<style>p { color: red }</style><!-- text -->',
  '<img src="https://house.test/x.png" alt="A parcel">',
  '   ',
  ' \n<p>\t</p>',
]
test.each(INVISIBLE)('an e-mail without visible text is refused after cleaning, and so is its preview: %j', async (Body) => {
  const before = await get()
  const refused = { status: 400, body: { Field: 'Body', Message: 'Body cannot be empty' } }
  expect(await save({ ...EMAIL, Body })).toMatchObject(refused)
  expect(await server.ask(notificationTemplates.preview, { token, input: { ...EMAIL, Body } })).toMatchObject(refused)
  expect(await get()).toEqual(before)
})

test('b, i, del and strike are kept as what the editor writes for them', async () => {
  const { Subject, Body } = await get(1, 'es')
  await save({ ...EMAIL, Language: 'es', Body: '<p><b>a</b><I>b</I><del>c</del><strike>d</strike></p>' })
  expect((await get(1, 'es')).Body).toBe('<p><strong>a</strong><em>b</em><s>c</s><s>d</s></p>')
  await save({ ...email, Language: 'es', Subject, Body })
})

test('a changed text is kept per language, refuses an older version, and is reset by the original', async () => {
  const before = await get()
  expect((await save({ ...EMAIL, Version: before.Version })).body.Message).toBe(
    'Notification template has been saved successfully.',
  )
  expect(await get()).toMatchObject({ Subject: 'New: {{PackageNumber}}', ChangedIn: ['en-US'] })
  expect((await get(1, 'de')).Subject).toBe('Ein Paket liegt für Sie im Postraum')
  expect((await save({ ...EMAIL, Version: before.Version })).status).toBe(409)
  const { DefaultSubject: Subject, DefaultBody: Body } = before
  expect((await save({ ...email, Subject, Body })).body.Message).toBe('The notification template has its original text again.')
  expect(await get()).toMatchObject({ Subject, Version: '', ChangedIn: [] })
})

test('the changes of a template are those of its type, medium and language, by whom and when', async () => {
  await save({ ...text, Language: 'de', Subject: 'Neu: {{PackageNumber}}' })
  const { organisationId } = organisation
  const changes = (language: string, mediumId = '2') =>
    server.ask(notificationTemplates.changes, { token, params: { organisationId, typeId: '2', mediumId, language } })
  const change = { ActionKey: 'notification template changed', UserName: 'Test organisationmanager', At: expect.any(String) }
  expect((await changes('de')).body).toEqual([expect.objectContaining(change)])
  for (const other of [changes('es'), changes('de', '1')]) expect((await other).body).toEqual([])
})

test('of two saves of one version at the same time, the second is refused', async () => {
  const { Version } = await get(1, 'es')
  const saves = await Promise.all(['One', 'Two', 'Three'].map((Subject) => save({ ...EMAIL, Language: 'es', Subject, Version })))
  expect(saves.map(({ status }) => status).sort()).toEqual([200, 409, 409])
})

test('HTML is sanitised', async () => {
  for (const payload of SCRIPT_PAYLOADS) {
    await save({ ...EMAIL, Body: `<p>x</p>${payload}` })
    expect((await get()).Body).not.toMatch(
      /<(?!\/?(p|br|strong|em|u|s|h2|h3|ul|ol|li|blockquote|a)\b)|<[^>]*(on\w+=|javascript:)/i,
    )
  }
})

test('only those who may edit templates change them', async () => {
  const property = await tokenOf(server, 'propertymanager', 'riverside')
  expect((await save(EMAIL, property)).status).toBe(403)
  expect((await server.ask(notificationTemplates.all, { token: property, input: {} })).status).toBe(200)
  const staff = await tokenOf(server, 'mailroomstaff', 'riverside')
  expect((await server.ask(notificationTemplates.all, { token: staff, input: {} })).status).toBe(403)
})

describe('a preview', () => {
  const preview = (input: object) => server.ask(notificationTemplates.preview, { token, input })

  test('has sample values, or those of a package', async () => {
    const { body } = await preview(EMAIL)
    expect(body).toMatchObject({ Subject: 'New: 7K2M9Q', Sms: null })
    expect(body.Html).toContain('<strong>Ada Martin</strong>')
    const fixtures = await seedPackageFixtures(server, organisation)
    const PackageId = await fixtures.add(fixtures.people[0]!)
    expect((await preview({ ...EMAIL, PackageId })).body.Html).toContain(fixtures.people[0]!.name)
    expect((await preview({ ...EMAIL, PackageId: fixtures.courierId })).status).toBe(404)
  })

  test('of an SMS counts its parts', async () => {
    expect((await preview({ ...text, Subject: 'ő'.repeat(71) })).body.Sms).toEqual({ Encoding: 'UCS-2', Units: 71, Parts: 2 })
  })
})

test('a test goes to the person who asks for it', async () => {
  const sendTest = (input: object) => server.ask(notificationTemplates.sendTest, { token, input })
  expect((await sendTest({ ...EMAIL, Body: '<p>&nbsp;</p>' })).body.Message).toBe('Body cannot be empty')
  expect((await sendTest(EMAIL)).body.Message).toBe('The test was sent to organisationmanager@riverside.test.')
  expect(server.mails.at(-1)).toMatchObject({ to: 'organisationmanager@riverside.test', subject: 'New: 7K2M9Q' })
  const { html } = server.mails.at(-1)!
  expect(html).toContain('<strong>Ada Martin</strong>')
  expect(html).toBe((await server.ask(notificationTemplates.preview, { token, input: EMAIL })).body.Html)
  const SMS = { ...text, Subject: 'For {{ResidentName}}', Phone: '15550100123' }
  expect((await sendTest(SMS)).body.Message).toBe('Details must be saved before the test')
  const gateway = { AccountSid: 'AC1', AuthToken: 'right-token', SenderPhoneNumber: '+15550100', IsEnabled: true }
  await server.ask(organisations.saveSms, { token, params: { id: organisation.organisationId }, input: gateway })
  expect((await sendTest({ ...SMS, Phone: '' })).status).toBe(400)
  expect((await sendTest(SMS)).body.Message).toBe('The test SMS was sent to +15550100123.')
  expect(sms.received.at(-1)).toMatchObject({ to: '+15550100123', body: 'For Ada Martin' })
})

test('a test in another organisation goes to the home address of a super administrator', async () => {
  const home = await seedOrganisation(server, 'operator', { isSuperAdmin: true })
  const admin = await tokenOf(server, 'superadmin', home.systemName)
  const headers = { 'x-organisation-id': organisation.organisationId }
  const { status, body } = await server.ask(notificationTemplates.sendTest, { token: admin, headers, input: EMAIL })
  expect([status, body.Message]).toEqual([200, 'The test was sent to superadmin@operator.test.'])
  expect(server.mails.at(-1)).toMatchObject({ to: 'superadmin@operator.test', subject: 'New: 7K2M9Q' })
})

test('a text that was changed in one language leaves the others as they are', async () => {
  const other = await seedOrganisation(server, 'languages')
  const as = await tokenOf(server, 'organisationmanager', 'languages')
  await save({ ...EMAIL, Language: 'de', Subject: 'Neu: {{PackageNumber}}' }, as)
  const texts = await inOrganisation(server, other.organisationId, readTemplates)
  const subjectOf = (languageTag: string) => texts('arrivedInMailroom', 'email', languageTag).subject
  expect(['de', 'de-AT', 'en-GB', 'es', 'fr', ''].map(subjectOf)).toEqual([
    'Neu: {{PackageNumber}}',
    'Neu: {{PackageNumber}}',
    'A package is in the mailroom for you',
    'Tiene un paquete en la sala de correo',
    'A package is in the mailroom for you',
    'A package is in the mailroom for you',
  ])
})

test('notices are sent with the organisation’s text', async () => {
  await save(EMAIL)
  const fixtures = await seedPackageFixtures(server, organisation, 1)
  const [recipient] = fixtures.people
  await fixtures.asTenant((db) =>
    db.updateTable('residents').set({ email: 'ada@house.test' }).where('id', '=', recipient!.residentId).execute(),
  )
  const id = await fixtures.add(recipient!)
  const letters: Letter[] = []
  const transport = { send: async (_id: string, letter: Letter) => void letters.push(letter), close: () => {} }
  const { database, keys } = server
  await sendNotices({ database, keys, transport, smsApiUrl: sms.url, publicUrl: 'http://127.0.0.1', log: createLog('silent') })
  const { package_number } = await fixtures.packageRow(id)
  expect(letters.map(({ to, subject }) => [to, subject])).toEqual([['ada@house.test', `New: ${package_number}`]])
})
