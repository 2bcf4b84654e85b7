import type { Page } from '@playwright/test'
import { foldText } from '#platform/fold-text.ts'
import { expect, flawsOf, goTo, test, USERS } from './fixtures.ts'

const rows = (page: Page) => page.getByRole('grid').locator('tbody').getByRole('row')
/** Expects rows, and every word in each of them. */
async function eachHas(page: Page, words: readonly string[]) {
  const missing = async () => {
    const texts = (await rows(page).allTextContents()).map(foldText)
    return texts.length === 0 ? 'no rows' : texts.find((text) => !words.every((word) => text.includes(word)))
  }
  await expect.poll(missing).toBe(undefined)
}

const LISTS = [
  { path: '/resident/list', field: 'Name, unit, e-mail or phone', typed: 'example.com FERNANDEZ', words: ['fernandez'] },
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

for (const { path, field, typed, words } of LISTS)
  test(`the list ${path} is searched by words in any order, without accents and case`, async ({ page, signIn }) => {
    await signIn(USERS.manager)
    await goTo(page, path)
    await expect(rows(page).first()).toBeVisible()
    const search = page.getByRole('searchbox', { name: field })
    await search.fill(typed)
    await eachHas(page, words)
    await search.fill(`${typed} zzzz`)
    await expect(page.getByText('No results match these filters.')).toBeVisible()
    await search.fill('')
    await expect(rows(page).first()).toBeVisible()
  })

test('a resident is found by name and unit in any order', async ({ page, signIn }) => {
  await signIn(USERS.manager)
  await goTo(page, '/resident/list')
  const [first = '', last = '', unit = ''] = await rows(page)
    .nth(4)
    .getByRole('gridcell')
    .allTextContents()
    .then((texts) => texts.filter(Boolean))
  await page.getByRole('searchbox', { name: 'Name, unit, e-mail or phone' }).fill(foldText(`${unit} ${last} ${first}`))
  await eachHas(page, [foldText(first), foldText(last), unit])
})

test('a package is found by recipient, unit and tracking number in any order', async ({ page, signIn }) => {
  await signIn(USERS.mailroom)
  await goTo(page, '/search')
  const row = rows(page).nth(3)
  await expect(row).toBeVisible()
  const headers = await page.getByRole('columnheader').allTextContents()
  const cell = async (name: string) =>
    (await row.locator(`> :nth-child(${headers.findIndex((text) => text.trim() === name) + 1})`).textContent()) ?? ''
  const [resident, unit, tracking] = [await cell('Resident'), await cell('Unit'), await cell('Tracking')]
  const search = page.getByRole('searchbox', { name: 'Name, unit, package or tracking number' })
  await search.fill(foldText(`${unit} ${resident.split(' ').toReversed().join(' ')}`))
  await eachHas(page, [...foldText(resident).split(' '), unit.toLowerCase()])
  await search.fill(foldText(`${resident} ${tracking.slice(2)}`))
  await expect(rows(page)).toHaveCount(1)
})

test('too many words are refused with the limit', async ({ page, signIn }) => {
  await signIn(USERS.manager)
  await goTo(page, '/resident/list')
  await page.getByRole('searchbox', { name: 'Name, unit, e-mail or phone' }).fill('a b c d e f g h i j k')
  await expect(page.getByText('Search for at most 10 words.')).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`the searched list of residents has no axe violations, ${colorScheme}`, async ({ page, signIn }) => {
    await page.emulateMedia({ colorScheme })
    await signIn(USERS.manager)
    await goTo(page, '/resident/list?SearchText=fernandez')
    await expect(rows(page).first()).toBeVisible()
    expect(await flawsOf(page)).toEqual([])
  })
