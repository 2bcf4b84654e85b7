import type { Browser, Page } from '@playwright/test'
import { BANKS } from '#apps/server/demo/locker-banks.ts'
import { expect, goTo, test, USERS, WIDE } from './fixtures.ts'

test.use({ viewport: WIDE })

const LOBBY = BANKS[0]!
type User = (typeof USERS)[keyof typeof USERS]
type SignIn = (user?: User, page?: Page) => Promise<void>
const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** Another person's browser, in which the page's address is opened. */
async function sendTo(user: User, page: Page, browser: Browser, signIn: SignIn): Promise<Page> {
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, viewport: WIDE })
  await signIn(user, await context.newPage())
  const other = await context.newPage()
  await other.goto(page.url())
  return other
}

test('the form of a resident opens read-only for a colleague who may only see residents', async ({ page, browser, signIn }) => {
  await signIn()
  await goTo(page, `/resident/list?PropertyId=${LOBBY.property_id}`)
  await page.getByRole('rowheader').first().getByRole('link').click()
  await expect(page).toHaveURL(/#\/resident\/[0-9a-f-]+\/edit/)
  await expect(page.getByRole('textbox', { name: 'First Name' })).toBeVisible()
  const name = await title(page).textContent()
  const other = await sendTo(USERS.mailroom, page, browser, signIn)
  await expect(other).toHaveURL(/#\/resident\/[0-9a-f-]+\/detail/)
  await expect(title(other)).toHaveText(name!)
  await expect(other.getByRole('textbox')).toHaveCount(0)
})

test.describe('an address that is sent to a colleague opens the same', () => {
  test('list: filters, order and page', async ({ page, browser, signIn }) => {
    await signIn()
    await goTo(page, `/resident/list?PropertyId=${LOBBY.property_id}&sort=-UnitNumber&page=2`)
    await expect(title(page)).toContainText('Residents')
    const rows = page.getByRole('rowheader')
    await expect(rows.first()).toBeVisible()
    const other = await sendTo(USERS.superadmin, page, browser, signIn)
    await expect(other.getByRole('columnheader', { name: /^Unit/ })).toHaveAttribute('aria-sort', 'descending')
    await expect(other.getByRole('rowheader')).toHaveText(await rows.allTextContents())
  })

  test('package in its drawer over the list', async ({ page, browser, signIn }) => {
    await signIn()
    await goTo(page, '/search?StatusGroupIds=1')
    await page.getByRole('rowheader').first().getByRole('link').click()
    const drawer = page.getByRole('dialog', { name: /^Package / })
    await expect(drawer.getByRole('region', { name: 'Recipient' })).toBeVisible()
    const other = await sendTo(USERS.superadmin, page, browser, signIn)
    const name = await drawer.getByRole('heading', { name: /^Package / }).textContent()
    await expect(other.getByRole('dialog', { name: name!, exact: true })).toBeVisible()
    await other.keyboard.press('Escape')
    await expect(other.getByRole('button', { name: 'Status: Active' })).toBeVisible()
  })

  test('locker of a bank, and tab of a record', async ({ page, browser, signIn }) => {
    await signIn()
    await goTo(page, `/dashboard/lockerbank/${LOBBY.id}`)
    await page
      .getByRole('region', { name: 'Cabinet' })
      .getByRole('button', { name: /^L\d+,/ })
      .first()
      .click()
    const panel = page.getByRole('complementary', { name: 'Locker detail' })
    const name = await panel.getByRole('heading').first().textContent()
    const other = await sendTo(USERS.superadmin, page, browser, signIn)
    await expect(other.getByRole('complementary', { name: 'Locker detail' }).getByRole('heading').first()).toHaveText(name!)

    await goTo(page, '/resident/list')
    await page.getByRole('rowheader').first().getByRole('link').click()
    await page.getByRole('link', { name: 'History', exact: true }).click()
    await expect(page).toHaveURL(/tab=history/)
    await other.goto(page.url())
    await expect(title(page)).not.toHaveText('Residents')
    await expect(title(other)).toHaveText((await title(page).textContent())!)
    await expect(other.getByRole('link', { name: 'History', exact: true })).toHaveAttribute('aria-current', 'page')
  })
})

test.describe('an address that is sent to somebody who may not see it is refused clearly', () => {
  test('screen: the home page opens instead and says why', async ({ page, browser, signIn }) => {
    await signIn()
    await goTo(page, '/portaluser/list')
    await expect(title(page)).toContainText('Portal users')
    const other = await sendTo(USERS.mailroom, page, browser, signIn)
    await expect(other.getByRole('main').getByRole('alert')).toContainText(
      'You are not authorized to navigate to requested page.',
    )
    await expect(title(other)).toContainText('Package Viewer')
  })

  for (const [list, what] of [
    ['/resident/list?PropertyId=MILL', 'resident'],
    ['/search?PropertyId=MILL', 'package'],
  ] as const)
    test(`${what} of a property that is not the reader’s`, async ({ page, browser, signIn }) => {
      await signIn()
      const mill = BANKS.find(({ property_id }) => property_id !== LOBBY.property_id)!.property_id
      await goTo(page, list.replace('=MILL', `=${mill}`))
      const name = page.getByRole('rowheader').first()
      const text = (await name.textContent())!
      await name.getByRole('link').click()
      await expect(page.getByRole('heading', { name: new RegExp(text) }).first()).toBeVisible()
      const other = await sendTo(USERS.leasing, page, browser, signIn)
      await expect(other.getByRole('alert').filter({ hasText: 'This record does not exist.' }).first()).toBeVisible()
      await expect(other.getByText(text)).toHaveCount(0)
    })
})
