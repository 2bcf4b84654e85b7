import { expect, flawsOf, goTo, test, USERS } from './fixtures.ts'

test('a super administrator works in another organisation and lands on the list of the screen’s family', async ({
  page,
  signIn,
}) => {
  await signIn(USERS.superadmin)
  await goTo(page, '/lockerbank/create')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('combobox', { name: 'Organisation' }).click()
  await page.getByRole('option', { name: 'Harbour Homes' }).click()
  await expect(page).toHaveURL(/#\/lockerbank\/list$/)
  await expect(page.getByRole('combobox', { name: 'Organisation' })).toHaveValue('Harbour Homes')
  await expect(page.getByRole('region', { name: 'Locker banks' })).not.toContainText('Quay North Lobby')
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Organisation' })).toHaveValue('Harbour Homes')
  await goTo(page, '/dashboard/main')
  await expect(page.getByText('No locker bank yet. Create one under Locker banks')).toBeVisible()
  await expect(page.getByText('Every locker bank is online')).toHaveCount(0)
})

test('others see the name of their own organisation and no choice', async ({ page, signIn }) => {
  await signIn()
  await expect(page.getByRole('banner')).toContainText('Riverside Living')
  await expect(page.getByRole('combobox', { name: 'Organisation' })).toHaveCount(0)
})

test('a call that the server forbids says so and leads home', async ({ page, signIn }) => {
  await signIn()
  const home = page.url()
  await page.route('**/api/lockerbank/getalllockerbanks', (route) => route.fulfill({ status: 403, json: { Message: 'no' } }))
  await goTo(page, '/lockerbank/list')
  await expect(page.getByRole('alert')).toContainText(
    'Sorry! You are not authorized to navigate to requested page. Please contact administrator if you need access. Redirecting to home page',
  )
  await expect(page).toHaveURL(home)
})

test('the navigation marks where one is, and collapses to icons for good', async ({ page, signIn }) => {
  await signIn()
  const item = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Locker banks' })
  await item.click()
  await expect(item).toHaveAttribute('aria-current', 'page')
  await expect(page.locator('body')).toHaveClass(/at-lockerbank-list/)
  const width = async () => (await page.getByRole('navigation', { name: 'Main' }).boundingBox())?.width ?? 0
  expect(await width()).toBeGreaterThan(200)
  await page.getByRole('button', { name: 'Collapse navigation' }).click()
  expect(await width()).toBeLessThan(80)
  await page.reload()
  await expect(item).toBeAttached()
  expect(await width()).toBeLessThan(80)
})

test('focus follows to the content, and can be sent there', async ({ page, signIn }) => {
  await signIn()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Locker banks' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.reload()
  await page.getByRole('main').waitFor()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('a narrow screen has the navigation in a drawer', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await signIn()
  await page.getByRole('button', { name: 'Open navigation' }).click()
  const drawer = page.getByRole('dialog')
  expect(await flawsOf(page)).toEqual([])
  await drawer.getByRole('link', { name: 'Locker banks' }).click()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(/#\/lockerbank\/list$/)
})

test('theme and density are remembered', async ({ page, signIn }) => {
  await signIn()
  await page.getByRole('button', { name: 'Account of' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Dense rows' }).click()
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(html).toHaveAttribute('data-density', 'dense')
  await page.reload()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(html).toHaveAttribute('data-density', 'dense')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the pages before sign-in have no flaw that axe knows, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    for (const [path, heading] of [
      ['/login', 'Sign in'],
      ['/forgotpassword', 'Forgot password'],
      ['/resetpassword', 'Set a new password'],
    ] as const) {
      await page.goto(`/portal/#${path}`)
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      expect(await flawsOf(page)).toEqual([])
    }
  })
}

test('a part of the page that a deployment took away is fetched anew with the page', async ({ page, signIn }) => {
  await signIn()
  let missing = 0
  await page.route('**/assets/LockerBankList-*.js', (route) =>
    missing++ === 0 ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await goTo(page, '/lockerbank/list')
  await expect(page.getByRole('heading', { name: 'Locker banks' })).toBeVisible()
  expect(missing).toBeGreaterThan(1)
})
