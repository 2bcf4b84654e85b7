import type { Page } from '@playwright/test'
import { foldText } from '#platform/fold-text.ts'
import { arrive } from './every-screen.ts'
import { expect, flawsInBothThemes, goTo, test, USERS, WIDE } from './fixtures.ts'

test.use({ viewport: WIDE })

const rows = (page: Page) =>
  page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
/** Expects rows, and every word in each of them. */
async function eachHas(page: Page, words: readonly string[]) {
  const missing = async () => {
    const texts = (await rows(page).allTextContents()).map(foldText)
    return texts.length === 0 ? 'no rows' : texts.find((text) => !words.every((word) => text.includes(word)))
  }
  await expect.poll(missing).toBe(undefined)
}

const LISTS = [
  {
    path: '/resident/list',
    field: 'Name, unit, e-mail or phone',
    typed: 'example.com FERNANDEZ',
    words: ['fernandez'],
  },
  { path: '/agent/list', field: 'Name, courier, e-mail or phone', typed: 's a', words: [] },
  { path: '/courier/list', field: 'Courier', typed: 'S', words: ['s'] },
  { path: '/lockerbank/list', field: 'Name, code or building', typed: 'quay LOB', words: ['lobby'] },
  {
    path: '/resident/listregistrations',
    field: 'Name, unit, e-mail or phone',
    typed: '7F lindq',
    words: ['victor', 'lindqvist', '7f'],
  },
] as const

test('lists are searched by words in any order, without accents and case', async ({ page, signIn }) => {
  await signIn(USERS.manager)
  for (const { path, field, typed, words } of LISTS)
    await test.step(path, async () => {
      await arrive(page, path)
      await expect(rows(page).first()).toBeVisible()
      const search = page.getByRole('searchbox', { name: field })
      await search.fill(typed)
      await eachHas(page, words)
      await search.fill(`${typed} zzzz`)
      await expect(page.getByText('No results match these filters.')).toBeVisible()
      await search.fill('')
      await expect(rows(page).first()).toBeVisible()
    })
})

test('a resident is found by name and unit in any order; too many words are refused with the limit', async ({ page, signIn }) => {
  await signIn(USERS.manager)
  await goTo(page, '/resident/list')
  const [first = '', last = '', unit = ''] = await rows(page)
    .nth(4)
    .getByRole('gridcell')
    .allTextContents()
    .then((texts) => texts.filter(Boolean))
  const search = page.getByRole('searchbox', { name: 'Name, unit, e-mail or phone' })
  await search.fill(foldText(`${unit} ${last} ${first}`))
  await eachHas(page, [foldText(first), foldText(last), unit])
  expect(await flawsInBothThemes(page)).toEqual([])
  await search.fill('a b c d e f g h i j k')
  await expect(page.getByRole('region', { name: 'Residents' }).getByText('Search for at most 10 words.')).toBeVisible()
})

test('a package is found by recipient, unit and tracking number in any order', async ({ page, signIn }) => {
  await signIn(USERS.mailroom)
  await goTo(page, '/search')
  // Some packages have no tracking number. The cells are read at once: other tests add packages.
  const row = rows(page)
    .filter({ has: page.locator('[data-cell="TrackingNumber"]', { hasText: /\d{6}/ }) })
    .first()
  await expect(row).toBeVisible()
  const cells: Record<string, string> = await row
    .locator('[data-cell]')
    .evaluateAll((all) => Object.fromEntries(all.map((cell) => [cell.getAttribute('data-cell'), cell.textContent])))
  const { ResidentName: resident = '', UnitNumber: unit = '', TrackingNumber: tracking = '' } = cells
  const search = page.getByRole('searchbox', { name: 'Name, unit, package or tracking number' })
  await search.fill(foldText(`${unit} ${resident.split(' ').toReversed().join(' ')}`))
  await eachHas(page, [...foldText(resident).split(' '), unit.toLowerCase()])
  await search.fill(foldText(`${resident} ${tracking.slice(2)}`))
  await expect(rows(page)).toHaveCount(1)
})

