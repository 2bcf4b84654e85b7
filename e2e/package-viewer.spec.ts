import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { dateTimeText } from '#platform/date-format.ts'
import { expect, flawsInBothThemes, goTo, test, USERS, WIDE } from './fixtures.ts'
import { cells, detail, grid, numbers, TITLE } from './package-viewer-screens.ts'

test.use({ startAt: '', viewport: WIDE })

test.beforeEach(async ({ page, signIn }) => {
  await signIn(USERS.mailroom)
  await expect(numbers(page)).toHaveCount(20)
})

const search = (page: Page) => page.getByRole('searchbox', { name: 'Name, unit, package or tracking number' })

const total = async (page: Page) =>
  Number((await page.getByRole('heading', { level: 1 }).textContent())?.replace(TITLE, '').replace(',', ''))

test('is the home screen, shows the newest first, and pages; a package is found from anywhere', async ({ page }) => {
  await test.step('is the home screen, and the target of the logo', async () => {
    await expect(page).toHaveTitle('Package Viewer · Parcelhall')
    await goTo(page, '/about')
    await expect(page.getByRole('heading', { name: 'About' })).toBeVisible()
    await page.getByTitle(TITLE).click()
    await expect(grid(page)).toBeVisible()
    await expect(page).toHaveURL(/#\/search$/)
  })
  await test.step('shows the newest first, reverses the order and pages', async () => {
    const dropOff = page.getByRole('columnheader', { name: 'Drop Off' })
    const times = async () =>
      cells(page, 'DropOffTime')
        .locator('time')
        .evaluateAll((all) => all.map((one) => (one as HTMLTimeElement).dateTime))
    await expect(dropOff).toHaveAttribute('aria-sort', 'descending')
    const newest = await times()
    expect(newest).toEqual(newest.toSorted().reverse())

    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.getByText(/^21–40 of /)).toBeVisible()
    await expect.poll(async () => (await times())[0]! <= newest.at(-1)!).toBe(true)

    await dropOff.getByRole('button', { name: 'Drop Off', exact: true }).click()
    await expect(dropOff).toHaveAttribute('aria-sort', 'ascending')
    await expect(page.getByText(/^1–20 of /)).toBeVisible()
    await expect
      .poll(async () => {
        const oldest = await times()
        return oldest[0]! < newest.at(-1)! && oldest.join() === oldest.toSorted().join()
      })
      .toBe(true)
  })
  await test.step('is found by package number from anywhere with Ctrl+K', async () => {
    const number = (await numbers(page).nth(7).textContent()) ?? ''
    await goTo(page, '/about')
    await page.keyboard.press('Control+K')
    await page.getByPlaceholder('Go to …').fill(number)
    await page.getByRole('button', { name: number }).waitFor()
    await page.keyboard.press('Enter')
    await expect(detail(page)).toHaveAccessibleName(`Package ${number}`)
  })
})

