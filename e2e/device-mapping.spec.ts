import type { Page } from '@playwright/test'
import { BANKS, type DemoBank } from '#apps/server/demo/locker-banks.ts'
import { expect, flawsInBothThemes, flawsOf, goTo, test, USERS } from './fixtures.ts'

/** The bank with a kiosk, and one with an unmapped locker. */
const [LOBBY, SMALL] = [BANKS[0]!, BANKS.find(({ lockers }) => lockers.some(isFree))!]
const FREE = SMALL.lockers.find(isFree)!.name
const MAPPED = SMALL.lockers.filter(({ deviceSerial }) => deviceSerial !== null)

function isFree({ lockerType, deviceSerial }: DemoBank['lockers'][number]) {
  return lockerType === 'locker' && deviceSerial === null
}
const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const list = (page: Page, name: 'Unmapped' | 'Mapped') => page.getByRole('region', { name: new RegExp(`^${name} devices`) })
const devices = (page: Page, name: 'Unmapped' | 'Mapped') => list(page, name).getByRole('button')
const cabinet = (page: Page) => page.getByRole('region', { name: 'Cabinet' })
const door = (page: Page, locker: string) => cabinet(page).getByRole('button', { name: new RegExp(`^${locker}(,|$)`) })
const guide = (page: Page) => page.getByRole('region', { name: 'Guided mapping' })
const serialOf = async (page: Page, at = 0) => (await devices(page, 'Unmapped').nth(at).textContent())!.trim()
const says = (page: Page, text: string) => expect(notice(page).getByText(text)).toBeVisible()
const status = (page: Page, text: RegExp | string) => expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()

