import { readFileSync } from 'node:fs'
import { expect, flawsInBothThemes, flawsOf, goTo, stopClock, test, USERS } from './fixtures.ts'

test.use({ startAt: '' })

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

test('the header appears after sign-in; the release is shown below every page and under About', async ({ page, signIn }) => {
  const release = page.getByText(`Parcelhall ${manifest.version}`, { exact: true })
  const header = page.getByRole('banner').getByRole('button')
  await page.goto('/portal/#/login')
  await expect(release).toBeVisible()
  await expect(header).toHaveCount(0)
  await signIn()
  await expect(header.filter({ hasText: USERS.manager.name })).toBeVisible()
  await expect(release).toBeVisible()
  await goTo(page, '/about')
  await expect(page.getByRole('main').getByText(`Version ${manifest.version}`, { exact: true })).toBeVisible()
})

test('a super administrator switches the organisation and gets the list of the screen’s family', async ({ page, signIn }) => {
  await signIn(USERS.superadmin)
  await goTo(page, '/lockerbank/create')
  await expect(page).toHaveTitle(/^New locker bank/)
  await page.getByRole('combobox', { name: 'Organisation' }).click()
  await page.getByRole('option', { name: 'Harbour Homes' }).click()
  await expect(page).toHaveURL(/#\/lockerbank\/list$/)
  await expect(page.getByRole('combobox', { name: 'Organisation' })).toHaveValue('Harbour Homes')
  await expect(page.getByRole('region', { name: 'Locker banks' })).not.toContainText('Quay North Lobby')
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Organisation' })).toHaveValue('Harbour Homes')
  await goTo(page, '/dashboard/main')
  await expect(page.getByText('No locker banks yet. Create one under Locker banks')).toBeVisible()
  await expect(page.getByText('All locker banks are online')).toHaveCount(0)
})

test('a forbidden call shows a message and opens the home screen', async ({ page, signIn }) => {
  await signIn()
  const home = page.url()
  await page.route('**/api/lockerbank/getalllockerbanks', (route) => route.fulfill({ status: 403, json: { Message: 'no' } }))
  await goTo(page, '/lockerbank/list')
  await expect(page.getByRole('alert')).toContainText(
    'Sorry! You are not authorized to navigate to requested page. Please contact administrator if you need access. Redirecting to home page',
  )
  await expect(page).toHaveURL(home)
})

test('an address that does not exist or is forbidden is named on the page that opens instead, until one leaves it', async ({
  page,
  signIn,
}) => {
  await signIn()
  const alert = page.getByRole('main').getByRole('alert')
  await goTo(page, '/courier/list')
  await expect(page.getByRole('heading', { level: 1, name: 'Couriers' })).toBeVisible()
  await goTo(page, '/nowhere/at/all')
  await expect(page.getByRole('heading', { level: 1, name: 'Package Viewer' })).toBeVisible()
  await expect(alert).toHaveText(
    'There is no page at /nowhere/at/all. This is the home page; the menu and the search (Ctrl+K) lead to all others.',
  )
  await goTo(page, '/courier/list')
  await expect(page.getByRole('heading', { level: 1, name: 'Couriers' })).toBeVisible()
  await expect(alert).toHaveCount(0)
  await goTo(page, '/organisation/list')
  await expect(alert).toContainText('You are not authorized to navigate to requested page.')
  await expect(page.getByRole('heading', { level: 1, name: 'Couriers' })).toBeVisible()
  await alert.getByRole('button', { name: 'Close' }).click()
  await expect(alert).toHaveCount(0)
  const first = await page.context().newPage()
  await first.goto('/portal/#/organisation/list')
  await expect(first.getByRole('heading', { level: 1, name: 'Package Viewer' })).toBeVisible()
  await expect(first.getByRole('main').getByRole('alert')).toContainText('You are not authorized')
})

test('the frame: the focus moves to the content, the navigation marks the screen and stays collapsed, users see their organisation', async ({
  page,
  signIn,
}) => {
  await signIn()
  await test.step('other users see the name of their own organisation without a selector', async () => {
    await expect(page.getByRole('banner')).toContainText('Riverside Living')
    await expect(page.getByRole('combobox', { name: 'Organisation' })).toHaveCount(0)
  })
  await test.step('the focus moves to the content on navigation and by the skip link', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Locker banks' }).press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.reload()
    await page.getByRole('main').waitFor()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })
  await test.step('the navigation marks the current screen, and stays collapsed to icons', async () => {
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

test('theme and density are stored', async ({ page, signIn }) => {
  await signIn()
  await page.getByRole('button', { name: 'Account of' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Compact rows' }).click()
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(html).toHaveAttribute('data-density', 'dense')
  await page.reload()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(html).toHaveAttribute('data-density', 'dense')
  // The theme is the user's, not the browser's.
  await page.getByRole('button', { name: 'Account of' }).click()
  await page.getByRole('menuitemradio', { name: 'System' }).click()
  await expect(html).not.toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('the pages before sign-in have no flaw that axe knows, in light and dark', async ({ page }) => {
  for (const [path, heading] of [
    ['/login', 'Sign in'],
    ['/forgotpassword', 'Forgot password'],
    ['/resetpassword', 'Set a new password'],
    ['/choosepassword', 'Choose a password'],
  ] as const) {
    await page.goto(`/portal/#${path}`)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    expect(await flawsInBothThemes(page)).toEqual([])
  }
})

test('the loading bar completes 100 ms after the change of screen', async ({ page, signIn }) => {
  await page.clock.install()
  await signIn()
  await stopClock(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/LockerBankList-*.js', (route) => held.promise.then(() => route.continue()))
  const bar = page.locator('[class*="_loading_"]')
  await goTo(page, '/lockerbank/list')
  await expect(bar).toBeAttached()
  await expect(bar).not.toHaveAttribute('data-done')
  held.resolve()
  await expect(bar).toHaveAttribute('data-done')
  await expect(page.getByRole('heading', { name: 'Locker banks' })).toBeVisible()
  await page.clock.runFor(99)
  await expect(bar).toBeAttached()
  await page.clock.runFor(1)
  await expect(bar).toHaveCount(0)
})

test('floating elements of a screen are closed on the next', async ({ page, signIn }) => {
  await signIn(USERS.superadmin)
  await goTo(page, '/lockerbank/list')
  await expect(page.getByRole('rowheader')).not.toHaveCount(0)

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Delete locker banks' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(page.getByRole('rowheader')).toHaveCount(5)

  const palette = page.getByPlaceholder('Go to …')
  for (const leave of [() => page.goBack(), () => page.goForward()]) {
    await page.keyboard.press('Control+k')
    await expect(palette).toBeVisible()
    await leave()
    await expect(palette).toHaveCount(0)
  }
})

test('a notice stays 3 s, one of an error 5 s, one of work on many rows 10 s', async ({ page, signIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await signIn(USERS.superadmin)
  await goTo(page, '/lockerbank/list')
  await expect(page.getByRole('grid', { name: 'Locker banks' }).getByRole('rowheader')).not.toHaveCount(0)
  await stopClock(page)
  const stays = async (text: string, ms: number) => {
    const notice = page.getByRole('region', { name: 'Notifications' }).getByText(text)
    await expect(notice).toBeVisible()
    await page.clock.runFor(ms - 1)
    await expect(notice).toBeVisible()
    await page.clock.runFor(1)
    await expect(notice).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await stays('5 rows exported.', 3000)

  await page.route('**/api/lockerbank/getalllockerbanks', (route) =>
    route.fulfill({ status: 422, json: { Message: 'Not now.' } }),
  )
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await stays('Not now.', 5000)

  const asked = page.waitForRequest('**/api/lockerbank/deletelockerbanks')
  await page.route('**/api/lockerbank/deletelockerbanks', () => {})
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Delete locker banks' }).click()
  await page.clock.runFor(500)
  await page.getByRole('button', { name: 'Yes' }).click()
  await asked
  await page.clock.runFor(1000)
  await stays('Deleting 5 …', 10_000)
})
