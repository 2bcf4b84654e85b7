import type { Page } from '@playwright/test'
import { expect, fillPassword, goTo, test } from './fixtures.ts'

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Account of Daniel Okafor' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
}
/** Whether the refresh cookie is still exchanged for an access token. */
const isSignedIn = (page: Page) =>
  page.evaluate(async () => {
    const body = new URLSearchParams({ grant_type: 'refresh_token', client_id: 'portal' })
    return (await fetch('/api/auth/token', { method: 'POST', body })).ok
  })

test.use({ byForm: true })

test.describe('a user is not signed out', () => {
  test('by an address in any link', async ({ page, signIn }) => {
    await signIn()
    for (const address of ['/signout', '/login']) {
      await goTo(page, address)
      await expect(page).toHaveURL(/#\/search/)
      await expect(page.getByRole('button', { name: 'Account of Daniel Okafor' })).toBeVisible()
      expect(await isSignedIn(page)).toBe(true)
    }
  })

  test('without a confirmation when there is unsaved work', async ({ page, signIn }) => {
    await signIn()
    await goTo(page, '/lockerbank/create')
    await page.getByLabel('Locker bank code').fill('HALF')
    await logOut(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
    await expect(page.getByLabel('Locker bank code')).toHaveValue('HALF')
    expect(await isSignedIn(page)).toBe(true)
  })
})

test('Logout ends the sign-in, and going back does not restore it', async ({ page, signIn }) => {
  await signIn()
  await goTo(page, '/lockerbank/list')
  await expect(page.getByRole('heading', { name: 'Locker banks' })).toBeVisible()
  await logOut(page)
  await expect(page).toHaveURL(/#\/login$/)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(await isSignedIn(page)).toBe(false)
  await page.goBack()
  await expect(page).toHaveURL(/#\/login$/)
})

test('a user who signed in again is not signed out by going back', async ({ page, signIn }) => {
  await signIn()
  await logOut(page)
  await fillPassword(page)
  await expect(page.getByRole('button', { name: 'Account of Daniel Okafor' })).toBeVisible()
  const loaded = page.waitForEvent('load')
  await page.goBack()
  await loaded
  await expect(page.getByRole('button', { name: 'Account of Daniel Okafor' })).toBeVisible()
  expect(await isSignedIn(page)).toBe(true)
})

test('Logout in one tab redirects every other to the login page at once, without a question about unsaved work', async ({
  page,
  context,
  signIn,
}) => {
  await signIn()
  const other = await context.newPage()
  await other.goto('/portal/#/resident/create')
  await other.getByLabel('First Name').fill('Robin')
  await expect(other.getByText('Unsaved changes')).toBeVisible()
  const asked: string[] = []
  other.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  // The tab is notified without a request of its own.
  await other.route('**/api/**', (route) => route.abort())
  await logOut(page)
  await expect(other).toHaveURL(/#\/login$/)
  await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(other.getByText('Robin')).toHaveCount(0)
  await expect(other.getByRole('region', { name: 'Notifications' })).toBeEmpty()
  await expect(other.getByRole('dialog')).toHaveCount(0)
  expect(asked).toEqual([])

  await other.unrouteAll()
  await fillPassword(other)
  await expect(other.getByRole('button', { name: 'Account of Daniel Okafor' })).toBeVisible()
})
