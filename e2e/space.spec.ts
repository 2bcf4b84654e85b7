import type { Locator, Page } from '@playwright/test'
import { BANKS } from '#apps/server/demo/locker-banks.ts'
import { ask, newBank, removeBanks } from './bank-by-api.ts'
import { expect, flawsOf, goTo, test } from './fixtures.ts'

/** The bank of the demo with the most columns. */
const LARGEST = BANKS.reduce((most, bank) => (bank.columns.length > most.columns.length ? bank : most))
const CODE = 'E2E-SPACE'
const NAME = 'Long Lobby'
/** Columns of a bank that is too wide for a detail beside it at 1,440 px. */
const MANY_COLUMNS = 18

const resize = (page: Page, width: number) => page.setViewportSize({ width, height: 900 })
const boxOf = async (what: Locator) => (await what.boundingBox())!
const section = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) })
const cabinet = (page: Page) => page.getByRole('region', { name: 'Cabinet' })
const drawing = (page: Page) => page.getByRole('region', { name: 'Layout', exact: true })

const SECTIONS = [
  { path: '/resident/create', titles: ['Person', 'Home'] },
  { path: '/package/new?tab=form', titles: ['Recipient', 'Delivery'] },
] as const

test.beforeEach(({ signIn }) => signIn())

test('the forms of a resident and of a package have two columns from 1,200 px, and one below', async ({ page }) => {
  for (const { path, titles } of SECTIONS) {
    const [left, right] = titles.map((title) => section(page, title)) as [Locator, Locator]
    await resize(page, 1200)
    await goTo(page, path)
    await expect(left).toBeVisible()
    for (const width of [1200, 1440]) {
      await resize(page, width)
      const [one, other] = [await boxOf(left), await boxOf(right)]
      expect([width, other.y]).toEqual([width, one.y])
      expect(other.x).toBeGreaterThanOrEqual(one.x + one.width)
      // Both together use the width of the screen, but for its padding.
      const main = await boxOf(page.getByRole('main'))
      expect(one.width + other.width).toBeGreaterThan(0.9 * (main.width - 64))
    }
    for (const width of [1199, 390]) {
      await resize(page, width)
      const [one, other] = [await boxOf(left), await boxOf(right)]
      expect([width, other.x]).toEqual([width, one.x])
      expect(other.y).toBeGreaterThanOrEqual(one.y + one.height)
      expect(one.x + one.width).toBeLessThanOrEqual(width)
    }
    expect(await flawsOf(page)).toEqual([])
  }
})

test('a record with a single section has its fields in two columns from 1,200 px', async ({ page }) => {
  await resize(page, 1440)
  await goTo(page, '/building/list')
  await page.getByRole('rowheader', { name: 'Quay North' }).getByRole('link').click()
  const [property, building] = [page.getByRole('combobox', { name: 'Property' }), page.getByRole('textbox', { name: 'Building' })]
  await expect(building).toBeVisible()
  expect((await boxOf(building)).x).toBeGreaterThan((await boxOf(property)).x + 300)
  await resize(page, 1024)
  expect((await boxOf(building)).x).toBe((await boxOf(property)).x)
})

test('the history of a record has its packages and its changes side by side from 1,200 px', async ({ page }) => {
  await resize(page, 1440)
  await goTo(page, '/resident/list')
  await page.getByRole('rowheader').first().getByRole('link').click()
  await page.getByRole('link', { name: 'History', exact: true }).click()
  const [packages, changes] = [page.getByRole('region', { name: 'Packages' }), page.getByRole('region', { name: 'Changes' })]
  await expect(changes.getByRole('listitem').first()).toBeVisible()
  expect((await boxOf(changes)).y).toBe((await boxOf(packages)).y)
  expect((await boxOf(changes)).x).toBeGreaterThan((await boxOf(packages)).x + (await boxOf(packages)).width)
  await resize(page, 1024)
  expect((await boxOf(changes)).x).toBe((await boxOf(packages)).x)
})

const CABINETS = [
  { screen: 'dashboard', path: `/dashboard/lockerbank/${LARGEST.id}`, place: cabinet },
  { screen: 'layout designer', path: `/lockerbank/${LARGEST.id}/layout`, place: drawing },
  { screen: 'device mapping', path: `/lockerbank/${LARGEST.id}/maplockertodevice`, place: cabinet },
] as const

