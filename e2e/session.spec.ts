import type { Request } from '@playwright/test'
import { expect, fillPassword, fillSignIn, flawsInBothThemes, goTo, stopClock, test, USERS } from './fixtures.ts'

const NOT_AUTHORISED =
  'Sorry! You are not authorized to navigate to requested page. Please contact administrator if you need access.'

test.use({ byForm: true })

test.describe('signing in', () => {
  test('asks for organisation, e-mail and password and opens the home screen', async ({ page }) => {
    await page.goto('/portal/')
    await expect(page).toHaveTitle('Sign in · Parcelhall')
    await fillSignIn(page, USERS.manager)
    await expect(page.getByRole('button', { name: 'Account of Daniel Okafor' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('residentialApp.apiToken'))).toMatch(/^eyJ/)
  })

  test('refuses a wrong password and keeps the typed values', async ({ page }) => {
    await page.goto('/portal/#/login')
    await fillSignIn(page, USERS.manager, 'not the password')
    const notice = page.getByRole('alert')
    await expect(notice).toContainText('Login failed')
    await expect(notice).toContainText('Please check your username and password and try again!')
    await expect(page.getByLabel('Email')).toHaveValue(USERS.manager.email)
    await expect(page.getByLabel(/^Password/)).toHaveAttribute('data-invalid', 'true')
    await page.route('**/api/auth/token', (route) => route.fulfill({ status: 503, json: { Message: 'The service is busy.' } }))
    await fillPassword(page)
    await expect(notice.filter({ hasText: 'Login failed' })).toBeVisible()
    await expect(page.getByLabel(/^Password/)).not.toHaveAttribute('data-invalid', 'true')
  })

  test('without the server’s reason names user name and password', async ({ page }) => {
    await page.goto('/portal/#/login')
    const notice = page.getByRole('alert').filter({ hasText: 'Login failed' })
    for (const reply of [
      { status: 400, json: { error: 'invalid_grant' } },
      { status: 400, json: { Code: 'MsgX' } },
      { status: 502, body: '<html>Bad Gateway</html>' },
    ]) {
      await page.route('**/api/auth/token', (route) => route.fulfill(reply))
      await fillSignIn(page, USERS.manager)
      await expect(notice).toContainText('Please check your username and password and try again!')
      await page.getByRole('button', { name: 'Close' }).click()
      await page.unroute('**/api/auth/token')
    }
  })

  test('removes the message of a failure at the next attempt', async ({ page }) => {
    await page.clock.install()
    await page.goto('/portal/#/login')
    // Stops the clock, so that no notice closes by itself.
    await stopClock(page)
    await fillSignIn(page, USERS.manager, 'not the password')
    await expect(page.getByRole('alert')).toContainText('Login failed')
    await fillPassword(page)
    await expect(page.getByText('Login failed')).toHaveCount(0)
    await page.clock.resume()
    await expect(page.getByRole('button', { name: 'Account of Daniel Okafor' })).toBeVisible()
  })

  test('continues to the requested address', async ({ page }) => {
    await page.goto('/portal/#/lockerbank/list?SearchText=Quay')
    await fillSignIn(page, USERS.manager)
    await expect(page.getByRole('heading', { name: 'Locker banks' })).toBeVisible()
    await expect(page).toHaveURL(/#\/lockerbank\/list\?SearchText=Quay$/)
  })

  test('stores the organisation and the e-mail for the next time', async ({ page, signIn }) => {
    await signIn()
    await page.getByRole('button', { name: 'Account of Daniel Okafor' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/#\/login$/)
    await expect(page.getByLabel('Organisation')).toHaveValue('riverside')
    await expect(page.getByLabel('Email')).toHaveValue(USERS.manager.email)
    expect(await page.evaluate(() => localStorage.getItem('residentialApp.apiToken'))).toBeNull()
  })
})

test.describe('a forgotten password', () => {
  test('can be reset without revealing whether the account exists', async ({ page }) => {
    await page.goto('/portal/#/login')
    await page.getByRole('link', { name: 'Forgot Password' }).click()
    // The sign-in page has an Organisation field as well.
    await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
    await page.getByLabel('Organisation').fill('riverside')
    await page.getByLabel('User name').fill('nobody@parcelhall.test')
    const asked = page.waitForRequest('**/api/account/forgotpassword')
    await page.getByRole('button', { name: 'Reset Password' }).click()
    expect((await asked).postDataJSON()).toMatchObject({ UserCredentialType: 1 })
    await expect(page.getByRole('status')).toContainText('If the account exists')
    await page.getByRole('link', { name: 'Back to Login' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })

  test('is not changed when the two inputs differ, nor by a used link', async ({ page }) => {
    await page.goto('/portal/#/resetpassword?userId=x&issuedFor=riverside&key=y')
    await page.getByLabel('New password').fill('kettle harbour tuba one')
    await page.getByLabel('Confirm password').fill('kettle harbour tuba two')
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await expect(page.getByRole('alert')).toContainText('Passwords are not equal!')
    await page.getByLabel('Confirm password').fill('kettle harbour tuba one')
    const asked = page.waitForRequest('**/api/account/resetpassword')
    await page.getByRole('button', { name: 'Reset Password' }).click()
    expect((await asked).postDataJSON()).toMatchObject({ TokenType: 1 })
    await expect(page.getByRole('alert').last()).toContainText('This link has been used or has expired')
  })

  test('of an invitation is chosen, not reset', async ({ page }) => {
    await page.goto('/portal/#/choosepassword?userId=x&issuedFor=riverside&email=imani.haddad%40quay.test&key=y')
    await expect(page.getByRole('heading', { level: 1, name: 'Choose a password' })).toBeVisible()
    await expect(page).toHaveTitle('Choose a password · Parcelhall')
    await expect(page.getByText(/reset|new password for/i)).toHaveCount(0)
    await page.getByLabel('New password').fill('kettle harbour tuba one')
    await page.getByLabel('Confirm password').fill('kettle harbour tuba one')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByRole('alert').last()).toContainText('This link has been used or has expired')
  })

  test('is rated while it is typed, and refused when it is weak', async ({ page }) => {
    await page.goto('/portal/#/resetpassword?userId=x&issuedFor=riverside&email=imani.haddad%40quay.test&key=y')
    await expect(
      page.getByText('You sign in with the organisation riverside and the email address imani.haddad@quay.test.'),
    ).toBeVisible()
    const password = page.getByLabel('New password')
    for (const [typed, reason] of [
      ['1234567890', 'Password must have at least 12 characters!'],
      ['password1234', 'This password is easy to guess.'],
      ['R1verside-2026', 'Password must not be made of your name'],
      ['imani.haddad@quay.test', 'Password must not be made of your name'],
    ] as const) {
      await password.fill(typed)
      await expect(page.getByText('Strength: Too weak')).toBeVisible()
      await page.getByRole('button', { name: 'Reset Password' }).click()
      await expect(password).toHaveAccessibleDescription(new RegExp(reason))
    }
    expect(await flawsInBothThemes(page)).toEqual([])
    await password.fill('kettle harbour tuba violet')
    await expect(page.getByText('Strength: Strong')).toBeVisible()
    await expect(password).not.toHaveAccessibleDescription(/must not/)
    expect(await flawsInBothThemes(page)).toEqual([])
  })
})

test.describe('a session', () => {
  test('is renewed silently when the access token is no longer valid', async ({ page, signIn }) => {
    await signIn()
    await page.evaluate(() => localStorage.setItem('residentialApp.apiToken', 'stale'))
    await goTo(page, '/lockerbank/list')
    await expect(page.getByRole('grid', { name: 'Locker banks' }).getByRole('rowheader')).not.toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('residentialApp.apiToken'))).toMatch(/^eyJ/)
  })

  test('that has ended is resumed in place', async ({ page, signIn, context }) => {
    await signIn()
    await context.clearCookies()
    await page.evaluate(() => localStorage.setItem('residentialApp.apiToken', 'stale'))
    await goTo(page, '/lockerbank/list')
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
    await expect(dialog.getByLabel('Email')).not.toBeEditable()
    await expect(dialog.getByLabel(/^Password/)).toBeFocused()
    // Nobody reads what is behind, and no request is sent in vain.
    await expect(page.locator('.mantine-Modal-overlay').last()).toHaveCSS('background-color', /^(rgb|color)\([^/]+\)$/)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await goTo(page, '/courier/list')
    await goTo(page, '/lockerbank/list')
    expect(requests.filter((url) => url.includes('/api/') && !url.includes('/api/resources/'))).toEqual([])
    await fillPassword(page)
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('grid', { name: 'Locker banks' })).toBeVisible()
  })

  test('that is not resumed redirects to the login page and back', async ({ page, signIn, context }) => {
    await signIn()
    await context.clearCookies()
    await page.evaluate(() => localStorage.setItem('residentialApp.apiToken', 'stale'))
    await goTo(page, '/lockerbank/list')
    await page.getByRole('dialog', { name: 'Please sign in again' }).press('Escape')
    await expect(page).toHaveURL(/#\/login$/)
    await fillPassword(page)
    await expect(page).toHaveURL(/#\/lockerbank\/list$/)
  })
})

test.describe('navigation', () => {
  test('to a screen that is not allowed is cancelled with a message', async ({ page, signIn }) => {
    await signIn(USERS.leasing)
    await goTo(page, '/about')
    await expect(page.getByRole('heading', { name: 'About' })).toBeVisible()
    await goTo(page, '/lockerbank/list')
    await expect(page.getByRole('alert')).toContainText(NOT_AUTHORISED)
    await expect(page).toHaveURL(/#\/about$/)
    await expect(page.getByRole('link', { name: 'Locker banks' })).toHaveCount(0)
  })

  test('to an unknown address opens the home screen', async ({ page, signIn }) => {
    await signIn()
    const home = page.url()
    for (const nowhere of ['/no/such/screen', '/%E0%A4%A/screen']) {
      await goTo(page, nowhere)
      await expect(page).toHaveURL(home)
    }
  })
})

test.describe('a newer build', () => {
  const ofIndex = (request: Request) => request.method() === 'HEAD' && request.url().endsWith('/portal/index.html')

  test('that came while the page stood before sign-in is announced at the next screen, once per build', async ({ page }) => {
    let build = 'Wed, 01 Jan 2025 00:00:00 GMT'
    await page.route('**/portal/index.html', (route) => route.fulfill({ headers: { 'last-modified': build } }))
    const notice = page.getByRole('status').filter({ hasText: 'A new version is available. Reloading the website ...' })
    const checked = () => page.waitForRequest(ofIndex)
    for (const [path, leave] of [
      ['/login', () => page.getByRole('link', { name: 'Forgot Password' }).click()],
      ['/resident/riverside/register', () => goTo(page, '/agent/riverside/register')],
      ['/login', () => fillSignIn(page, USERS.manager)],
    ] as const) {
      const started = checked()
      await page.goto(`/portal/#${path}`)
      await page.reload()
      await started
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(notice).toHaveCount(0)
      build = new Date(Date.parse(build) + 86_400_000).toUTCString()
      const loaded = page.waitForEvent('load')
      await leave()
      await expect(notice).toBeVisible()
      await loaded
    }
  })

  test('is announced, and loaded after 3 s', async ({ page, signIn }) => {
    await page.clock.install()
    const asked = page.waitForResponse((reply) => ofIndex(reply.request()))
    await signIn()
    await asked
    await stopClock(page)
    await page.route('**/portal/index.html', async (route) => {
      const reply = await route.fetch()
      await route.fulfill({ response: reply, headers: { ...reply.headers(), 'last-modified': 'Sat, 01 Jan 2000 00:00:01 GMT' } })
    })
    let loads = 0
    page.on('load', () => loads++)
    await goTo(page, '/lockerbank/list')
    await expect(
      page.getByRole('status').filter({ hasText: 'A new version is available. Reloading the website ...' }),
    ).toBeVisible()
    await page.clock.runFor(2999)
    expect(loads).toBe(0)
    await page.clock.runFor(1)
    await expect.poll(() => loads).toBe(1)
    // The new page may be asking just now.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('is not awaited for more than 5 s', async ({ page, signIn }) => {
    await signIn()
    await page.route('**/portal/index.html', () => {})
    const asked = page.waitForRequest(ofIndex).then(() => Date.now())
    const givenUp = page.waitForEvent('requestfailed', ofIndex).then(() => Date.now())
    await goTo(page, '/about')
    const waited = (await givenUp) - (await asked)
    expect(waited).toBeGreaterThan(4500)
  })
})

test('Ctrl+K finds screens', async ({ page, signIn }) => {
  await signIn()
  await page.keyboard.press('Control+K')
  await page.getByPlaceholder('Go to …').fill('locker')
  await page.getByRole('button', { name: 'Locker banks' }).waitFor()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/lockerbank\/list$/)
})