test.describe('the command palette', () => {
  const field = (page: Page) => page.getByPlaceholder('Go to …')
  const hits = (page: Page) => page.getByRole('dialog').locator('[data-action]')
  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
  async function openPalette(page: Page, typed = '') {
    await page.keyboard.press('Control+k')
    await field(page).fill(typed)
  }

  test.beforeEach(({ signIn }) => signIn(USERS.manager))

  test('finds every kind of record, actions and screens', async ({ page }) => {
    for (const [kind, typed, title, screen] of [
      ['a resident', 'fernandez EXAMPLE.com', /Fernández/, /Fernández/],
      ['an agent, also by the courier', 'swift krol', /^Monika Krol/, /Krol/],
      ['a courier', 'EXPRESS metro', /^Metro Express/, /Metro Express/],
      ['a locker bank', 'courtyard mill-1', /^Mill Courtyard/, /Mill Courtyard/],
      ['a property', 'quay riverside', /^Riverside Quay/, /Riverside Quay/],
      ['a building', 'quay north', /^Quay North/, /Quay North/],
      ['an advice tag', 'fragile', /^Fragile/, /Fragile/],
      ['a portal user', 'okafor daniel', /^Daniel Okafor/, /Okafor/],
      ['an action by its usual name', 'add resident', /^New resident/, 'New resident'],
      ['a screen by another name', 'parcels find', /^Package Viewer/, /^Package Viewer/],
    ] as const)
      await test.step(`finds ${kind}`, async () => {
        await openPalette(page, typed)
        await hits(page).filter({ hasText: title }).first().click()
        await expect(heading(page, screen)).toBeVisible()
      })
  })

  test('finds a door by its name and its bank, and leads to its panel without opening it', async ({ page }) => {
    const commands: string[] = []
    page.on('request', (request) => void (/\/open$/.test(request.url()) && commands.push(request.url())))
    for (const typed of ['L2 courtyard', 'open locker l2 MILL court']) {
      await openPalette(page, typed)
      await expect(hits(page).first()).toHaveText(/^Locker L2 · Mill Courtyard/)
      await page.keyboard.press('Enter')
      await expect(heading(page, 'Mill Courtyard')).toBeVisible()
      await expect(page).toHaveURL(/\?locker=L2$/)
      await goTo(page, '/about')
    }
    expect(commands).toEqual([])
  })

  test('shows residents before packages, the best of each kind before more of one, and each screen once', async ({ page }) => {
    const groups = page.locator('.mantine-Spotlight-actionsGroup')
    await openPalette(page, 'sven 101')
    await expect(hits(page).filter({ hasText: /Sven/ }).first()).toContainText(/101/)
    await expect(groups.filter({ has: page.getByText(/Sven/) }).first()).toContainText(/Unit 101\b/)
    await field(page).fill('ma')
    await expect(groups.last()).toHaveAttribute('style', /More results/)
    for (const group of (await groups.all()).slice(0, -1)) expect(await group.locator('[data-action]').count()).toBeLessThan(4)
    await field(page).fill('import')
    await expect(hits(page).filter({ hasText: /^Import residents/ })).toHaveCount(1)
    await field(page).fill('quay')
    await expect(hits(page).filter({ hasText: /Quay/ }).first()).toBeVisible()
    expect(await flawsInBothThemes(page)).toEqual([])
  })

  test('keeps what the user has gone to when other hits arrive', async ({ page }) => {
    const marked = page.locator('[data-action][data-selected]')
    const { promise: answers, resolve: answer } = Promise.withResolvers<void>()
    await openPalette(page)
    await page.route(/\/api\//, async (route) => {
      await answers
      await route.continue()
    })
    await field(page).fill('re')
    await expect(hits(page).filter({ hasText: /^Registrations of agents/ })).toBeVisible()
    while (!/^Registrations of agents/.test((await marked.textContent()) ?? '')) await page.keyboard.press('ArrowDown')
    const before = await hits(page).count()
    answer()
    await expect.poll(() => hits(page).count()).toBeGreaterThan(before)
    await expect(marked).toHaveText(/^Registrations of agents/)
    await page.keyboard.press('Enter')
    await expect(heading(page, /^Agent registrations/)).toBeVisible()
  })

  test('finds a package by recipient and number', async ({ page }) => {
    await goTo(page, '/search')
    const number = (await page.getByRole('rowheader').first().textContent()) ?? ''
    await openPalette(page, number.toLowerCase())
    await hits(page).filter({ hasText: number }).first().click()
    await expect(page.getByRole('dialog')).toContainText(number)
    await expect(page).toHaveURL(/[?&]package=/)
  })

  test('offers the records that were opened last, first and only once', async ({ page }) => {
    await openPalette(page, 'express metro')
    await hits(page)
      .filter({ hasText: /^Metro Express/ })
      .first()
      .click()
    await expect(heading(page, /Metro Express/)).toBeVisible()
    await openPalette(page)
    await expect(hits(page).first()).toHaveText(/^Metro Express/)
    await field(page).fill('metro')
    await expect(
      hits(page)
        .filter({ hasText: 'Monika' })
        .or(hits(page).filter({ hasText: 'Ray Donnelly' })),
    ).toHaveCount(1)
    await expect(hits(page).filter({ hasText: /^Metro Express/ })).toHaveCount(1)
  })

  test('offers the actions of the record that is open', async ({ page }) => {
    await goTo(page, '/resident/list')
    await page.getByRole('rowheader').first().getByRole('link').click()
    await expect(page.getByRole('button', { name: 'Mark as moved out' })).toBeVisible()
    const name = await heading(page, /./).innerText()
    await openPalette(page)
    await expect(hits(page).filter({ hasText: /^Save$/ })).toHaveCount(1)
    await expect(hits(page).filter({ hasText: /^Cancel$/ })).toHaveCount(0)
    await field(page).fill('moved out')
    await hits(page)
      .filter({ hasText: /^Mark as moved out$/ })
      .click()
    await expect(page.getByRole('dialog', { name: 'Mark as moved out' })).toContainText(name)
  })

  test('offers a record that was opened from its list', async ({ page }) => {
    await goTo(page, '/courier/list')
    await page
      .getByRole('link', { name: /Metro Express/ })
      .first()
      .click()
    await expect(heading(page, /Metro Express/)).toBeVisible()
    await goTo(page, '/agent/list')
    await openPalette(page)
    await expect(hits(page).first()).toHaveText(/^Metro Express/)
    await page.keyboard.press('Enter')
    await expect(heading(page, /Metro Express/)).toBeVisible()
  })

  test('knows commands: the appearance, and to log out', async ({ page }) => {
    await openPalette(page, 'dark mode')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await openPalette(page, 'log out')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  })
})
