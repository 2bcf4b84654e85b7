import { CLIENT, startProvider } from '#features/single-sign-on/testing/provider.ts'
import { expect, flawsInBothThemes, flawsOf, goTo, test, USERS } from './fixtures.ts'

test('a manager connects an identity provider, and a new user signs in and out with it', async ({
  page,
  signIn,
  product,
  browser,
}) => {
  const provider = await startProvider({
    callback: `${product}/api/auth/singlesignon/callback`,
    signedOut: `${product}/portal/`,
  })
  provider.users.set('ada', {
    email: 'ada@riverside.test',
    email_verified: true,
    given_name: 'Ada',
    family_name: 'King',
    groups: ['desk'],
  })
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Single sign-on has been saved.' }).first()).toBeVisible()
    await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  }

  await signIn()
  await goTo(page, '/singlesignon')
  await page.getByRole('textbox', { name: 'Issuer address' }).fill('http://127.0.0.1:1')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'No connection to the provider' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Issuer address' }).fill(provider.issuer)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText('The provider replies as expected.')).toBeVisible()
  await page.getByRole('switch', { name: 'Users can sign in with single sign-on' }).check({ force: true })
  await page.getByRole('textbox', { name: 'Client ID' }).fill(CLIENT.id)
  await page.getByLabel('Client secret').fill(CLIENT.secret)
  await page.getByRole('textbox', { name: 'Name on the button' }).fill('Riverside account')
  await page.getByRole('textbox', { name: 'Claim with the role' }).fill('groups')
  await page.getByRole('button', { name: 'Add row' }).click()
  await page.getByRole('textbox', { name: 'Value' }).fill('desk')
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOption({ label: 'Mailroom staff' })
  await page.getByRole('combobox', { name: 'New users and other values' }).selectOption({ index: 1 })
  const trusts = page.getByRole('switch', { name: 'Trust this provider’s email addresses' })
  await trusts.check({ force: true })
  await page.getByRole('textbox', { name: 'Issuer address' }).fill('https://accounts.google.com')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/^Anybody can have an account at this provider/).first()).toBeVisible()
  expect(await flawsInBothThemes(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Issuer address' }).fill(provider.issuer)
  await save()
  await expect(trusts).toBeChecked()
  await expect(page.getByLabel('Client secret')).toHaveValue('')

  const visitor = await browser.newPage({ baseURL: product })
  await visitor.goto('/portal/#/login')
  await visitor.getByLabel('Organisation').fill(USERS.manager.organisation)
  const button = visitor.getByRole('button', { name: 'Sign in with Riverside account' })
  await expect(button).toBeVisible()
  expect(await flawsOf(visitor)).toEqual([])
  await button.click()
  await visitor.locator('input[name=login]').fill('ada')
  await visitor.locator('input[name=password]').fill('any')
  await visitor.locator('button[type=submit]').first().click()
  await expect(visitor.getByRole('button', { name: 'Account of Ada King' })).toBeVisible()
  expect(visitor.url()).not.toMatch(/token|code=/)

  // What was typed outlives the session, although the provider has a page of its own.
  await goTo(visitor, '/profile')
  await visitor.getByLabel('First Name').fill('Augusta')
  await visitor.context().clearCookies()
  await visitor.evaluate(() => localStorage.setItem('residentialApp.apiToken', 'stale'))
  await visitor.getByLabel('First Name').press('Enter')
  const again = visitor.getByRole('dialog', { name: 'Please sign in again' })
  const opened = visitor.context().waitForEvent('page')
  await again.getByRole('button', { name: 'Sign in with Riverside account' }).click()
  await expect(again.getByRole('status')).toHaveText('Sign in in the new tab. This page continues then.')
  const tab = await opened
  await tab.locator('input[name=login]').fill('ada')
  await tab.locator('input[name=password]').fill('any')
  await tab.locator('button[type=submit]').first().click()
  await expect(again).toHaveCount(0)
  await expect(visitor.getByText('Unsaved changes')).toHaveCount(0)
  await expect(visitor.getByLabel('First Name')).toHaveValue('Augusta')
  await tab.close()
  await visitor.reload()
  await expect(visitor.getByRole('button', { name: 'Account of Augusta King' })).toBeVisible()

  await visitor.getByRole('button', { name: 'Account of Augusta King' }).click()
  // Signed out at the provider too, which sends the browser back.
  const back = visitor.waitForRequest((request) => request.url() === `${product}/portal/` && request.isNavigationRequest())
  await visitor.getByRole('menuitem', { name: 'Logout' }).click()
  await back
  await expect(visitor.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await visitor.close()

  await page.getByRole('switch', { name: 'Users can sign in with single sign-on' }).uncheck({ force: true })
  await save()
  await provider.stop()
})
