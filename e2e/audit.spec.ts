import { readFileSync } from 'node:fs'
import { expect, goTo, test } from './fixtures.ts'

test('the audit trail › is filtered, opens an entry with its values and links, and is exported', async ({ page, signIn }) => {
  await signIn()
  await goTo(page, '/region/create')
  const name = page.getByRole('textbox', { name: 'Region', exact: true })
  await name.fill('Hillside')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hillside' })).toBeVisible()
  await name.fill('Valley')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Valley' })).toBeVisible()
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('list', { name: 'History' }).getByRole('link').first()).toHaveAttribute('href', /audit/)
  await expect(page.getByRole('list', { name: 'History' }).getByRole('link').nth(1)).toHaveAttribute('href', /portaluser/)
  await page.getByRole('link', { name: 'All in the audit trail' }).click()
  await expect(page).toHaveURL(/audit\/list\?SubjectId=/)
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: 'Remove filter Record ID' }).click()
  await page.getByRole('button', { name: 'Kind: Any' }).click()
  await page.getByRole('option', { name: 'Region', exact: true }).click()
  await expect(page).toHaveURL(/SubjectKind=region/)
  await expect(page.getByRole('grid').getByRole('row').filter({ hasText: 'Valley' }).first()).toContainText('Region')
  await page.getByRole('button', { name: 'Remove filter Kind' }).click()
  await page.getByRole('button', { name: 'Person: Any' }).click()
  const searched = page.waitForResponse(/\/audit\/people\?.*Q=okafor/)
  await page.getByRole('combobox', { name: 'Person' }).fill('okafor')
  expect(await (await searched).json()).toHaveLength(1)
  await page.getByRole('option', { name: 'Daniel Okafor' }).click()
  await expect(page.getByRole('button', { name: 'Person: Daniel Okafor' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter Person' }).click()
  await page.getByRole('button', { name: 'Action: Any' }).click()
  await page.getByRole('combobox', { name: 'Action' }).fill('Region: Ch')
  await page.getByRole('option', { name: 'Region: Changed' }).click()
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'Valley' })
  await expect(row).toContainText('127.0.0.1, browser')
  await page.getByRole('button', { name: 'From day: Any' }).click()
  await page.getByRole('textbox', { name: 'From day' }).fill('2020-01-01')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/FromDay=2020-01-01/)
  await expect(row).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toContain('Changed,Region,Valley')

  await row.getByText('Changed').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Region: Changed' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Path' })).toContainText('Audit trail')
  await expect(page.getByRole('table', { name: 'Changes' }).getByRole('row').nth(1)).toHaveText('NameHillsideValley')
  await page.getByRole('link', { name: 'All entries of this record' }).click()
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(3)
  await page.getByRole('grid').getByRole('link', { name: 'Valley' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Valley' })).toBeVisible()
})

test('the audit trail › shows days and times as the user writes them', async ({ page, signIn }) => {
  const before = { Field: 'HoldFrom', Label: 'First day away', Before: '2026-11-20', After: null }
  const times = {
    Field: 'DroppedFrom',
    Label: 'Dropped off from',
    Before: '2026-11-20T23:30:00-05:00',
    After: '2026-11-21T05:30:00.000Z',
  }
  await page.route('**/api/audit/get/*', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...(await reply.json()), Changes: [before, times] } })
  })
  await signIn()
  await goTo(page, '/region/create')
  await page.getByRole('textbox', { name: 'Region', exact: true }).fill('Lakeside')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lakeside' })).toBeVisible()
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('list', { name: 'History' }).getByRole('link', { name: 'Created' }).click()
  const rows = page.getByRole('table', { name: 'Changes' }).getByRole('row')
  await expect(rows.nth(1)).toHaveText('First day away11/20/2026')
  await expect(rows.nth(2)).toHaveText('Dropped off from11/20/2026 11:30 PM11/21/2026 12:30 AM')
})
