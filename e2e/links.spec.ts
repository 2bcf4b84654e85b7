import type { Page } from '@playwright/test'
import { BANKS } from '#apps/server/demo/locker-banks.ts'
import { cellsOf, expect, goTo, test, USERS, WIDE } from './fixtures.ts'

test.use({ viewport: WIDE })

const LOBBY = BANKS[0]!
const BUILDING = 'Quay North'
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
const packages = (page: Page) => page.getByRole('grid', { name: 'Package Viewer' })
const drawer = (page: Page) => page.getByRole('dialog', { name: /^Package / })
/** The first row's cell in a column. */
const cell = (page: Page, column: string) => cellsOf(packages(page).locator('tbody tr').first(), column)

test('a name in a row opens its record instead of the row, by click and by keyboard', async ({ page, signIn }) => {
  await signIn()
  await goTo(page, `/search?PropertyId=${LOBBY.property_id}&StatusGroupIds=1&sort=LockerBankName`)
  await expect(packages(page).getByRole('rowheader').first()).toBeVisible()
  const resident = cell(page, 'ResidentName')
  const name = await resident.innerText()
  await resident.getByRole('link').click()
  await expect(heading(page)).toHaveText(name)
  await page.goBack()
  await expect(drawer(page)).toHaveCount(0)

  const location = cell(page, 'LockerBankName')
  const to = await location.getByRole('link').first().getAttribute('href')
  await packages(page).getByRole('rowheader').first().focus()
  // Until the list is measured, columns may still move into the second line.
  await expect(async () => {
    await page.keyboard.press('ArrowRight')
    await expect(location).toBeFocused({ timeout: 200 })
  }).toPass()
  await page.keyboard.press('Tab')
  await expect(location.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(cell(page, 'Status')).toBeFocused()
  // Only the links of the active cell are reached by Tab.
  await page.keyboard.press('Tab')
  await expect(packages(page).locator(':focus')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(({ hash }) => hash === to)
})

test('a record that the user may not open is named as plain text, and a door names its recipient', async ({
  page,
  signIn,
  terminal: _,
}) => {
  await signIn(USERS.mailroom)
  await goTo(page, `/dashboard/lockerbank/${LOBBY.id}`)
  const door = page
    .getByRole('region', { name: 'Cabinet' })
    .getByRole('button', { name: /Occupied, Active, .* for \S+ \S+/ })
    .first()
  await door.hover()
  await expect(page.getByRole('tooltip')).toHaveText((await door.getAttribute('aria-label'))!)
  await door.click()
  const panel = page.getByRole('complementary', { name: 'Locker detail' })
  await panel.getByRole('link', { name: /^P\d+$/ }).click()
  const courier = drawer(page)
    .locator('div')
    .filter({ has: page.getByRole('term').filter({ hasText: /^Courier$/ }) })
    .last()
  await expect(courier.getByRole('definition')).toHaveText(/\w/)
  await expect(courier.getByRole('link')).toHaveCount(0)
  const history = drawer(page).getByRole('region', { name: 'History' }).getByRole('listitem').last()
  await expect(history).toContainText(/ by /)
  await expect(history.getByRole('link')).toHaveText([LOBBY.name, /^L\d+$/])
  await drawer(page).getByRole('region', { name: 'Recipient' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/#\/resident\/[^/]+\/detail$/)
  await page.getByRole('link', { name: BUILDING, exact: true }).click()
  await expect(page.getByRole('button', { name: `Building: ${BUILDING}` })).toBeVisible()
})
