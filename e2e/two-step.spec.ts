import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expect, fillPassword, fillSignIn, flawsOf, goTo, test, USERS } from './fixtures.ts'
import { PASSWORD } from './product.ts'

const USER = USERS.mailroom
const account = (page: Page) => page.getByRole('button', { name: `Account of ${USER.name}` })

test.use({ byForm: true })
// The first second step of a user ends the sign-ins that tests have kept.
test.beforeEach(({ sessions }) => sessions.clear())

async function openTwoStep(page: Page) {
  await goTo(page, '/profile?tab=secondstep')
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible()
}
async function signOut(page: Page) {
  await account(page).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}
const stepForm = (page: Page) => page.getByRole('form', { name: 'Two-step sign-in' })

test('two-step sign-in › by the codes of an app, with recovery codes', async ({ page, signIn }) => {
  await signIn(USER)
  await openTwoStep(page)
  await page.getByRole('button', { name: 'Set up an app' }).click()
  const setUp = page.getByRole('form', { name: 'Set up an app' })
  await expect(setUp.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  expect(await flawsOf(page)).toEqual([])
  const secret = Secret.fromBase32(((await setUp.locator('code').textContent()) ?? '').replaceAll(' ', ''))
  // No code is accepted twice: those of three periods, of which the server accepts the one before and the one after, too.
  const start = Date.now()
  const codeOf = (period: number) => new TOTP({ secret }).generate({ timestamp: start + period * 30_000 })
  await setUp.getByLabel('Code').fill('12')
  await setUp.getByRole('button', { name: 'Verify' }).click()
  await expect(setUp.getByLabel('Code')).toHaveAccessibleDescription(/This code is wrong/)
  await setUp.getByLabel('Code').fill(codeOf(-1))
  await setUp.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download' })).toHaveAttribute('download', 'recovery-codes.txt')
  const recovery = ((await page.locator('pre').textContent()) ?? '').split('\n')
  expect(recovery).toHaveLength(10)
  expect(await flawsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'I have stored the codes' }).click()
  await expect(page.getByText('10 recovery codes left.')).toBeVisible()

  await signOut(page)
  await fillPassword(page)
  await expect(stepForm(page)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('residentialApp.apiToken'))).toBeNull()
  await stepForm(page).getByLabel('Code').fill('not a code')
  await stepForm(page).getByRole('button', { name: 'Verify' }).click()
  await expect(stepForm(page).getByLabel('Code')).toHaveAccessibleDescription(/This code is wrong/)
  await expect(stepForm(page).getByLabel('Code')).toHaveValue('not a code')
  expect(await flawsOf(page)).toEqual([])
  await stepForm(page).getByLabel('Code').fill(codeOf(0))
  await stepForm(page).getByRole('button', { name: 'Verify' }).click()
  await expect(account(page)).toBeVisible()

  // The session ends over a form with input.
  await goTo(page, '/profile')
  await page.getByRole('textbox', { name: 'Phone number' }).fill('0441234567')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.setItem('residentialApp.apiToken', 'stale'))
  await page.getByRole('button', { name: 'Save' }).first().click()
  const again = page.getByRole('dialog', { name: 'Please sign in again' })
  await fillPassword(page)
  await stepForm(page).getByLabel('Code').fill(codeOf(1))
  await stepForm(page).getByRole('button', { name: 'Verify' }).click()
  await expect(again).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Phone number' })).toHaveValue('0441234567')

  await signOut(page)
  await fillPassword(page)
  await stepForm(page).getByLabel('Code').fill(recovery[0]!)
  await stepForm(page).getByRole('button', { name: 'Verify' }).click()
  await expect(account(page)).toBeVisible()
  await openTwoStep(page)
  await expect(page.getByText('9 recovery codes left.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the app' }).click()
  const removing = page.getByRole('form', { name: 'Remove the app' })
  await removing.getByLabel(/^Password/).fill(PASSWORD)
  await removing.getByLabel('Code').fill(recovery[1]!)
  expect(await flawsOf(page)).toEqual([])
  await removing.getByRole('button', { name: 'Remove the app' }).click()
  await expect(page.getByRole('button', { name: 'Set up an app' })).toBeVisible()
  await signOut(page)
  await fillPassword(page)
  await expect(account(page)).toBeVisible()
})

