import { agents } from '#features/agents/contract.ts'
import { couriers } from '#features/couriers/contract.ts'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { packages } from '#features/packages/contract.ts'
import { registrationsOf } from '#features/registrations/contract.ts'
import { residents } from '#features/residents/contract.ts'
import { changePreload, expect, flawsInBothThemes, goTo, sortByEachColumn, test, USERS, WIDE } from './fixtures.ts'

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
  // Wide enough for all columns, also those hidden by default.
  await page.setViewportSize({ width: 2600, height: 900 })
  for (const [grid, path, operation] of lists) {
    await goTo(page, path)
    await sortByEachColumn(page, grid, operation)
  }
})

test('filters by chips that show their values, and keeps a typed one when Escape or a click closes its editor', async ({
  page,
}) => {
  await test.step('filters by chips that show their values', async () => {
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
  await test.step('keeps a typed filter when Escape or a click closes its editor right after', async () => {
    await goTo(page, '/resident/list')
    const unit = page.getByRole('searchbox', { name: 'Unit Number' })
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('menuitem', { name: 'Unit Number' }).click()
    await unit.fill('1')
    await unit.press('Enter')
    await page.getByRole('button', { name: 'Unit Number: 1', exact: true }).click()
    await unit.fill('10')
    await page.keyboard.press('Escape')
    await expect(unit).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Unit Number: 10' })).toBeFocused()
    await page.getByRole('button', { name: 'Unit Number: 10' }).click()
    await unit.fill('20')
    await page.getByRole('heading', { level: 1 }).click()
    await expect(page.getByRole('button', { name: 'Unit Number: 20' })).toBeVisible()
  })
})

test('offers actions for checked rows, and unchecks them with another filter', async ({ page }) => {
  const remove = page.getByRole('button', { name: 'Delete locker banks' })
  await expect(remove).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  // The way to all that match and the buttons are not read out again with each number.
  await expect(page.getByRole('status').filter({ hasText: 'selected' })).toHaveText('5 selected')
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

test('works by keyboard alone; J, K, X and Enter move, check and open from anywhere but a field', async ({ page }) => {
  await test.step('moves between rows by J and K, checks by X and opens by Enter, from anywhere but a field', async () => {
    const focused = page.locator(':focus')
    await expect(page.getByRole('rowheader')).toHaveCount(5)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('j')
    await expect(focused).toHaveAttribute('data-place', '0:0')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await expect(focused).toHaveAttribute('data-place', '1:0')
    await page.keyboard.press('x')
    await expect(page.getByText('1 selected')).toBeVisible()
    await page.keyboard.press('x')
    await expect(page.getByText('1 selected')).toHaveCount(0)
    await page.getByRole('searchbox').press('j')
    await expect(page.getByRole('searchbox')).toHaveValue('j')
    await page.getByRole('searchbox').fill('')
    await expect(page.getByRole('rowheader')).toHaveCount(5)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('j')
    await expect(focused).toHaveAttribute('data-place', '1:0')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/editView$/)
  })
  await test.step('works by keyboard alone', async () => {
    await goTo(page, '/lockerbank/list')
    // The cell that was left last is forgotten.
    await page.reload()
    await expect(page.getByRole('rowheader')).toHaveCount(5)
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
    await expect(grid.locator('[aria-rowindex="3"]')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByText('1 selected')).toBeVisible()
    await page.keyboard.press('PageDown')
    await expect(focused).toHaveAttribute('data-place', '4:1')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/editView$/)
  })
})

test('keeps rows, filter and page when loading fails, and retries', async ({ page }) => {
  await test.step('keeps filter and page when loading fails, and retries', async () => {
    await page.route('**/api/lockerbank/getalllockerbanks', (route) =>
      route.fulfill({ status: 422, json: { Message: 'Not now.' } }),
    )
    await goTo(page, '/lockerbank/list?sort=Status')
    await expect(page.getByRole('group', { name: 'Error retrieving the data.' })).toBeVisible()
    await page.unroute('**/api/lockerbank/getalllockerbanks')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('rowheader')).toHaveCount(5)
    await expect(page).toHaveURL(/sort=Status/)
    // Without the notice of this failure.
    await page.reload()
  })
  await test.step('says that a refresh failed, from when the rows are, and recovers', async () => {
    await page.setViewportSize(WIDE)
    for (const [list, name, address] of [
      ['/lockerbank/list', 'Locker banks', '**/api/lockerbank/getalllockerbanks'],
      ['/search', 'Package Viewer', '**/api/packages/getpackages'],
      ['/resident/list', 'Residents', '**/api/resident/getallresidents'],
    ] as const) {
      await goTo(page, list)
      await page.getByRole('grid', { name }).getByRole('rowheader').first().waitFor()
      const rows = await page.getByRole('rowheader').allTextContents()
      await page.route(address, (route) => route.fulfill({ status: 500, json: {} }))
      await page.getByRole('button', { name: 'Refresh' }).click()
      const old = page.getByRole('group', { name: 'Error retrieving the data.' }).filter({ hasText: 'What is shown is of' })
      await expect(old).toContainText('Error retrieving the data.')
      await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Error retrieving the data.')
      await expect(page.getByRole('rowheader')).toHaveText(rows)
      await expect(page.locator('tbody')).toHaveCSS('filter', 'grayscale(1)')
      expect(await flawsInBothThemes(page)).toEqual([])
      await page.unroute(address)
      await old.getByRole('button', { name: 'Retry' }).click()
      await expect(old).toHaveCount(0)
      await expect(page.locator('tbody')).not.toHaveCSS('filter', 'grayscale(1)')
    }
  })
})

test('deleting is offered only to users with the permission for it', async ({ page }) => {
  const lists = [
    ['/resident/list', 'DeleteResident', 'Residents'],
    ['/agent/list', 'DeleteAgent', 'Agents'],
    ['/courier/list', 'DeleteCourier', 'Couriers'],
  ] as const
  const buttons = async (path: string, name: string) => {
    await goTo(page, path)
    await page.getByRole('grid', { name }).getByRole('rowheader').first().waitFor()
    return page.getByRole('button', { name: `Delete ${name.toLowerCase()}` }).count()
  }
  for (const [path, , name] of lists) expect([path, await buttons(path, name)]).toEqual([path, 1])
  const withheld: readonly string[] = lists.map(([, permission]) => permission)
  await changePreload(page, ({ Permissions }) => ({ Permissions: Permissions.filter((held) => !withheld.includes(held)) }))
  await page.reload()
  for (const [path, , name] of lists) expect([path, await buttons(path, name)]).toEqual([path, 0])
  // Nothing else can be done with several couriers.
  await expect(page.getByRole('grid').getByRole('checkbox')).toHaveCount(0)
})

test('asks for its rows once each time it is opened', async ({ page }) => {
  const lists = [
    ['/resident/list', residents.page],
    ['/search', packages.page],
    ['/lockerbank/list', lockerBanks.page],
    ['/resident/listregistrations', registrationsOf.resident.page],
  ] as const
  const stored = { key: 'residentialApp.filter.resident-registrations', value: '{"RegistrationStatusType":"2"}' }
  await page.evaluate(({ key, value }) => localStorage.setItem(key, value), stored)
  await page.clock.install()
  await goTo(page, '/about')
  await page.reload()
  const asked: string[] = []
  page.on('request', (request) => {
    // The first steps ask for one row, to know whether there are any.
    if (!request.postData()?.includes('"PageSize":1,') && !request.postData()?.includes('"PageSize":1}'))
      asked.push(new URL(request.url()).pathname)
  })
  for (const visit of ['first', 'later'])
    for (const [path, operation] of lists) {
      asked.length = 0
      const replied = page.waitForResponse(`**/api${operation.path}`)
      await goTo(page, path)
      await replied
      // Time for a second request: until the page has loaded and rendered something else.
      await page.getByRole('button', { name: 'Columns', exact: true }).click()
      await expect(page.getByRole('menuitem', { name: 'Reset columns' })).toBeVisible()
      await page.keyboard.press('Escape')
      const times = asked.filter((one) => one === `/api${operation.path}`).length
      expect([visit, path, times]).toEqual([visit, path, 1])
      // Longer than a reply is fresh.
      await page.clock.fastForward(11_000)
    }
  await expect(page.getByRole('button', { name: 'Status: Approved' })).toBeVisible()
})

test('replaces invalid values of an address by the nearest valid ones, and a page past the end by the last', async ({ page }) => {
  await test.step('replaces a page past the end by the last page', async () => {
    await goTo(page, '/lockerbank/list?page=7')
    await expect(page.getByRole('rowheader')).toHaveCount(5)
    await expect(page).toHaveURL(/#\/lockerbank\/list$/)
  })
  await test.step('replaces invalid values of an address by the nearest valid ones', async () => {
    const asked = page.waitForRequest('**/api/lockerbank/getalllockerbanks')
    await goTo(page, '/lockerbank/list?page=-5&size=99999&sort=-Colour')
    expect((await asked).postDataJSON()).toMatchObject({ PageIndex: 1, PageSize: 500, SortColumn: 'LockerbankName' })
    await expect(page.getByRole('rowheader')).toHaveCount(5)
    await expect(page).toHaveURL(/#\/lockerbank\/list\?size=500$/)
    // Beyond the pages with a number, and beyond the last one.
    await goTo(page, '/search?page=9999')
    await expect(page).toHaveURL(/#\/search\?page=73$/)
    const lastPage = page.getByRole('button', { name: 'Last page' })
    await expect(lastPage).toBeDisabled()
    await expect(lastPage).toHaveAttribute('title', 'This is the last page.')
    await goTo(page, '/lockerbank/list?page=600&after=nowhere')
    await expect(page).toHaveURL(/#\/lockerbank\/list$/)
    await expect(page.getByRole('rowheader')).toHaveCount(5)
  })
})

test('has no flaw that axe knows, in light and dark', async ({ page }) => {
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  expect(await flawsInBothThemes(page)).toEqual([])
})
