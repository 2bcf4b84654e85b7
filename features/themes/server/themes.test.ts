import sharp from 'sharp'
import { expect, test } from 'vitest'
import { inOrganisation } from '#apps/server/testing/fixtures.ts'
import { type Fixtures, seedFixtures } from '#apps/server/testing/seed-fixtures.ts'
import { onTwoOrganisations, type TwoOrganisations } from '#apps/server/testing/two-organisations.ts'
import { audit } from '#features/audit/contract.ts'
import { DEFAULT_THEME, DEFAULT_VALUES } from '#features/kiosks/theme.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { newId } from '#platform/ids.ts'
import { blackPng, pictureUrl } from '#platform/server/testing/pictures.ts'
import { type EditedTheme, themes } from '../contract.ts'
import { purgeThemeImages } from './store.ts'

let { server, riverside, harbour, manager, ofProperty } = {} as TwoOrganisations<Fixtures>
onTwoOrganisations(seedFixtures, async (seeded) => {
  ;({ server, riverside, harbour, manager, ofProperty } = seeded)
  // The tests begin without a theme.
  for (const { organisationId } of [riverside, harbour])
    await inOrganisation(server, organisationId, async (db) => {
      await db.deleteFrom('themes').execute()
      await db.deleteFrom('theme_images').execute()
    })
})

const first = () => riverside.first.ids.property
const second = () => riverside.second.ids.property
const get = async (propertyId = first(), token = manager) =>
  server.ask(themes.get, { token, params: { organisationId: riverside.organisationId, propertyId } })
const read = async (propertyId = first()): Promise<EditedTheme> => (await get(propertyId)).body
const save = (change: object = {}, { propertyId = first(), token = manager } = {}) =>
  server.ask(themes.save, { token, input: { ...DEFAULT_VALUES, PropertyId: propertyId, ...change } })
const image = (hash: string, propertyId = first(), token = manager) =>
  server.ask(themes.image, { token, params: { propertyId, hash } })
const picture = async (width: number, height: number, color = '#dc2626') =>
  pictureUrl(
    'png',
    await sharp({ create: { width, height, channels: 3, background: color } })
      .png()
      .toBuffer(),
  )
const metadataOf = async (hash: string) => sharp(Buffer.from((await image(hash)).body.Image.split(',')[1], 'base64')).metadata()

test('a property without a theme has the default one', async () => {
  const { Kiosks, ...theme } = await read(second())
  expect(theme).toEqual({
    ...DEFAULT_THEME,
    Version: '0',
    PropertyId: second(),
    OrganisationId: riverside.organisationId,
    PropertyName: 'Property 2',
  })
  expect(Kiosks).toMatchObject([{ LockerBankId: riverside.second.ids.lockerBank, ThemeVersion: null }])
})

test('a theme is saved with all its fields, as the next version when something has changed', async () => {
  const change = { Font: 'Courier', HeaderColor: '#ABCDEF', ScreensaverText: ' Hello ', ScreensaverTextSize: 24 }
  expect(await save(change)).toMatchObject({ status: 200, body: { Message: 'Theme has been saved successfully.', Id: first() } })
  const saved = { ...DEFAULT_VALUES, ...change, HeaderColor: '#abcdef', ScreensaverText: 'Hello' }
  expect(await read()).toMatchObject({ ...saved, Version: '1' })
  await save(change)
  expect((await read()).Version).toBe('1')
  await save()
  expect(await read()).toMatchObject({ ...DEFAULT_VALUES, Version: '2' })
})