async function openScreen(page: Page, bank: DemoBank = SMALL) {
  await goTo(page, `/lockerbank/${bank.id}/maplockertodevice`)
  await expect(page.getByRole('heading', { level: 1, name: bank.name })).toBeVisible()
  // The devices are discovered if they never were.
  await expect(page.getByText(/Discovered/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rediscover' })).toBeEnabled()
}
const counts = (page: Page) => Promise.all([devices(page, 'Unmapped').count(), devices(page, 'Mapped').count()])

test.beforeEach(async ({ signIn, terminal: _ }) => signIn(USERS.manager))
/** Restores the small bank of the demo. */
test.afterEach(async ({ page }) => {
  if (!page.url().includes(SMALL.id)) return
  const stop = guide(page).getByRole('button', { name: /^(Stop|Close)$/ })
  if (await stop.isVisible()) await stop.click()
  if (/, mapped/.test((await door(page, FREE).getAttribute('aria-label')) ?? '')) {
    const deselect = page.getByRole('button', { name: 'Deselect' })
    if (await deselect.isVisible()) await deselect.click()
    await door(page, FREE).click()
    await expect(door(page, FREE)).toHaveAccessibleName(/not mapped/)
  }
})

test('a device is discovered, opens its door, is mapped to the door that opened, and is removed again', async ({ page }) => {
  await goTo(page, '/lockerbank/list')
  await page.getByRole('link', { name: `Map Devices: ${SMALL.name}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: SMALL.name })).toBeVisible()
  await expect(devices(page, 'Mapped')).toHaveCount(MAPPED.length)
  await expect(devices(page, 'Unmapped').first()).toBeVisible()
  await page.getByRole('button', { name: 'Rediscover' }).click()
  await expect(page.getByRole('button', { name: 'Rediscover' })).toBeEnabled()
  const [unmapped, mapped] = await counts(page)
  await expect(list(page, 'Unmapped').getByRole('heading')).toHaveText(`Unmapped devices ${unmapped}`)

  const serial = await serialOf(page)
  await devices(page, 'Unmapped').first().click()
  await status(page, `Device ${serial} has opened its door.`)
  await expect(devices(page, 'Unmapped').first()).toHaveAttribute('aria-pressed', 'true')
  await door(page, FREE).click()
  await says(page, `Locker ${FREE} is mapped to device ${serial}.`)
  await expect(door(page, FREE)).toHaveAccessibleName(new RegExp(`mapped to ${serial}`))
  await expect.poll(() => counts(page)).toEqual([unmapped! - 1, mapped! + 1])
  await expect(devices(page, 'Mapped').filter({ hasText: serial })).toContainText(FREE)

  await door(page, FREE).click()
  await says(page, `The mapping of locker ${FREE} has been removed.`)
  await expect.poll(() => counts(page)).toEqual([unmapped, mapped])
  await expect(door(page, FREE)).toHaveAccessibleName(/not mapped/)
})

test('guided mapping waits, with its reason, until the devices are known', async ({ page }) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/devices\/false$/, async (route) => {
    await held
    await route.continue()
  })
  await goTo(page, `/lockerbank/${SMALL.id}/maplockertodevice`)
  const start = guide(page).getByRole('button', { name: 'Start guided mapping' })
  await expect(start).toBeDisabled()
  await expect(start).toHaveAccessibleDescription('The devices are not known yet.')
  answer()
  await expect(start).toBeEnabled()
})

test('a wrong click shows the reason, and changes nothing', async ({ page }) => {
  await openScreen(page)
  const before = await counts(page)
  const terminal = door(page, 'Terminal')
  await door(page, FREE).click()
  await says(page, 'Select a device first.')
  await terminal.click()
  await says(page, 'A terminal cannot be unmapped.')
  await devices(page, 'Unmapped').first().click()
  await status(page, 'has opened its door')
  await terminal.click()
  await says(page, 'A device cannot be mapped to a terminal.')
  await door(page, MAPPED[0]!.name).click()
  await says(page, `Locker ${MAPPED[0]!.name} is already mapped.`)
  await page.getByRole('button', { name: 'Deselect' }).click()
  await status(page, 'Click a device to open its door.')
  expect(await counts(page)).toEqual(before)
})

test('each failure of the cabinet has its own message', async ({ page }) => {
  await openScreen(page)
  const breaks = async (path: RegExp, text: string, work: () => Promise<unknown>) => {
    await page.route(path, (route) => route.abort('connectionrefused'))
    await work()
    await says(page, text)
    await page.unroute(path)
    await expect(page.getByRole('button', { name: 'Rediscover' })).toBeEnabled()
  }
  await breaks(/\/devices\/true$/, 'The devices of the locker bank could not be listed.', () =>
    page.getByRole('button', { name: 'Rediscover' }).click(),
  )
  await devices(page, 'Unmapped').first().click()
  await status(page, 'has opened its door')
  await breaks(/\/map\/[^/]+\/?$/, 'The locker could not be mapped.', () => door(page, FREE).click())
  await door(page, FREE).click()
  await expect(door(page, FREE)).toHaveAccessibleName(/, mapped to/)
  const removing = /\/locker\/[^/]+\/map$/
  await breaks(removing, `The mapping of locker ${FREE} could not be removed.`, () => door(page, FREE).click())

  // Another user removes the device at the same moment.
  await page.route(removing, async (route) => {
    const { authorization } = await route.request().allHeaders()
    const headers = { Authorization: authorization! }
    await page.request.put(route.request().url(), { headers, data: { IsInUseConfirmed: true } })
    await route.continue()
  })
  await door(page, FREE).click()
  await says(page, `No device is mapped to locker ${FREE}.`)
  await expect(door(page, FREE)).toHaveAccessibleName(/not mapped/)
})

test('runs one action at a time', async ({ page }) => {
  await openScreen(page)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/devices\/[^/]+\/open$/, async (route) => {
    await held
    await route.continue()
  })
  const serial = await serialOf(page)
  await devices(page, 'Unmapped').first().click()
  await status(page, `Opening the door of device ${serial}`)
  await expect(page.getByRole('button', { name: 'Rediscover' })).toBeDisabled()
  await expect(guide(page).getByRole('button', { name: 'Start guided mapping' })).toBeDisabled()
  await expect(devices(page, 'Mapped').first()).toBeDisabled()
  await devices(page, 'Mapped').first().click({ force: true })
  await says(page, 'The previous action is still in progress.')
  await door(page, FREE).click()
  answer()
  await status(page, `Device ${serial} has opened its door.`)
  await expect(door(page, FREE)).toHaveAccessibleName(/not mapped/)
})

test('a locker in use keeps its device unless confirmed, and opening it needs a confirmation', async ({ page }) => {
  await openScreen(page)
  const occupied = cabinet(page)
    .getByRole('button', { name: /mapped to .*, Occupied/ })
    .first()
  const name = (await occupied.getAttribute('aria-label'))!.split(',')[0]!
  await occupied.click()
  const question = page.getByRole('dialog', { name: `Remove the mapping of locker ${name}?` })
  await expect(question).toContainText(`Locker ${name} is in use.`)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(occupied).toHaveAccessibleName(new RegExp(`^${name}, .*mapped to`))

  await devices(page, 'Mapped')
    .filter({ hasText: new RegExp(`${name}$`) })
    .click()
  const opens = page.getByRole('dialog', { name: `Open locker ${name}?` })
  await opens.getByRole('button', { name: 'Cancel' }).click()
  await status(page, 'Click a device to open its door.')

  await occupied.click()
  await question.getByRole('button', { name: 'Remove mapping' }).click()
  await says(page, `The mapping of locker ${name} has been removed.`)
  // Its device stays selected: one click maps it again.
  await door(page, name).click()
  await expect(door(page, name)).toHaveAccessibleName(/mapped to .*, Occupied/)
})

test('guided mode opens one device after the other and asks which door is open', async ({ page }) => {
  await openScreen(page)
  const [first, second] = [await serialOf(page, 0), await serialOf(page, 1)]
  const count = await devices(page, 'Unmapped').count()
  await guide(page).getByRole('button', { name: 'Start guided mapping' }).click()
  await expect(guide(page).getByRole('status')).toHaveText(`Device 1 of ${count} has opened its door. Which one is open?`)
  await expect(guide(page)).toContainText(first)
  await guide(page).getByRole('button', { name: 'Skip' }).click()
  await expect(guide(page).getByRole('status')).toHaveText(`Device 2 of ${count} has opened its door. Which one is open?`)
  await door(page, MAPPED[0]!.name).click()
  await says(page, `Locker ${MAPPED[0]!.name} is already mapped.`)
  await guide(page).getByRole('button', { name: 'Open again' }).click()
  await expect(guide(page).getByRole('status')).toHaveText(`Device 2 of ${count} has opened its door. Which one is open?`)
  await door(page, FREE).click()
  await expect(door(page, FREE)).toHaveAccessibleName(new RegExp(`mapped to ${second}`))
  // The other devices have no locker left.
  await expect(guide(page).getByRole('status')).toHaveText(`1 of ${count} devices mapped.`)
  await guide(page).getByRole('button', { name: 'Close' }).click()
  await expect(guide(page)).toContainText('All lockers are already mapped.')
})

test('a door that is not detected as open counts as not opened', async ({ page, terminal }) => {
  test.slow()
  await openScreen(page, LOBBY)
  const locker = LOBBY.lockers.find(({ name, condition }) => name === 'L25' && condition === 'good')!
  await terminal.run('fault', '--locker', locker.name, '--fault', 'not-detected')
  const device = devices(page, 'Mapped').filter({ hasText: locker.deviceSerial! })
  await device.click()
  const open = page.getByRole('dialog').getByRole('button', { name: 'Open' })
  await expect(open.or(page.getByText('Opening the door of device'))).toBeVisible()
  if (await open.isVisible()) await open.click()
  await expect(notice(page).getByText(`Device ${locker.deviceSerial} did not open its door.`)).toBeVisible()
  await expect(device).toHaveAttribute('aria-pressed', 'false')
  await terminal.run('fault', '--locker', locker.name, '--fault', 'none')
  // A shadow shows that the wide cabinet scrolls.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(cabinet(page).locator('[data-more-right]')).toBeVisible()
})

test('works by keyboard alone', async ({ page }) => {
  await openScreen(page)
  const serial = await serialOf(page)
  await devices(page, 'Unmapped').first().focus()
  await page.keyboard.press('Enter')
  await status(page, `Device ${serial} has opened its door.`)
  await door(page, FREE).focus()
  await page.keyboard.press('Enter')
  // The door shows its device before the server has accepted it.
  await says(page, `Locker ${FREE} is mapped to device ${serial}.`)
  await expect(door(page, FREE)).toHaveAccessibleName(new RegExp(`mapped to ${serial}`))
  await expect(door(page, FREE)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(door(page, FREE)).toHaveAccessibleName(/not mapped/)
  const start = guide(page).getByRole('button', { name: 'Start guided mapping' })
  // A disabled button does not get the focus.
  await expect(start).toBeEnabled()
  await start.focus()
  await page.keyboard.press('Enter')
  await expect(guide(page)).toContainText('Which one is open?')
  await expect(guide(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(guide(page).getByRole('button', { name: 'Open again' })).toBeFocused()
})

test('a user who may not set up locker banks is refused', async ({ page, signIn }) => {
  const other = await page.context().browser()!.newPage()
  await signIn(USERS.mailroom, other)
  await goTo(other, `/lockerbank/${SMALL.id}/maplockertodevice`)
  await expect(other.getByRole('alert')).toContainText('You are not authorized to navigate')
  await other.close()
  await openScreen(page)
})

test('has no axe violations: light, dark, narrow, with a selected device, in guided mode', async ({ page }) => {
  await openScreen(page)
  await devices(page, 'Unmapped').first().click()
  await status(page, 'has opened its door')
  expect(await flawsInBothThemes(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await flawsOf(page)).toEqual([])
  await guide(page).getByRole('button', { name: 'Start guided mapping' }).click()
  await expect(guide(page)).toContainText('Which one is open?')
  expect(await flawsOf(page)).toEqual([])
  const { x, width } = (await guide(page).boundingBox())!
  expect([x >= 0, x + width <= 390]).toEqual([true, true])
})
