import { expect, test } from 'vitest'
import { tokenOf } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { organisations } from '../contract.ts'
import { LOGO_URL } from '../testing/logo.ts'
import { SCRIPT_PAYLOADS } from '../testing/script-payloads.ts'

let { server, riverside, harbour, manager } = {} as TwoOrganisations<Fixtures>
onTwoOrganisations(
  (on, systemName) => seedFixtures(on, systemName, { isSuperAdmin: systemName === 'riverside' }),
  (seeded) => {
    ;({ server, riverside, harbour, manager } = seeded)
  },
)

const RICH_TEXTS = ['TermsAndConditions', 'HelpText', 'ContactUs'] as const
const get = (id = riverside.organisationId, token = manager) => server.ask(organisations.mobile, { token, params: { id } })
const save = (input: object, id = riverside.organisationId, token = manager) =>
  server.ask(organisations.saveMobile, { token, params: { id }, input })

/** Every element that may be stored, with the only attribute that it may have. */
const HARMLESS =
  /<\/?(p|strong|em|u|s|h2|h3|ul|ol|li|blockquote)>|<br \/>|<a( href="(https?:\/\/|mailto:|tel:|[\w./#?-]*")[^"<>]*"?)?>|<\/a>/g

test('mobile app settings › are saved, with a line in the audit trail', async () => {
  expect((await get()).body).toEqual({
    TermsAndConditions: '',
    HelpText: '',
    ContactUs: '',
    Logo: null,
    BackgroundColor: '#ffffff',
    EnableRemoteUnlock: false,
    Version: 'none',
  })
  const input = {
    TermsAndConditions: '<h2>Terms</h2><p>Be <strong>kind</strong>.</p>',
    HelpText: '<ul><li>Open the app</li></ul>',
    ContactUs: '<p><a href="mailto:desk@riverside.test">Desk</a>, <a href="tel:+15550100">call</a></p>',
    BackgroundColor: '#0F766E',
    EnableRemoteUnlock: true,
  }
  expect((await save({ ...input, Logo: LOGO_URL })).body.Message).toBe('Mobile app settings have been saved successfully.')
  const { body } = await get()
  expect(body).toMatchObject({ ...input, BackgroundColor: '#0f766e' })
  expect(body.Logo).toMatch(/\/mobileapplogo\?v=\w{16}$/)
  expect((await server.app.inject({ url: body.Logo })).headers['content-type']).toBe('image/png')
  expect((await save(input)).status).toBe(200)
  expect((await get()).body.Logo).toBe(body.Logo)
  const changes = await server.ask(organisations.changes, { token: manager, params: { id: riverside.organisationId } })
  expect(changes.body[0]).toMatchObject({ Action: 'Mobile app settings changed' })
})

test('settings that are left out stay', async () => {
  const saved = { HelpText: '<p>Help</p>', BackgroundColor: '#123456', EnableRemoteUnlock: true }
  expect((await save(saved)).status).toBe(200)
  expect((await save({ ContactUs: '<p>Desk</p>' })).status).toBe(200)
  expect((await get()).body).toMatchObject({ ...saved, ContactUs: '<p>Desk</p>' })
  expect((await save({ HelpText: '' })).status).toBe(200)
  expect((await get()).body).toMatchObject({ HelpText: '', ContactUs: '<p>Desk</p>' })
})

test('settings that a colleague has changed since are not overwritten', async () => {
  const { Version } = (await get()).body
  expect((await save({ HelpText: '<p>Mine</p>', Version })).status).toBe(200)
  const outdated = await save({ HelpText: '<p>Old</p>', Version })
  expect(outdated).toMatchObject({ status: 409, body: { Code: 'MsgChangedElsewhere' } })
  const { body } = await get()
  expect(body.HelpText).toBe('<p>Mine</p>')
  const both = await Promise.all(['A', 'B'].map((HelpText) => save({ HelpText, Version: body.Version })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test.each([
  [{ HelpText: 'x'.repeat(50_001) }, 'HelpText', 'The text cannot be more than 50000 characters!'],
  [{ BackgroundColor: 'red;background:url(x)' }, 'BackgroundColor', 'Please choose a colour.'],
  [{ Logo: 'data:image/svg+xml;base64,AAAA' }, 'Logo', 'Invalid file type'],
])('a save with %o is refused', async (change, Field, Message) => {
  expect(await save(change)).toMatchObject({ status: 400, body: { Field, Message } })
})

test('a text of which nothing can be seen is kept as none', async () => {
  for (const text of ['<p>&nbsp;</p>', '<script>alert(1)</script>', '<p>\u200d</p>']) {
    await save({ TermsAndConditions: '<p>Terms</p>', HelpText: '<p>Help</p>', ContactUs: '<p>Desk</p>' })
    expect((await save(Object.fromEntries(RICH_TEXTS.map((name) => [name, text])))).status).toBe(200)
    expect((await get()).body).toMatchObject({ TermsAndConditions: '', HelpText: '', ContactUs: '' })
  }
})

test('invisible and bidirectional characters are removed from pasted texts', async () => {
  await save({ HelpText: '<p>a\u202eb\u200bc\u0000d&#8238;&#x200b;</p>' })
  expect((await get()).body.HelpText).toBe('<p>abcd</p>')
})

test('no script of 60 and more survives in any rich text', async () => {
  expect(SCRIPT_PAYLOADS.length).toBeGreaterThanOrEqual(60)
  for (const payload of SCRIPT_PAYLOADS)
    for (const around of [payload, `<p>before ${payload} after</p>`]) {
      const { status } = await save(Object.fromEntries(RICH_TEXTS.map((name) => [name, around])))
      expect(status).toBe(200)
      const { body } = await get()
      for (const name of RICH_TEXTS)
        expect([around, body[name].replace(HARMLESS, '')]).toEqual([around, expect.not.stringMatching(/[<>]/)])
      for (const name of RICH_TEXTS)
        expect([around, body[name]]).toEqual([around, expect.not.stringMatching(/href="\W*\w*script/i)])
    }
})

test('a super administrator changes those of any organisation, others those of their own only', async () => {
  expect((await save({ HelpText: '<p>x</p>' }, harbour.organisationId)).status).toBe(404)
  expect((await get(harbour.organisationId)).status).toBe(404)
  const token = await tokenOf(server, 'superadmin', 'riverside')
  expect((await save({ HelpText: '<p>Harbour</p>' }, harbour.organisationId, token)).status).toBe(200)
  expect((await get(harbour.organisationId, token)).body.HelpText).toBe('<p>Harbour</p>')
  expect((await get()).body.HelpText).not.toContain('Harbour')
})
