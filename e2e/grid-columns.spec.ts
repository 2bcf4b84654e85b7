import { readFile } from 'node:fs/promises'
import { expect, goTo, test, USERS } from './fixtures.ts'

test.beforeEach(async ({ page, signIn }) => {
  await signIn(USERS.superadmin)
  await goTo(page, '/lockerbank/list')
  await expect(page.getByRole('grid', { name: 'Locker banks' })).toBeVisible()
})

test('keeps the order and the widths of columns, changed by mouse and by keyboard', async ({ page }) => {
  const headers = page.getByRole('columnheader')
  const building = page.getByRole('columnheader', { name: 'Building' })
  const order = async () => (await headers.allTextContents()).filter((text) => text !== '').slice(0, 4)
  // The widths of the columns depend on the rows.
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  expect(await order()).toEqual(['Locker Bank', 'Building', 'Property', 'Status'])
  await page.getByRole('columnheader', { name: 'Status' }).dragTo(building)
  expect(await order()).toEqual(['Locker Bank', 'Status', 'Building', 'Property'])
  await building.getByRole('button', { name: 'Building', exact: true }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('menuitem', { name: 'Move right' }).click()
  expect(await order()).toEqual(['Locker Bank', 'Status', 'Property', 'Building'])

  const widthOf = async () => Math.round((await building.boundingBox())?.width ?? 0)
  const edge = page.getByRole('separator', { name: 'Width of Building' })
  const before = await widthOf()
  const box = await edge.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 10)
  await page.mouse.down()
  await page.mouse.move((box?.x ?? 0) + 105, (box?.y ?? 0) + 10)
  await page.mouse.up()
  expect(await widthOf()).toBe(before + 100)
  await edge.focus()
  await page.keyboard.press('ArrowLeft')
  expect(await widthOf()).toBe(before + 84)
  await expect(edge).toHaveAttribute('aria-valuenow', String(before + 84))
  await page.reload()
  await expect(building).toBeVisible()
  expect(await order()).toEqual(['Locker Bank', 'Status', 'Property', 'Building'])
  expect(await widthOf()).toBe(before + 84)
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Reset columns' }).click()
  expect(await order()).toEqual(['Locker Bank', 'Building', 'Property', 'Status'])
})

test('exports the filtered rows as CSV, and stores the selected columns', async ({ page }) => {
  await test.step('exports the filtered rows as CSV', async () => {
    const arriving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await arriving
    expect(file.suggestedFilename()).toBe('locker-banks.csv')
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(lines[0]).toMatch(/^\ufeff?Locker Bank,Building,Property,Status,AppVersion$/)
    expect(lines).toHaveLength(6)
    await expect(page.getByRole('status').filter({ hasText: '5 rows exported.' })).toBeVisible()
  })
  await test.step('stores the selected columns', async () => {
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await expect(page.getByRole('menuitemcheckbox', { name: 'Locker Bank' })).toBeDisabled()
    await page.getByRole('menuitemcheckbox', { name: 'AppVersion' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('columnheader', { name: 'AppVersion' })).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('columnheader', { name: 'Building' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'AppVersion' })).toHaveCount(0)
  })
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

test('moves columns for which it is too narrow into the second line of each row, the least important first, and only their values', async ({
  page,
}) => {
  await test.step('at 1,024 px, a row has a second line only for values, not for the link that the row is', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await goTo(page, '/portaluser/list')
    const row = page.locator('[role=grid] [aria-rowindex="2"]')
    await expect(row).toContainText('Mailroom staff')
    await expect(row.getByRole('link', { name: /^Edit/ })).toHaveCount(0)
    await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThan(50)
    await goTo(page, '/resident/list')
    const status = page.locator(
      '[role=grid] [aria-rowindex="2"] [data-cell=Status], [role=grid] [aria-rowindex="2"] [data-cell=ResidentStatus]',
    )
    await expect(status).toBeVisible()
    // A row whose columns have been fitted is another element.
    await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThan(75)
  })
  await test.step('moves columns for which it is too narrow into the second line of each row, the least important first', async () => {
    await goTo(page, '/search')
    await page.setViewportSize({ width: 1024, height: 800 })
    const packageGrid = page.getByRole('grid', { name: 'Package Viewer' })
    await expect(packageGrid.getByRole('columnheader', { name: 'Status' })).toBeVisible()
    const tracking = packageGrid.locator('tbody').getByText('Tracking', { exact: true })
    await expect(tracking.first()).toBeVisible()
    const overflow = () => packageGrid.evaluate((table) => table.clientWidth - (table.parentElement?.clientWidth ?? 0))
    expect(await overflow()).toBeLessThanOrEqual(0)
    // Columns of the second line are sorted by as the others are.
    await packageGrid.getByRole('button', { name: 'Tracking' }).click()
    await expect(page).toHaveURL(/sort=TrackingNumber/)
    await page.setViewportSize({ width: 1440, height: 800 })
    await expect(packageGrid.getByRole('columnheader', { name: 'Tracking' })).toHaveAttribute('aria-sort', 'ascending')
    await expect(tracking).toHaveCount(0)
    // What the user makes wider than the list is scrolled, and a shadow shows it.
    const edge = page.getByRole('separator', { name: 'Width of Package' })
    await edge.focus()
    for (let i = 0; i < 45; i++) await edge.press('ArrowRight')
    await page.setViewportSize({ width: 920, height: 800 })
    await expect(page.locator('[data-more-right]')).toBeVisible()
  })
})
