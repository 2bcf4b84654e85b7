import { readFile } from 'node:fs/promises'
import { agents } from '#features/agents/contract.ts'
import { couriers } from '#features/couriers/contract.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { packages } from '#features/packages/contract.ts'
import { residents } from '#features/residents/contract.ts'
import { expect, flawsOf, goTo, sortByEachColumn, test, USERS } from './fixtures.ts'

test.beforeEach(async ({ page, signIn }) => {
  await signIn(USERS.superadmin)
  await goTo(page, '/lockerbank/list')
  await expect(page.getByRole('grid', { name: 'Locker banks' })).toBeVisible()
})

test('sorts on the server, keeps the sort in the address, and announces it to assistive technology', async ({ page }) => {
  const header = page.getByRole('columnheader', { name: 'Locker Bank' })
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  const first = page.getByRole('rowheader').first()
  const before = await first.textContent()
  await header.getByRole('button', { name: 'Locker Bank', exact: true }).click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/sort=-LockerbankName/)
  await expect(first).not.toHaveText(before ?? '')
  await page.reload()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
})

test('every column of every list can be sorted by', async ({ page }) => {
  const lists = [
    ['locker-banks', '/lockerbank/list', lockerBanks.page],
    ['packages', '/search', packages.page],
    ['residents', '/resident/list', residents.page],
    ['agents', '/agent/list', agents.page],
    ['couriers', '/courier/list', couriers.page],
  ] as const
  for (const [grid, path, operation] of lists) {
    await goTo(page, path)
    await sortByEachColumn(page, grid, operation)
  }
})

test('filters by chips that show their values', async ({ page }) => {
  const rows = page.getByRole('rowheader')
  await expect(rows).toHaveCount(5)
  await page.getByRole('button', { name: 'Property: Any' }).click()
  // Accepts keyboard input immediately, although the editor is loaded only now.
  await expect(page.getByRole('combobox', { name: 'Property' })).toBeFocused()
  await page.keyboard.type('Riverside')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Property: Riverside Quay' })).toBeVisible()
  await expect(rows).not.toHaveCount(5)
  await page.getByRole('searchbox', { name: 'Name, code or building' }).fill('no bank is called this')
  await expect(page.getByText('No results match these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows).toHaveCount(5)
  await expect(page).toHaveURL(/#\/lockerbank\/list$/)
})

test('keeps a typed filter when Escape or a click closes its editor right after', async ({ page }) => {
  await goTo(page, '/resident/list')
  const unit = page.getByRole('searchbox', { name: 'Unit Number' })
  await page.getByRole('button', { name: 'Unit Number: Any' }).click()
  await unit.pressSequentially('10')
  await page.keyboard.press('Escape')
  await expect(unit).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Unit Number: 10' })).toBeFocused()
  await page.getByRole('button', { name: 'Unit Number: 10' }).click()
  await unit.fill('20')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(page.getByRole('button', { name: 'Unit Number: 20' })).toBeVisible()
})

test('works by keyboard alone', async ({ page }) => {
  const focused = page.locator(':focus')
  const grid = page.getByRole('grid')
  await grid.locator('tbody [tabindex="0"]').focus()
  await page.keyboard.press('ArrowRight')
  await expect(focused).toHaveAttribute('data-place', '0:1')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  const last = (await grid.getByRole('columnheader').count()) - 1
  await expect(focused).toHaveAttribute('data-place', `1:${last}`)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(grid.getByRole('row').nth(2)).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('PageDown')
  await expect(focused).toHaveAttribute('data-place', '4:1')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/editView$/)
})

test('offers actions for checked rows, and unchecks them with another filter', async ({ page }) => {
  const remove = page.getByRole('button', { name: 'Delete locker banks' })
  await expect(remove).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(page.getByText('5 selected')).toBeVisible()
  await remove.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Delete 5 selected? This cannot be undone.')
  await dialog.press('Escape')
  await expect(dialog).toBeHidden()
  for (const row of [3, 4])
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .nth(row)
      .uncheck()
  await remove.click()
  const names = await page.getByRole('rowheader').allTextContents()
  await expect(dialog).toContainText(`Delete ${names[0]}, ${names[1]}, and ${names[2]}? This cannot be undone.`)
  await dialog.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Property: Any' }).click()
  await page.getByRole('option', { name: 'Riverside Quay' }).click()
  await expect(page.getByText('3 selected')).toBeHidden()
  await expect(remove).toBeDisabled()
})

test('stores the selected columns', async ({ page }) => {
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Locker Bank' })).toBeDisabled()
  await page.getByRole('menuitemcheckbox', { name: 'AppVersion' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'AppVersion' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('columnheader', { name: 'Building' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'AppVersion' })).toHaveCount(0)
})

test('exports the filtered rows as CSV', async ({ page }) => {
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await arriving
  expect(file.suggestedFilename()).toBe('locker-banks.csv')
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines[0]).toMatch(/^\ufeff?Locker Bank,Building,Property,Status,AppVersion$/)
  expect(lines).toHaveLength(6)
  await expect(page.getByRole('status').filter({ hasText: '5 rows exported.' })).toBeVisible()
})

test('keeps filter and page when loading fails, and retries', async ({ page }) => {
  await page.route('**/api/lockerbank/getalllockerbanks', (route) =>
    route.fulfill({ status: 422, json: { Message: 'Not now.' } }),
  )
  await goTo(page, '/lockerbank/list?sort=Status')
  await expect(page.getByText('Error retrieving the data.')).toBeVisible()
  await page.unroute('**/api/lockerbank/getalllockerbanks')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(5)
  await expect(page).toHaveURL(/sort=Status/)
})

test('replaces a page past the end by the last page', async ({ page }) => {
  await goTo(page, '/lockerbank/list?page=7')
  await expect(page.getByRole('rowheader')).toHaveCount(5)
  await expect(page).toHaveURL(/#\/lockerbank\/list$/)
})

test('replaces invalid values of an address by the nearest valid ones', async ({ page }) => {
  const asked = page.waitForRequest('**/api/lockerbank/getalllockerbanks')
  await goTo(page, '/lockerbank/list?page=-5&size=99999&sort=-Colour')
  expect((await asked).postDataJSON()).toMatchObject({ PageIndex: 1, PageSize: 500, SortColumn: 'LockerbankName' })
  await expect(page.getByRole('rowheader')).toHaveCount(5)
  await goTo(page, '/lockerbank/list?page=600&after=nowhere')
  await expect(page).toHaveURL(/#\/lockerbank\/list$/)
  await expect(page.getByRole('rowheader')).toHaveCount(5)
})

test('becomes cards on a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(page.getByRole('grid')).toHaveCount(0)
  const cards = page.getByRole('list', { name: 'Locker banks' }).getByRole('listitem')
  await expect(cards).toHaveCount(5)
  const ways = cards.first().getByRole('link')
  await expect(ways).toHaveText([/./, 'The Mill Lofts', 'Edit', 'Settings', 'Layout', 'Map Devices'])
  await ways.getByText('Settings').click()
  await expect(page).toHaveURL(/#\/lockerbank\/[^/]+\/setting$/)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`has no flaw that axe knows, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    expect(await flawsOf(page)).toEqual([])
  })
}
