import { expect, flawsOf, goTo, test, USERS } from './fixtures.ts'

test('the list of runs opens a report with its parameters again', async ({ page, signIn }) => {
  await signIn(USERS.manager)
  await goTo(page, '/rpttransaction?From=2026-01-01&To=2026-01-31')
  const paper = page.getByRole('region', { name: 'Page 1', exact: true })
  await expect(paper.getByRole('heading', { name: 'Transaction' })).toBeVisible()
  await goTo(page, '/reportrun/list')
  await expect(page.getByRole('heading', { level: 1, name: 'Report runs' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'From: 01/01/2026, To: 01/31/2026' }).first()
  await expect(row).toContainText('Done')
  await expect(row).toContainText('Viewer')
  expect(await flawsOf(page)).toEqual([])
  await row.getByRole('link', { name: 'Transaction' }).click()
  await expect(page).toHaveURL(/#\/rpttransaction\?From=2026-01-01&To=2026-01-31$/)
  await expect(paper.getByRole('heading', { name: 'Transaction' })).toBeVisible()
})