for (const { screen, path, place } of CABINETS)
  test(`the ${screen} shows every door of ${LARGEST.columns.length} columns in full, with readable letters`, async ({ page }) => {
    for (const width of [1440, 1280]) {
      await resize(page, width)
      await goTo(page, path)
      await expectWhole(place(page), LARGEST.lockers.length, screen === 'dashboard')
    }
  })

/** Every door is visible as a whole, in its place and in each element that scrolls; letters have at least 11 px. The dashboard marks packages by letters. */
async function expectWhole(place: Locator, doors: number, hasLetters = false) {
  await expect(place.locator('[data-door]')).toHaveCount(doors)
  const measure = () =>
    place.evaluate((element) => {
      const right = element.getBoundingClientRect().right
      const drawn = [...element.querySelectorAll('[data-door]')]
      const scrolling = [...element.querySelectorAll('*')].filter((one) => getComputedStyle(one).overflowX === 'auto')
      const scaleOf = (text: SVGTextElement) => text.getScreenCTM()!.a
      return {
        cut: drawn.filter((door) => door.getBoundingClientRect().right > right).length,
        hidden: scrolling.filter((one) => one.scrollWidth > one.clientWidth).length,
        texts: [...element.querySelectorAll<SVGTextElement>('[data-door] text')].map(
          (text) => Number.parseFloat(getComputedStyle(text).fontSize) * scaleOf(text),
        ),
        // Their strokes: capital letters of a font of 11 px are 8 px high.
        letters: [...element.querySelectorAll('[data-door] [class*="tabler-icon-letter"]')].map(
          (icon) => icon.getBoundingClientRect().height,
        ),
      }
    })
  await expect(async () => {
    const { cut, hidden, texts, letters } = await measure()
    expect({ cut, hidden }).toEqual({ cut: 0, hidden: 0 })
    expect(texts.length).toBeGreaterThan(0)
    expect(Math.min(...texts)).toBeGreaterThanOrEqual(11)
    if (hasLetters) expect(letters.length).toBeGreaterThan(0)
    for (const letter of letters) expect(letter).toBeGreaterThanOrEqual(8)
  }).toPass()
}

test.describe('a bank that is too wide for a detail beside it', () => {
  test.afterEach(({ page }) => removeBanks(page, CODE))

  test('is shown in full at 1,440 px, and the detail of a door covers it', async ({ page }) => {
    await resize(page, 1440)
    const id = await newBank(page, { code: CODE, name: NAME })
    const columns = Array.from({ length: MANY_COLUMNS }, (_, at) => ({
      ColumnName: `Column${at + 1}`,
      LockerCollection: [2, 2, 1].map((Size, row) => ({ LockerName: `L${at * 3 + row + 1}`, Size, LockerType: 'locker' })),
    }))
    await ask(page, `/lockerbank/${id}/layout`, columns)
    await goTo(page, `/dashboard/lockerbank/${id}`)
    await expectWhole(cabinet(page), 3 * MANY_COLUMNS)
    await expect(page.getByRole('complementary', { name: 'Locker detail' })).toHaveCount(0)
    await cabinet(page).getByRole('button', { name: /^L1,/ }).click()
    const detail = page.getByRole('dialog', { name: 'Locker detail' })
    await expect(detail.getByRole('heading', { name: 'Locker L1', exact: true })).toBeVisible()
    expect((await boxOf(detail)).x).toBeGreaterThan(900)
    expect(await flawsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(detail).toBeHidden()
  })
})

/** The entries of the legend that belong to the descriptions of a cabinet's doors. */
const STATES = ['Available', 'Occupied', 'Flagged Dirty', 'Flagged Out of Service', 'Disabled or Not Mapped']
test('the legend of a cabinet has only what occurs in it, on the dashboard and in the designer', async ({ page }) => {
  await resize(page, 1440)
  for (const { path, place } of CABINETS.slice(0, 2)) {
    await goTo(page, path)
    const doors = place(page).locator('[data-door]')
    await expect(doors).toHaveCount(LARGEST.lockers.length)
    const said = (await doors.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).join('\n')
    const legend = await place(page).getByRole('listitem').allInnerTexts()
    const named = (entry: string) => legend.some((one) => one.endsWith(entry))
    expect(STATES.filter(named)).toEqual(STATES.filter((state) => said.includes(`, ${state}`)))
    expect(named('Disabled or Not Mapped')).toBe(false)
    expect([named('Active'), named('Flagged (Wrong Recipient)')]).toEqual([true, said.includes('Wrong Recipient')])
  }
})
