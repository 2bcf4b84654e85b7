import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type TestServer, testServer } from '#apps/server/testing/server.ts'
import type { Config } from '#features/kiosks/protocol.ts'
import { mqttKiosk } from '#features/kiosks/server/testing/mqtt-kiosk.ts'
import { DEFAULT_THEME, DEFAULT_VALUES } from '#features/kiosks/theme.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { type EditedTheme, themes } from '#features/themes/contract.ts'
import { pictureUrl } from '#platform/server/testing/pictures.ts'
import { eventually } from '#platform/server/testing/waiting.ts'
import { simulatedCabinet } from '../doors/simulated-cabinet.ts'
import { startKiosk } from '../kiosk.ts'
import { SUBCOMMANDS } from '../program/subcommands.ts'
import { type Lobby, makeLobby, person, temporaryFolder } from '../testing/lobby.ts'

let server: TestServer
let lobby: Lobby
let stateFolder: string
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())
let number = 0
beforeEach(async () => {
  number += 1
  lobby = await makeLobby(server, `lobby${number}`)
  const { path, remove } = temporaryFolder()
  stateFolder = path
  return remove
})

const propertyId = () => lobby.properties[0]!.id
const picture = async (background: string) =>
  pictureUrl(
    'png',
    await sharp({ create: { width: 140, height: 70, channels: 3, background } })
      .png()
      .toBuffer(),
  )
const save = async (change: object) => {
  const input = { ...DEFAULT_VALUES, PropertyId: propertyId(), ...change }
  expect((await server.ask(themes.save, { token: lobby.token, input })).status).toBe(200)
}
const publish = () => server.ask(themes.publish, { token: lobby.token, params: { propertyId: propertyId() } })
const read = async (): Promise<EditedTheme> => {
  const params = { organisationId: lobby.organisationId, propertyId: propertyId() }
  return (await server.ask(themes.get, { token: lobby.token, params })).body
}
const start = async (RelayEndPointName = lobby.key.RelayEndPointName) => {
  const kiosk = await startKiosk({
    key: { ...lobby.key, RelayEndPointName },
    stateFolder,
    cabinet: simulatedCabinet({ closesAfterMs: 20 }),
    log: () => {},
    maxRetryMs: 50,
  })
  onTestFinished(kiosk.stop)
  return kiosk
}
const published = () =>
  lobby.asTenant(
    async (db) => (await db.selectFrom('kiosk_configs').select('content').executeTakeFirstOrThrow()).content as Config,
  )

test('a published theme reaches the kiosk with its pictures, which it stores, shows and reports', async () => {
  const kiosk = await start()
  await eventually(lobby.isOnline).toBe(true)
  expect(kiosk.theme()).toEqual(DEFAULT_THEME)
  await save({ ScreensaverText: 'Welcome', LogoImg: await picture('#ff0000') })
  expect(kiosk.theme()).toEqual(DEFAULT_THEME)
  expect((await publish()).body).toMatchObject({ Message: 'The theme has been sent to 1 terminal.', Published: 1 })
  await eventually(() => kiosk.theme().ScreensaverText).toBe('Welcome')
  const { LogoImg } = kiosk.theme()
  expect(existsSync(join(kiosk.folder, 'theme', LogoImg))).toBe(true)
  await eventually(async () => (await read()).Kiosks).toMatchObject([
    { Name: 'Lobby', Status: 'ONLINE', IsAuthorised: true, ThemeVersion: 1, PublishedThemeVersion: 1 },
  ])
  const bank = await server.ask(lockerBanks.get, { token: lobby.token, params: { lockerBankId: lobby.lockerBankId } })
  expect(bank.body).toMatchObject({ ThemeVersion: 1, PublishedThemeVersion: 1, SavedThemeVersion: 1 })
  expect(await SUBCOMMANDS.status!.run(kiosk as never, {}, person())).toContain('Theme 1: Verdana, "Welcome", pictures: logo')
  expect(await publish()).toMatchObject({ status: 422, body: { Code: 'MsgThemeNothingToPublish' } })
})

test('replaced pictures are deleted at the kiosk', async () => {
  const kiosk = await start()
  await save({ LogoImg: await picture('#ff0000'), MenuBgImg: await picture('#00ff00') })
  await publish()
  await eventually(() => kiosk.theme().Version).toBe(1)
  await save({ LogoImg: '', MenuBgImg: null })
  await publish()
  await eventually(() => kiosk.theme().Version).toBe(2)
  expect(readdirSync(join(kiosk.folder, 'theme')).toSorted()).toEqual([kiosk.theme().MenuBgImg, 'theme.json'].toSorted())
})

