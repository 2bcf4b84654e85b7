import { expect, goTo, test } from './fixtures.ts'

test('advice tags › are added, found, changed and deleted', async ({ page, signIn }) => {
  await signIn()
  await goTo(page, '/advicetag/create')
  await page.getByRole('textbox', { name: 'Tag', exact: true }).fill('Rush hour')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rush hour' })).toBeVisible()
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Created')
  await goTo(page, '/advicetag/list')
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'Rush hour' })
  await expect(row).toContainText('1')
  await page.getByRole('checkbox', { name: 'Select Rush hour' }).check()
  await page.getByRole('button', { name: 'Delete advice tags' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(row).toBeHidden()
})
