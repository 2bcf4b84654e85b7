import type { Page, Request } from '@playwright/test'
import { BANKS } from '#apps/server/demo/locker-banks.ts'
import { BROKEN, choose, DISTURBED, detail, dropOff, LOBBY, notice, openBank } from './dashboard-screens.ts'
import { cellsOf, expect, flawsInBothThemes, flawsOf, goTo, stopClock, test, USERS, WIDE } from './fixtures.ts'

test.use({ viewport: WIDE })

const grid = (page: Page) => page.getByRole('grid', { name: 'Dashboard' })

const row = (page: Page, bank: string) => grid(page).getByRole('row').filter({ hasText: bank })

const cell = (page: Page, bank: string, column: string) => cellsOf(row(page, bank), column)

/** Blocks live updates, so that changes at the lockers reload nothing. */
const hearNothing = (page: Page) => page.route('**/api/dashboard/live', (route) => route.fulfill({ status: 503, json: {} }))

test.describe('the dashboard', () => {
  test.beforeEach(async ({ page, signIn, terminal: _ }) => {
    await signIn()
    await goTo(page, '/dashboard/main')
    await expect(grid(page)).toBeVisible()
  })

  test('shows the numbers of every locker bank, with links to each', async ({ page }) => {
    await expect(grid(page).getByRole('columnheader')).toHaveText([
      'Property',
      'Building',
      'Locker Bank',
      'Status',
      'Capacity',
      'Active',
      'Outbound',
      'Expired',
      'Flagged',
      'Available',
      'Utilisation',
      'Mailroom (current)',
    ])
    await expect(grid(page).getByRole('rowheader')).toHaveCount(BANKS.length)
    await expect(row(page, LOBBY.name)).toContainText('ONLINE')
    await expect(page.getByText('Just now', { exact: true })).toBeVisible()
    await row(page, LOBBY.name).getByRole('rowheader').getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: LOBBY.name })).toBeVisible()
  })

  test('shows what needs attention, and filters the banks by it', async ({ page }) => {
    const flagged = page.getByRole('list', { name: 'Needs attention' }).getByRole('button', { name: /packages? flagged$/ })
    const count = Number((await flagged.textContent())!.split(' ')[0])
    await flagged.click()
    await expect(page).toHaveURL(/Attention=flagged/)
    await expect(page.getByRole('button', { name: 'Needs attention: Packages flagged' })).toBeVisible()
    const numbers = async () => (await cellsOf(grid(page), 'LB_Flagged').allTextContents()).map(Number)
    await expect
      .poll(async () => {
        const all = await numbers()
        return all.every((number) => number > 0) && all.reduce((sum, number) => sum + number, 0)
      })
      .toBe(count)
    await flagged.click()
    await expect(grid(page).getByRole('rowheader')).toHaveCount(BANKS.length)
  })

  test('updates by itself after a drop-off', async ({ page, terminal }) => {
    const active = cell(page, LOBBY.name, 'LB_Active')
    const before = Number(await active.textContent())
    await dropOff(terminal)
    await expect(active).toHaveText(String(before + 1))
  })

  test('shows current numbers when the user returns to it soon', async ({ page, terminal }) => {
    const before = Number(await cell(page, LOBBY.name, 'LB_Active').textContent())
    await goTo(page, '/about')
    await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
    // The door closes before the dashboard's data is old enough to be reloaded.
    await dropOff(terminal)
    await goTo(page, '/dashboard/main')
    await expect(cell(page, LOBBY.name, 'LB_Active')).toHaveText(String(before + 1))
  })

  test('has no axe violations: light, dark, narrow', async ({ page }) => {
    expect(await flawsInBothThemes(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('list', { name: 'Dashboard' })).toBeVisible()
    expect(await flawsOf(page)).toEqual([])
    const card = page.getByRole('listitem').filter({ hasText: LOBBY.name })
    for (const heading of ['Status', 'Expired', 'Available', 'Utilisation'])
      await expect(card.getByRole('term').filter({ hasText: heading })).toBeVisible()
  })
})

test('a user without the permission sees a locker but cannot open it', async ({ page, signIn, terminal: _ }) => {
  await signIn(USERS.leasing)
  await openBank(page)
  await choose(page, /Occupied/)
  await expect(detail(page).getByText('Tracking number')).toBeVisible()
  await expect(detail(page).getByRole('button', { name: /Open locker|Change state/ })).toHaveCount(0)
})