test('a kiosk that cannot reach the server keeps its theme, also after a restart, and gets the next one later', async () => {
  const first = await start()
  await save({ ScreensaverText: 'Before', LogoImg: await picture('#ff0000') })
  await publish()
  await eventually(() => first.theme().Version).toBe(1)
  await first.stop()
  await save({ ScreensaverText: 'After' })
  await publish()
  const offline = await start('http://127.0.0.1:9')
  expect(offline.theme()).toMatchObject({ Version: 1, ScreensaverText: 'Before' })
  await offline.stop()
  const online = await start()
  await eventually(() => online.theme().ScreensaverText).toBe('After')
})

test('a theme whose pictures cannot be fetched is not shown until they can', async () => {
  const kiosk = await start()
  await save({ ScreensaverText: 'Complete' })
  await publish()
  await eventually(() => kiosk.theme().ScreensaverText).toBe('Complete')
  await save({ ScreensaverText: 'Incomplete', LogoImg: await picture('#ff0000') })
  const images = (change: 'rename' | 'restore') =>
    lobby.asTenant((db) =>
      db
        .updateTable('theme_images')
        .set({ image: change === 'rename' ? Buffer.from('broken') : image })
        .execute(),
    )
  const { image } = await lobby.asTenant((db) => db.selectFrom('theme_images').select('image').executeTakeFirstOrThrow())
  await images('rename')
  await publish()
  await eventually(kiosk.configVersion).toBe(3)
  expect(kiosk.theme().ScreensaverText).toBe('Complete')
  expect(await read()).toMatchObject({ Kiosks: [{ PublishedThemeVersion: 2 }] })
  await images('restore')
  await eventually(() => kiosk.theme().ScreensaverText).toBe('Incomplete')
})

test('a damaged file of the theme is no obstacle', async () => {
  const first = await start()
  await save({ ScreensaverText: 'Stored' })
  await publish()
  await eventually(() => first.theme().Version).toBe(1)
  await first.stop()
  writeFileSync(join(first.folder, 'theme', 'theme.json'), '{ "Font": 7')
  const second = await start()
  await eventually(() => second.theme().ScreensaverText).toBe('Stored')
})

test('publishing a theme leaves layout and settings as published, with the current devices', async () => {
  const target = { token: lobby.token, params: { lockerBankId: lobby.lockerBankId } }
  const before = await published()
  await server.ask(lockerBanks.saveSettings, { ...target, input: [{ Name: 'OpenRetries', Value: '3' }] })
  await lobby.asTenant((db) => db.updateTable('lockers').set({ device_serial: 'SN-new' }).where('name', '=', 'L1').execute())
  await save({ HeaderColor: '#000000' })
  await publish()
  const after = await published()
  expect(after.Settings).toEqual(before.Settings)
  expect(after.Theme).toMatchObject({ Version: 1, HeaderColor: '#000000' })
  const devices = ({ Layout }: Config) =>
    Layout.flatMap(({ LockerCollection }) => LockerCollection.map((one) => one.SerialNumber))
  expect(devices(before)).toContain('SN-L1')
  expect(devices(after)).toEqual(devices(before).map((serial) => (serial === 'SN-L1' ? 'SN-new' : serial)))
})

test('an older program gets the theme and reports no version of it', async () => {
  const kiosk = await mqttKiosk(server, lobby.lockerBankId, lobby.key.ApiSecret)
  onTestFinished(() => void kiosk.client.end(true))
  await save({ HeaderColor: '#000000' })
  await publish()
  await eventually(() => kiosk.received<Config>('config').at(-1)?.Theme.HeaderColor).toBe('#000000')
  await kiosk.beat({ ConfigVersion: 2 })
  await eventually(lobby.isOnline).toBe(true)
  expect(await read()).toMatchObject({ Kiosks: [{ ThemeVersion: null, PublishedThemeVersion: 1 }] })
})

test('pictures are for kiosks of the property', async () => {
  await save({ LogoImg: await picture('#ff00ff') })
  const { LogoImg } = await read()
  const other = await makeLobby(server, `other${number}`)
  const url = (hash: string) => `/api/kiosk/themeimage/${hash}`
  const ask = async ({ key }: Lobby, hash = LogoImg) => {
    const payload = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: key.ApiKey,
      client_secret: key.ApiSecret,
      scope: `${key.OrganisationSystemName} 8`,
    }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const token = (await server.app.inject({ method: 'POST', url: '/api/auth/token', payload, headers })).json().access_token
    return (await server.app.inject({ url: url(hash), headers: { authorization: `Bearer ${token}` } })).statusCode
  }
  expect(await ask(lobby)).toBe(200)
  expect(await ask(other)).toBe(404)
  expect(await ask(lobby, '..%2f..%2fetc')).toBe(400)
  expect((await server.app.inject({ url: url(LogoImg) })).statusCode).toBe(401)
})
