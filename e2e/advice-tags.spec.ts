import { groupIdOf, STATUSES } from '#features/package-statuses/statuses.ts'
import { ask } from './bank-by-api.ts'
import { choose, expect, goTo, test, USERS, WIDE } from './fixtures.ts'

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

test('a deleted advice tag is shown as removed and stops neither a change nor the collection', async ({ page, signIn }) => {
  await page.setViewportSize(WIDE)
  await signIn(USERS.manager)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const name = 'Keep upright'
  const { Id: AdviceTag } = await ask<{ Id: string }>(page, '/packageadvisetag/save', { Name: name, SortOrder: 90 })
  const query = { PageIndex: 1, PageSize: 100, StatusGroupIds: [groupIdOf('InMailroom')] }
  const { Data } = await ask<{ Data: { PackageId: string; PackageNumber: string; StatusId: number }[] }>(
    page,
    '/packages/getpackages',
    query,
  )
  const inMailroom = Data.find(({ StatusId }) => StatusId === STATUSES.InMailroom.id)!
  const { PackageId, PackageNumber } = inMailroom
  const detail = await ask<Record<string, unknown>>(page, `/package/get/${PackageId}`)
  await ask(page, '/package/save/', { ...detail, AdviceTag })
  await ask(page, '/packageadvisetag/delete', [AdviceTag])
  await goTo(page, `/package/detail/${PackageId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Package ${PackageNumber}`)
  await expect(page.getByRole('combobox', { name: 'Advice Tag' })).toHaveValue(`${name} (removed)`)
  await page.getByRole('textbox', { name: 'Note' }).fill('Still upright')
  await save.click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Package has been saved successfully.')
  await choose(page, 'Status', 'Collected by Recipient')
  await save.click()
  await expect(save).toBeHidden()
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('heading', { name: 'History' })).toHaveCount(1)
})