test.each([
  [{ Font: 'Comic Sans' }, 'Font', 'Please choose a font.'],
  [{ ScreensaverTextSize: 17 }, 'ScreensaverTextSize', 'Please choose a font size.'],
  [{ ScreensaverTextSize: '42' }, 'ScreensaverTextSize', 'Please choose a font size.'],
  [{ HeaderColor: 'red' }, 'HeaderColor', 'Please choose a colour.'],
  [{ LockerbankColor: '#fff' }, 'LockerbankColor', 'Please choose a colour.'],
  [{ FooterTextColor: 'url(//x.test)' }, 'FooterTextColor', 'Please choose a colour.'],
  [{ FooterTextResident: 'x'.repeat(101) }, 'FooterTextResident', 'The text cannot be more than 100 characters!'],
  [{ ScreensaverText: 'x'.repeat(101) }, 'ScreensaverText', 'The text cannot be more than 100 characters!'],
  [{ LogoImg: 'https://example.com/logo.png' }, 'LogoImg', 'Invalid file type'],
])('a save with %o is refused', async (change, Field, Message) => {
  expect(await save(change)).toMatchObject({ status: 400, body: { Field, Message } })
})

test('a save of an old version is refused, also two first saves at the same time', async () => {
  const { Version } = await read(second())
  const to = { propertyId: second() }
  const replies = await Promise.all(['A', 'B'].map((ScreensaverText) => save({ ScreensaverText, Version }, to)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await save({ ScreensaverText: 'C', Version }, to)).toMatchObject({ status: 409, body: { Code: 'MsgChangedElsewhere' } })
})

test('pictures get the size of the terminal: the logo 70 px high, the backgrounds cut to 1024 × 768', async () => {
  await save({
    LogoImg: await picture(400, 280),
    MenuBgImg: await picture(3000, 1000),
    ScreensaverImg: await picture(100, 400, '#0000ff'),
  })
  const { LogoImg, MenuBgImg, ScreensaverImg } = await read()
  expect(await metadataOf(LogoImg)).toMatchObject({ format: 'png', width: 100, height: 70 })
  for (const hash of [MenuBgImg, ScreensaverImg])
    expect(await metadataOf(hash)).toMatchObject({ format: 'jpeg', width: 1024, height: 768 })
})

test('pictures stay, are removed, and are copied from another property that the caller may see', async () => {
  await save({ LogoImg: await picture(50, 70), MenuBgImg: await picture(1024, 768) })
  const { LogoImg, MenuBgImg } = await read()
  await save({ ScreensaverText: 'Other', LogoImg: '', MenuBgImg: null })
  expect(await read()).toMatchObject({ LogoImg: '', MenuBgImg })
  await save({ LogoImg })
  expect(await read()).toMatchObject({ LogoImg, MenuBgImg })
  expect((await image(LogoImg, second())).status).toBe(404)
  expect((await save({ LogoImg, MenuBgImg }, { propertyId: second() })).status).toBe(200)
  expect(await read(second())).toMatchObject({ LogoImg, MenuBgImg })
  expect((await image(LogoImg, second())).status).toBe(200)
})

test('a picture of a property that the caller may not see cannot be copied', async () => {
  const hidden = await picture(33, 33, '#123456')
  await save({ LogoImg: hidden }, { propertyId: second() })
  const { LogoImg } = await read(second())
  const refused = { status: 422, body: { Field: 'LogoImg', Code: 'MsgThemeImageGone' } }
  const before = await read()
  expect(await save({ LogoImg }, { token: ofProperty })).toMatchObject(refused)
  expect(await save({ LogoImg: 'f'.repeat(64) })).toMatchObject(refused)
  expect(await read()).toEqual(before)
})

test.each([
  ['an SVG', () => `data:image/png;base64,${Buffer.from('<svg/>').toString('base64')}`, 'Invalid file type'],
  ['a bomb of 100 megapixels', () => pictureUrl('png', blackPng(10_000, 10_000)), 'Image max size exceeded!'],
  ['a file above the limit', () => pictureUrl('png', Buffer.alloc(10_500_000)), 'Image max size exceeded!'],
])('%s as the menu background is refused, and nothing is saved', async (_, url, Message) => {
  const before = await read()
  const reply = await save({ MenuBgImg: url(), ScreensaverText: 'Refused' })
  expect([400, 422]).toContain(reply.status)
  expect(reply.body).toMatchObject({ Field: 'MenuBgImg', Message })
  expect(await read()).toEqual(before)
})

test('a logo above 1 MB is refused, a background of that size is not', async () => {
  const large = await sharp({
    create: { width: 1000, height: 1000, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .png()
    .toBuffer()
  expect(large.length).toBeGreaterThan(1_000_000)
  const url = pictureUrl('png', large)
  expect((await save({ LogoImg: url })).body).toMatchObject({ Field: 'LogoImg', Message: 'Image max size exceeded!' })
  expect((await save({ ScreensaverImg: url })).status).toBe(200)
})

test('themes of other organisations and unassigned properties are not found', async () => {
  const foreign = harbour.first.ids.property
  const elsewhere = { organisationId: harbour.organisationId, propertyId: foreign }
  expect((await server.ask(themes.get, { token: manager, params: elsewhere })).status).toBe(403)
  expect((await get(foreign)).status).toBe(404)
  expect((await save({}, { propertyId: foreign })).status).toBe(404)
  expect((await get(second(), ofProperty)).status).toBe(404)
  expect((await save({}, { propertyId: second(), token: ofProperty })).status).toBe(404)
  expect((await save({}, { propertyId: newId() })).status).toBe(404)
  expect((await get(first(), ofProperty)).status).toBe(200)
  expect((await server.ask(themes.publish, { token: ofProperty, params: { propertyId: second() } })).status).toBe(404)
})

test('a changed theme makes its locker banks publishable', async () => {
  const check = async () =>
    (await server.ask(lockerBanks.canPublish, { token: manager, params: { lockerBankId: riverside.first.ids.lockerBank } })).body
  await inOrganisation(server, riverside.organisationId, (db) => db.deleteFrom('kiosk_configs').execute())
  const params = { lockerBankId: riverside.first.ids.lockerBank }
  expect((await server.ask(lockerBanks.publish, { token: manager, params })).status).toBe(200)
  expect(await check()).toMatchObject({ HasChanged: false })
  await save({ ScreensaverText: 'Something new' })
  expect(await check()).toMatchObject({ HasChanged: true, CanPublish: true })
})

test('the audit trail names what has changed, and pictures only as changed', async () => {
  await save({ LogoImg: '', MenuBgImg: '', ScreensaverImg: '' })
  await save({ FooterTextCourier: 'Ring the bell', LogoImg: await picture(70, 70, '#00ff00') })
  const { body } = await server.ask(audit.page, { token: manager, input: { SubjectId: first() } })
  const entry = await server.ask(audit.get, { token: manager, params: { entryId: body.Data[0].Id } })
  expect(entry.body.Changes).toEqual([
    { Field: 'LogoImg', Label: 'Terminal logo', Before: null, After: 'changed' },
    {
      Field: 'FooterTextCourier',
      Label: 'Footer for couriers',
      Before: DEFAULT_VALUES.FooterTextCourier,
      After: 'Ring the bell',
    },
  ])
})

test('pictures that neither a theme nor a published configuration has are deleted after a day', async () => {
  await save({ LogoImg: await picture(60, 60, '#0f0f0f') })
  const { LogoImg } = await read()
  await server.ask(lockerBanks.publish, { token: manager, params: { lockerBankId: riverside.first.ids.lockerBank } })
  await save({ LogoImg: '', MenuBgImg: await picture(10, 10, '#0f0f0f') })
  const { MenuBgImg } = await read()
  await save({ MenuBgImg: '' })
  const purge = (days: number) =>
    inOrganisation(server, riverside.organisationId, (db) => purgeThemeImages(db, new Date(Date.now() + days * 86_400_000)))
  await purge(0)
  expect((await image(MenuBgImg)).status).toBe(200)
  await purge(2)
  expect((await image(MenuBgImg)).status).toBe(404)
  // The published configuration still has it.
  expect((await image(LogoImg)).status).toBe(200)
})