test('a locker of an OFFLINE bank is not opened, and a message says so', async ({ page, signIn }) => {
  await signIn()
  await openBank(page, DISTURBED)
  const other = await page.context().newPage()
  await other.goto(`/portal/#/lockerbank/${DISTURBED.id}/editView?tab=access`)
  await other.getByRole('button', { name: /Delete Authorisation/i }).click()
  await other.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('OFFLINE').first()).toBeVisible()
  await other.close()
  const name = await choose(page, /Occupied/)
  await expect(detail(page).getByText('Not available')).toBeVisible()
  await expect(detail(page).getByText('Lockerbank is OFFLINE.')).toBeVisible()
  await detail(page)
    .getByRole('button', { name: `Open locker ${name}` })
    .click()
  const box = page.getByRole('dialog', { name: 'Not available' })
  await expect(box).toContainText(`Lockerbank is OFFLINE. Locker ${name} cannot be opened.`)
})

test('the dashboard reloads on Refresh and every minute, shows its age and what failed', async ({ page, signIn }) => {
  const summary = '**/api/dashboard/getsummary'
  await page.clock.install()
  await hearNothing(page)
  await signIn()
  await goTo(page, '/dashboard/main')
  await expect(grid(page).getByRole('rowheader')).toHaveCount(BANKS.length)
  await stopClock(page)
  const asked = new Set<Request>()
  let answered = 0
  page.on('request', (request) => request.url().endsWith('/dashboard/getsummary') && asked.add(request))
  page.on('requestfinished', (request) => asked.has(request) && answered++)
  /** Replies arrive in real time; the page handles them by its mocked clock. */
  const settle = async (requests: number) => {
    await expect.poll(() => [asked.size, answered]).toEqual([requests, requests])
    for (let i = 0; i < 2; i++) await page.clock.runFor(50)
  }
  /** Lets time pass in steps shorter than the page's time limits: a request that is under way is replied to in real time. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 1000) {
      await page.clock.runFor(Math.min(left, 1000))
      await page.evaluate(() => fetch('index.html', { method: 'HEAD' }).then(() => {}))
    }
  }
  await page.getByRole('button', { name: 'Refresh' }).click()
  // One request for the rows and for the counts of what needs attention.
  await settle(1)
  await pass(59_000)
  expect(asked.size).toBe(1)
  await page.clock.runFor(1000)
  await settle(2)
  await expect(page.getByText('Just now', { exact: true })).toBeVisible()

  await page.route(summary, (route) => route.fulfill(BROKEN))
  await pass(60_000)
  await settle(3)
  await expect(notice(page).getByText('Failed to retrieve locker banks for this organisation')).toBeVisible()
  await pass(60_000)
  await expect(page.getByText('1 minute ago', { exact: true })).toBeVisible()
  await pass(60_000)
  await expect(page.getByText('2 minutes ago', { exact: true })).toBeVisible()
  await expect(grid(page).getByRole('rowheader')).toHaveCount(BANKS.length)
})

test('Refresh reloads all data of a locker bank', async ({ page, signIn, terminal: _ }) => {
  await hearNothing(page)
  await signIn()
  await openBank(page)
  await expect(page.getByRole('grid', { name: 'Packages' }).getByRole('rowheader')).not.toHaveCount(0)
  const asked: string[] = []
  page.on('request', (request) => {
    const [what] = new URL(request.url()).pathname.split('/').slice(-1)
    // The stream and the check whether the server responds go on beside it.
    if (what && what !== 'live' && what !== 'ready') asked.push(what)
  })
  await page.getByRole('button', { name: 'Refresh' }).first().click()
  await expect.poll(() => asked.sort()).toEqual(['getsummary', 'layout', 'lockersummary', 'packages', 'packagesummary'])
})

test('an outbound package shows its sender and no expiry', async ({ page, signIn, terminal: _ }) => {
  await signIn()
  await openBank(
    page,
    BANKS.find(({ code }) => code === 'PARK-1'),
  )
  await choose(page, /Occupied, Active/)
  await expect(
    detail(page)
      .getByRole('term')
      .filter({ hasText: /^(Recipient|Sender|Expires)$/ }),
  ).toHaveText(['Recipient', 'Expires'])
  await choose(page, /Occupied, Outbound/)
  await expect(
    detail(page)
      .getByRole('term')
      .filter({ hasText: /^(Recipient|Sender|Expires)$/ }),
  ).toHaveText(['Sender'])
})
