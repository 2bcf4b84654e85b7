import { choose, expect, flawsOf, goTo, test, USERS } from './fixtures.ts'

test('notices › are found by what was told, and open with their text', async ({ page, signIn }) => {
  await signIn(USERS.mailroom)
  await goTo(page, '/package/new')
  await page.getByRole('textbox', { name: 'Tracking number' }).fill('E2E-NOTICE-1')
  await choose(page, 'Courier', 'Swift Parcel')
  await page.getByRole('combobox', { name: 'Recipient' }).fill('101')
  await page.getByRole('option').filter({ visible: true }).first().click()
  await page.getByRole('button', { name: 'Book package' }).click()
  await expect(page.getByRole('region', { name: 'Booked in this session' })).toContainText('E2E-NOTICE-1')

  await goTo(page, '/notice/list')
  await page.getByRole('searchbox').fill('E2E-NOTICE-1')
  const row = page.getByRole('grid', { name: 'Notices' }).getByRole('row').filter({ hasText: 'Arrived in mailroom' }).first()
  await expect(row).toBeVisible()
  await page.getByRole('searchbox').fill('is waiting for you')
  await expect(page).toHaveURL(/Q=is/)
  // It has its text once it was sent.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(row).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await row.getByRole('link').first().click()
  const drawer = page.getByRole('dialog', { name: 'Notice' })
  await expect(drawer.locator('blockquote')).toContainText('is waiting for you')
  expect(await flawsOf(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await flawsOf(page, { rule: 'color-contrast' })).toEqual([])
  await page.goBack()
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('searchbox')).toHaveValue('is waiting for you')
})
