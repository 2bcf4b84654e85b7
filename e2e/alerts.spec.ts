import type { Page } from '@playwright/test'
import { BANKS } from '#apps/server/demo/locker-banks.ts'
import { topicOf } from '#features/kiosks/protocol.ts'
import { CREDENTIALS, LINES } from '#features/session/public.ts'
import { newId } from '#platform/ids.ts'
import { connectTo } from '#platform/server/mqtt/broker.ts'
import { expect, flawsOf, goTo, type Terminal, test, USERS } from './fixtures.ts'

const LOBBY = BANKS[0]!
/** The minimum of the setting, in seconds. */
const ALARM = '5'
/** A door that no other test opens. */
const LOCKER = 'L3'

/** The menu has the name of the bell. */
const NAME = /^(Alerts|\d+ alerts?)$/
const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: NAME })
const menu = (page: Page) => page.getByRole('dialog', { name: NAME })
const alert = (page: Page) =>
  menu(page)
    .getByRole('listitem')
    .filter({ hasText: LOBBY.name })
    .getByRole('link', { name: `Locker ${LOCKER} was left open` })
const ofBank = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Alerts' })
/** From a locker bank to a door, its package, the recipient, the history and the courier, each by a link. */
async function followToCourier(page: Page) {
  const main = page.getByRole('main')
  const doors = main.getByRole('region', { name: 'Cabinet' }).getByRole('button', { name: /Occupied, Active, .* for / })
  await doors.first().click()
  await page
    .getByRole('complementary')
    .getByRole('link', { name: /^P\d+$/ })
    .click()
  const detail = page.getByRole('dialog', { name: /^Package / })
  const person = detail.getByRole('region', { name: 'Recipient' }).getByRole('link').first()
  const name = await person.innerText()
  await person.click()
  await expect(main.getByRole('heading', { level: 1, name })).toBeVisible()
  await main.getByRole('link', { name: 'History', exact: true }).click()
  const event = main.getByRole('region', { name: 'Packages' }).getByRole('listitem').last()
  const courier = event.getByRole('link').nth(1)
  const courierName = await courier.innerText()
  expect(await flawsOf(page)).toEqual([])
  await courier.click()
  await expect(main.getByRole('heading', { level: 1, name: courierName })).toBeVisible()
  await expect(page).toHaveURL(/#\/courier\//)
}
/** Closes the door and ends its fault. */
const works = ({ run }: Terminal) => run('fault', '--locker', LOCKER, '--fault', 'none')

/** Calls the API as the signed-in user. */
async function ask(page: Page, method: string, path: string, data?: object) {
  const token = await page.evaluate(() => window.localStorage.getItem('residentialApp.apiToken'))
  const reply = await page.request.fetch(`/api${path}`, { method, data, headers: { Authorization: `Bearer ${token}` } })
  expect(reply.status()).toBe(200)
  return reply.json()
}

/** Creates a separate bank for the test. */
async function newBank(page: Page, { id, name }: { id: string; name: string }) {
  const { building_id: BuildingId } = LOBBY
  await ask(page, 'POST', `/lockerbank/${id}`, { BuildingId, Name: name, LockerBankCode: name, Address: 'Lobby' })
  return ask(page, 'POST', `/lockerbank/${id}/authorization`)
}

test.describe('an event that could not be recorded', () => {
  const BANK = { id: newId(), name: 'Bank of one day' }

  test('is listed under what needs attention until a user marks it as done', async ({ page, signIn, product }) => {
    await signIn(USERS.manager)
    const { ApiSecret } = await newBank(page, BANK)
    const kiosk = connectTo(`${product.replace('http', 'ws')}/mqtt`, {
      clientId: BANK.id,
      username: BANK.id,
      password: ApiSecret,
    })
    const collected = { Kind: 'collected', PackageId: newId(), LockerId: newId(), By: { Kind: 'resident', Id: newId() } }
    const batch = { Attempt: 1, Events: [{ ...collected, Id: newId(), At: new Date().toISOString() }] }
    await kiosk.publishAsync(topicOf(BANK.id, 'events'), JSON.stringify(batch), { qos: 1 })
    await kiosk.endAsync()

    await goTo(page, '/dashboard/main')
    const chip = page.getByRole('list', { name: 'Needs attention' }).getByRole('button', { name: /events? not recorded$/ })
    await chip.click()
    const told = page.getByRole('dialog', { name: /events? not recorded$/ })
    await expect(told.getByRole('link').first()).toHaveText(BANK.name)
    expect(await flawsOf(page)).toEqual([])

    const other = await page.context().newPage()
    await other.goto(`/portal/#/dashboard/lockerbank/${BANK.id}`)
    await expect(ofBank(other)).toContainText('could not be recorded')
    await told.getByRole('button', { name: new RegExp(`^Done: .*, ${BANK.name}$`) }).click()
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('The alert has ended.')
    await expect(chip).toBeHidden()
    await expect(ofBank(other)).toBeHidden()
    await other.close()
  })

  test.afterEach(async ({ page }) => {
    await ask(page, 'POST', '/lockerbank/deletelockerbanks', [BANK.id])
  })
})

test.describe('wrong access codes', () => {
  const BANK = { id: newId(), name: 'Bank of one night' }

  test('at a kiosk are listed under what needs attention until a user marks them as done', async ({ page, signIn, request }) => {
    await signIn(USERS.manager)
    const { APIKeyId, ApiSecret } = await newBank(page, BANK)
    await goTo(page, '/dashboard/main')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const chip = page.getByRole('list', { name: 'Needs attention' }).getByRole('button', { name: /^Wrong codes at/ })
    await expect(chip).toBeHidden()
    const kiosk = await request.post(`/api${LINES.token.path}`, {
      form: {
        grant_type: 'client_credentials',
        client_id: APIKeyId,
        client_secret: ApiSecret,
        scope: `${USERS.manager.organisation} ${CREDENTIALS.lockerBank}`,
      },
    })
    const Authorization = `Bearer ${(await kiosk.json()).access_token}`
    for (let i = 0; i < 5; i += 1) {
      const data = { AccessCode: '00000000' }
      expect((await request.post('/api/kiosk/collection', { data, headers: { Authorization } })).status()).toBe(422)
    }
    await chip.click()
    const told = page.getByRole('dialog', { name: /^Wrong codes at/ })
    expect(await flawsOf(page)).toEqual([])
    await told.getByRole('link', { name: BANK.name }).click()
    await expect(ofBank(page)).toContainText('Wrong access codes are being tried at the kiosk')
    await ofBank(page)
      .getByRole('button', { name: /^Done: / })
      .click()
    await expect(ofBank(page)).toBeHidden()
  })

  test.afterEach(async ({ page }) => {
    await ask(page, 'POST', '/lockerbank/deletelockerbanks', [BANK.id])
  })
})

test.describe('a door', () => {
  test.beforeEach(async ({ page, signIn, terminal }) => {
    // The door must stay open for some seconds, and then be closed.
    test.slow()
    await signIn(USERS.manager)
    await goTo(page, `/lockerbank/${LOBBY.id}/setting`)
    await page.getByRole('textbox', { name: 'Door open alarm seconds', exact: true }).fill(ALARM)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Settings have been saved')
    await goTo(page, `/lockerbank/${LOBBY.id}/editView?tab=access`)
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('The locker bank has been published.')
    await terminal.run('fault', '--locker', LOCKER, '--fault', 'stays-open')
  })
  test.afterEach(({ terminal }) => works(terminal))

  test('that is left open appears at once in the header and on the dashboards, with a link to the door', async ({
    page,
    terminal,
  }) => {
    await goTo(page, `/dashboard/lockerbank/${LOBBY.id}?locker=${LOCKER}`)
    await page.getByRole('button', { name: `Open locker ${LOCKER}` }).click()
    const door = page.getByRole('region', { name: 'Cabinet' }).getByRole('button', { name: new RegExp(`^${LOCKER},`) })
    await expect(door.locator('[data-open]')).toHaveCount(1)
    await goTo(page, '/dashboard/main')
    const chip = page.getByRole('list', { name: 'Needs attention' }).getByRole('button', { name: /doors? open$/ })
    await expect(chip).toBeVisible()
    await expect(bell(page)).toHaveAccessibleName(/^\d+ alerts?$/)
    await chip.click()
    await expect(
      page
        .getByRole('dialog', { name: /doors? open$/ })
        .getByRole('link')
        .first(),
    ).toHaveText(LOBBY.name)
    expect(await flawsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(chip).toBeFocused()

    await bell(page).click()
    await expect(alert(page)).toBeVisible()
    await alert(page).click()
    await expect(page.getByRole('heading', { level: 1, name: LOBBY.name })).toBeVisible()
    await expect(menu(page)).toBeHidden()
    await expect(page.getByRole('complementary').getByRole('heading', { name: `Locker ${LOCKER}`, exact: true })).toBeVisible()
    await expect(ofBank(page)).toContainText(`Locker ${LOCKER} was left open`)
    expect(await flawsOf(page)).toEqual([])
    await bell(page).click()
    await menu(page)
      .getByRole('listitem')
      .filter({ hasText: `Locker ${LOCKER} was left open` })
      .getByRole('link', { name: LOBBY.name })
      .click()
    await expect(menu(page)).toBeHidden()
    await followToCourier(page)

    await works(terminal)
    await expect(page.getByText(`Locker ${LOCKER} was left open`)).toBeHidden()
    await bell(page).click()
    await expect(alert(page)).toBeHidden()
    await menu(page).getByText('Last 30 days').click()
    await expect(alert(page).first()).toBeVisible()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await flawsOf(page)).toEqual([])
  })
})