test('finds the packages of a unit, of a resident and of a tracking number with one field', async ({ page }) => {
  const all = await total(page)
  // Packages that were dropped off in other tests may have no tracking number.
  await expect(numbers(page).first()).toBeVisible()
  const row = (await cells(page, 'TrackingNumber').allTextContents()).findIndex((tracking) => /\d/.test(tracking))
  const wanted = { row, unit: '', resident: '', tracking: '' }
  wanted.unit = (await cells(page, 'UnitNumber').nth(wanted.row).textContent()) ?? ''
  wanted.resident = (await cells(page, 'ResidentName').nth(wanted.row).textContent()) ?? ''
  wanted.tracking = (await cells(page, 'TrackingNumber').nth(wanted.row).textContent()) ?? ''
  const number = (await numbers(page).nth(wanted.row).textContent()) ?? ''

  await search(page).fill(wanted.resident)
  await expect(page).toHaveURL(({ hash }) => hash.endsWith(`?${new URLSearchParams({ Q: wanted.resident })}`))
  await expect.poll(async () => new Set(await cells(page, 'ResidentName').allTextContents())).toEqual(new Set([wanted.resident]))
  await expect.poll(() => total(page)).toBeLessThan(all)

  await search(page).fill(wanted.tracking)
  await search(page).press('Enter')
  // Other tests save a number twice.
  await expect
    .poll(async () => new Set(await cells(page, 'TrackingNumber').allTextContents()))
    .toEqual(new Set([wanted.tracking]))
  await expect(numbers(page).filter({ hasText: number })).toBeVisible()

  await search(page).fill('')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect.poll(() => total(page)).toBe(all)

  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('menuitem', { name: 'Unit Number' }).click()
  await page.getByRole('searchbox', { name: 'Unit Number' }).fill(wanted.unit)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Unit Number: ${wanted.unit}` })).toBeVisible()
  await expect
    .poll(async () => (await cells(page, 'UnitNumber').allTextContents()).every((unit) => unit.startsWith(wanted.unit)))
    .toBe(true)
  await expect(numbers(page).filter({ hasText: number })).toBeVisible()
})

test('filters by status and place, keeps the filters over a reload, and clears them', async ({ page }) => {
  const all = await total(page)
  await page.getByRole('button', { name: 'Status: Any' }).click()
  await page.getByRole('option', { name: 'Expired' }).click()
  await page.getByRole('option', { name: 'Flagged' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Status: Expired, Flagged' })).toBeVisible()
  await expect.poll(() => total(page)).toBeLessThan(all)
  for (const status of await cells(page, 'Status').allTextContents())
    expect(status).toMatch(/^(Expired in (Locker|Mailroom)|Missing|Wrong Recipient|Unconfirmed|Pending|On Hold)$/)

  const places = async () => (await cells(page, 'LockerBankName').allTextContents()).map((text) => text.split(' · ')[0]!)
  const everywhere = await total(page)
  await page.getByRole('button', { name: 'Property: Any' }).click()
  await page.getByRole('option', { name: 'Riverside Quay' }).click()
  await expect.poll(() => total(page)).toBeLessThan(everywhere)
  // If a package is expired or flagged today.
  const [place = ''] = await places()
  const location = page.getByRole('button', { name: new RegExp(`^Location: ${place} · `) })
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('menuitem', { name: 'Location' }).click()
  await page.getByRole('option', { name: new RegExp(`^${place} · `) }).click()
  await page.keyboard.press('Escape')
  await expect(location).toBeVisible()
  await expect.poll(async () => new Set(await places())).toEqual(new Set([place]))
  const found = await numbers(page).allTextContents()

  await page.reload()
  await expect(page.getByRole('button', { name: 'Status: Expired, Flagged' })).toBeVisible()
  await expect(location).toBeVisible()
  await expect(numbers(page)).toHaveText(found)

  await page.getByRole('button', { name: 'Building: Any' }).click()
  await page.getByRole('option', { name: 'Quay South' }).click()
  await expect(page.getByRole('button', { name: /^Location:/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect.poll(() => total(page)).toBe(all)
  await expect(page).toHaveURL(/#\/search$/)
})

test('shows changes at the lockers live', async ({ page, terminal }) => {
  const { agent, resident, run } = terminal
  const label = `LIVE${Date.now()}`
  await search(page).fill(label)
  await expect(page.getByText('No results match these filters.')).toBeVisible()

  await run('drop-off', '--agent', agent.userName, '--pin', agent.pin, '--name', resident.name, '--tracking', label)
  await expect(numbers(page)).toHaveCount(1)
  await expect(cells(page, 'Status').first()).toHaveText('In Locker')
  await numbers(page).getByRole('link').click()
  const history = detail(page).getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(history).toHaveCount(1)
  await expect(detail(page).getByRole('img', { name: /^Locker L\d+ in Quay North Lobby$/ })).toBeVisible()

  await run('collect', '--code', resident.accessCode)
  await expect(history).toHaveCount(2)
  await expect(history.first()).toContainText(`by ${resident.name}`)
  await expect(detail(page).getByRole('region', { name: 'Last location' })).toBeVisible()
})

test('exports the filtered packages as CSV, with exact times', async ({ page }) => {
  await page.getByRole('button', { name: 'Status: Any' }).click()
  await page.getByRole('option', { name: 'Outbound' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/StatusGroupIds=5/)
  await expect(cells(page, 'Status').last()).toHaveText('Dropped Off for Dry Cleaning')
  const count = await total(page)
  const arriving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const lines = (await readFile(await (await arriving).path(), 'utf8')).replace('\ufeff', '').trim().split('\r\n')
  expect(lines).toHaveLength(count + 1)
  expect(lines[0]).toBe('Package,Resident,Unit,Status,Location,Drop Off,Expiry,Tracking,Time zone')
  expect(lines[1]).toMatch(/,Dropped Off for Dry Cleaning,.*,\d\d\/\d\d\/\d{4} \d{1,2}:\d\d [AP]M,/)
})

test('has id, courier, collection and recovery in the column menu', async ({ page }) => {
  await page.setViewportSize({ width: 2600, height: 900 })
  await goTo(page, '/search?StatusGroupIds=2')
  await expect(cells(page, 'Status').first()).toContainText('Collected')
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  for (const name of ['Package Id', 'Courier', 'Collection', 'Recovery']) {
    const item = page.getByRole('menuitemcheckbox', { name, exact: true })
    await expect(item).not.toBeChecked()
    await expect(grid(page).getByRole('columnheader', { name, exact: true })).toHaveCount(0)
    await item.click()
  }
  await page.keyboard.press('Escape')
  await expect(cells(page, 'PackageId').first()).toHaveText(/^[0-9a-f-]{36}$/)
  await expect(cells(page, 'CourierName').first()).toHaveText(/\w/)
  await expect(cells(page, 'CollectionTime').first().locator('time')).toBeVisible()
  await expect(cells(page, 'RecoveryTime').first()).toHaveText('–')
})

test('offers no property filter to a user with one property, and shows times in its time zone', async ({
  browser,
  product,
  page,
  signIn,
}) => {
  await page.getByRole('button', { name: 'Property: Any' }).click()
  await page.getByRole('option', { name: 'Parkside Tower' }).click()
  const zones = () =>
    grid(page)
      .locator('time')
      .evaluateAll((all) => [...new Set(all.map((time) => /\((.*)\)$/.exec((time as HTMLElement).title)?.[1]))])
  await expect.poll(zones).toEqual(['America/Chicago'])
  await test.step('by the rules of the server, which a browser may not have yet', async () => {
    await page.route('**/postlogin/preload', async (route) => {
      const reply = await route.fetch()
      const json = { ...(await reply.json()), ZoneRules: { 'America/Chicago': { changes: [], offsets: [0] } } }
      await route.fulfill({ response: reply, json })
    })
    await page.reload()
    const times = grid(page).locator('time')
    await expect(times.first()).toBeVisible()
    const at = (await times.first().getAttribute('datetime'))!
    await expect(times.first()).toHaveAttribute('title', `${dateTimeText(at, 'en-US', 'UTC')} (America/Chicago)`)
    await page.unrouteAll()
  })

  const other = await (await browser.newContext({ baseURL: product })).newPage()
  await signIn(USERS.leasing, other)
  await expect(other.getByRole('button', { name: 'Building: Any' })).toBeVisible()
  await expect(other.getByRole('button', { name: /^Property/ })).toHaveCount(0)
  await other.getByRole('button', { name: 'Building: Any' }).click()
  await expect(other.getByRole('listbox').getByRole('option')).toHaveText(['Quay North', 'Quay South'])
})

test('shows the place of each package also in second lines, and cards on a narrow screen', async ({ page }) => {
  await test.step('shows the place of each package, also in the second line of a row', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await expect(page.getByRole('grid').locator('tr [data-cell="LockerBankName"]')).toHaveCount(20)
    await expect(page.getByRole('grid').locator('[data-cell="LockerBankName"]:empty')).toHaveCount(0)
  })
  await test.step('shows cards on a narrow screen, and the package over the whole of it', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const cards = page.getByRole('list', { name: TITLE }).getByRole('listitem')
    await expect(cards).toHaveCount(20)
    await expect(cards.getByRole('term').filter({ hasText: 'Tracking' })).not.toHaveCount(0)
    // A label without a value is not shown.
    expect((await cards.getByRole('definition').allInnerTexts()).filter((text) => text.trim() === '')).toEqual([])
    await cards.nth(2).click()
    await expect(detail(page).getByRole('region', { name: 'History' }).getByRole('listitem')).not.toHaveCount(0)
    expect((await detail(page).boundingBox())?.width).toBe(390)
  })
})

test('has no flaw that axe knows, in light and dark, 1440 and 390 wide', async ({ page }) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await goTo(page, '/search')
    await expect(detail(page)).toHaveCount(0)
    await expect(page.getByText(/^1–20 of /)).toBeVisible()
    expect(await flawsInBothThemes(page), `${width}`).toEqual([])
    // The newest packages may all be in mailrooms, after other tests.
    await goTo(page, '/search?sort=Status')
    await page.getByText('In Locker', { exact: true }).first().click()
    await expect(detail(page).getByRole('img', { name: /^Locker / })).toBeVisible()
    await expect(detail(page).getByRole('region', { name: 'History' }).getByRole('listitem')).not.toHaveCount(0)
    expect(await flawsInBothThemes(page), `${width}, a package`).toEqual([])
  }
})