test('two-step sign-in › by a passkey, as the second step and without a password', async ({ page, signIn }) => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await signIn(USER)
  await openTwoStep(page)
  await page.getByLabel('Name of the passkey').fill('Desk computer')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
  await page.getByRole('button', { name: 'I have stored the codes' }).click()
  await page.getByRole('button', { name: 'Rename Desk computer' }).click()
  const renaming = page.getByRole('form', { name: 'Rename Desk computer' })
  await renaming.getByLabel('Name of the passkey').fill('Front desk')
  await renaming.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('button', { name: 'Remove Front desk' })).toBeVisible()
  expect(await flawsOf(page)).toEqual([])

  // The second step after the password.
  await signOut(page)
  await fillPassword(page)
  await stepForm(page).getByRole('button', { name: 'Use a passkey' }).click()
  await expect(account(page)).toBeVisible()

  // Without a password.
  await signOut(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(account(page)).toBeVisible()

  await openTwoStep(page)
  await page.getByRole('button', { name: 'Remove Front desk' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByRole('button', { name: 'Remove Front desk' })).toBeHidden()
  await signOut(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This passkey was not accepted.' })).toBeVisible()
})

/** Sets up an app with the secret that the form shows, and returns the recovery codes. */
async function confirmApp(page: Page, form: string): Promise<string[]> {
  const setUp = page.getByRole('form', { name: form })
  const secret = Secret.fromBase32(((await setUp.locator('code').textContent()) ?? '').replaceAll(' ', ''))
  await setUp.getByLabel('Code').fill(new TOTP({ secret }).generate())
  await setUp.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
  return ((await page.locator('pre').textContent()) ?? '').split('\n')
}

test('two-step sign-in › is required by a manager, set up at the next sign-in, and reset for another user', async ({
  page,
  signIn,
  browser,
  product,
}) => {
  // A colleague with an app.
  const context = await browser.newContext()
  const hers = await context.newPage()
  await hers.goto(`${product}/portal/#/login`)
  await signIn(USERS.leasing, hers)
  await openTwoStep(hers)
  await hers.getByRole('button', { name: 'Set up an app' }).click()
  await confirmApp(hers, 'Set up an app')

  await signIn()
  await goTo(page, '/portaluser/signinrules')
  const ask = page.getByRole('dialog', { name: 'Require two-step sign-in' })
  await page.getByRole('switch', { name: 'Require two-step sign-in' }).click()
  await expect(ask).toContainText(/Users without a second step: \d+\. They are signed out now/)
  await ask.getByRole('button', { name: 'Require' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Set up two-step sign-in for yourself first' })).toBeVisible()
  await expect(page.getByRole('switch')).not.toBeChecked()
  expect(await flawsOf(page)).toEqual([])

  const resetHers = async () => {
    await goTo(page, '/portaluser/list')
    await page.getByRole('searchbox').fill('petrova')
    await page.getByRole('grid').getByRole('row').filter({ hasText: 'Petrova' }).getByRole('link').first().click()
    await page.getByRole('button', { name: 'Reset two-step sign-in' }).click()
    await page.getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'The second steps were removed.' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reset two-step sign-in' })).toBeHidden()
  }
  await resetHers()

  await openTwoStep(page)
  await page.getByRole('button', { name: 'Set up an app' }).click()
  const [recovery] = await confirmApp(page, 'Set up an app')
  await page.getByRole('button', { name: 'I have stored the codes' }).click()
  const require = async (isRequired: boolean) => {
    await goTo(page, '/portaluser/signinrules')
    await page.getByRole('switch', { name: 'Require two-step sign-in' }).click()
    if (isRequired) await ask.getByRole('button', { name: 'Require' }).click()
    await expect(page.getByRole('switch')).toBeChecked({ checked: isRequired })
  }
  await require(true)
  // Users without a second step are signed out.
  await context.close()
  const later = await browser.newPage()
  await later.goto(`${product}/portal/#/login`)
  await fillSignIn(later, USERS.leasing)
  await expect(stepForm(later).getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  expect(await flawsOf(later)).toEqual([])
  await confirmApp(later, 'Two-step sign-in')
  expect(await flawsOf(later)).toEqual([])
  await later.getByRole('button', { name: 'I have stored the codes' }).click()
  await expect(later.getByRole('button', { name: `Account of ${USERS.leasing.name}` })).toBeVisible()

  await require(false)
  // The page still has the user as read before.
  await page.reload()
  await resetHers()
  await openTwoStep(page)
  await page.getByRole('button', { name: 'Remove the app' }).click()
  const removing = page.getByRole('form', { name: 'Remove the app' })
  await removing.getByLabel(/^Password/).fill(PASSWORD)
  await removing.getByLabel('Code').fill(recovery!)
  await removing.getByRole('button', { name: 'Remove the app' }).click()
  await expect(page.getByRole('button', { name: 'Set up an app' })).toBeVisible()
  await later.close()
})
