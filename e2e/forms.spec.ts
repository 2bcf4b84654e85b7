import type { Page } from '@playwright/test'
import { expect, fillPassword, goTo, test } from './fixtures.ts'

const saved = '**/api/lockerbank/*'
const notice = (page: Page) => page.getByRole('region', { name: 'Notices' })

/** A form with something typed into it that has not been saved. */
async function typeAnAddress(page: Page, text: string) {
  await goTo(page, '/lockerbank/list')
  await page.getByRole('link', { name: 'Edit: Mill Courtyard' }).click()
  await page.getByLabel('Address').fill(text)
  await expect(page.getByText('Unsaved changes')).toBeVisible()
}

test.beforeEach(({ signIn }) => signIn())

test('what was typed outlives the session: one signs in again over it, and it is saved', async ({ page, context }) => {
  const address = await page.evaluate(() => `Courtyard ${Date.now()}`)
  await typeAnAddress(page, address)
  await context.clearCookies()
  await page.evaluate(() => localStorage.setItem('residentialApp.apiToken', 'stale'))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog', { name: 'Please sign in again' })).toBeVisible()
  await fillPassword(page)
  await expect(notice(page)).toContainText('saved')
  await page.getByRole('link', { name: 'Edit: Mill Courtyard' }).click()
  await expect(page.getByLabel('Address')).toHaveValue(address)
})

test('a save whose answer is lost is sent again under the same key', async ({ page }) => {
  const keys: string[] = []
  await typeAnAddress(page, 'Courtyard, second floor')
  await page.route(saved, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(notice(page)).toContainText('The server cannot be reached.')
  await expect(page.getByLabel('Address')).toHaveValue('Courtyard, second floor')
  await save.click()
  await expect(page).toHaveURL(/#\/lockerbank\/list$/)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('what the server refuses is told at its field, and asked anew under another key', async ({ page }) => {
  const keys: string[] = []
  await typeAnAddress(page, 'Nowhere')
  await page.route(saved, (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    return route.fulfill({
      status: 422,
      json: {
        Title: 'Not possible',
        Message: 'There is no such street.',
        ErrorMessage: '',
        Code: 'MsgNoStreet',
        Field: 'Address',
      },
    })
  })
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(page.getByLabel('Address')).toBeFocused()
  await expect(page.getByLabel('Address')).toHaveAccessibleDescription('There is no such street.')
  await save.click()
  await expect.poll(() => new Set(keys).size).toBe(2)
})

test('closing the tab over unsaved content is asked about by the browser', async ({ page }) => {
  await typeAnAddress(page, 'Not saved')
  const asked = page.waitForEvent('dialog')
  void page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
})
