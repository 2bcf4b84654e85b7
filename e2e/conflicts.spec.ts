import type { Browser, Page } from '@playwright/test'
import { choose, expect, flawsOf, goTo, test, USERS } from './fixtures.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const conflict = (page: Page) => page.getByRole('alert', { name: 'Changed by somebody else meanwhile' })

/** The page of another signed-in user at the same address. */
async function colleagueAt(page: Page, browser: Browser, signIn: (user: (typeof USERS)['manager'], page: Page) => Promise<void>) {
  const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage()
  await signIn(USERS.manager, other)
  await other.goto(page.url())
  return other
}

test('a courier that a colleague has changed meanwhile is merged, and nothing is typed again', async ({
  page,
  browser,
  signIn,
}) => {
  await signIn()
  await goTo(page, '/courier/create')
  await page.getByRole('textbox', { name: 'Courier' }).fill('Conflict Couriers')
  await save(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Conflict Couriers' })).toBeVisible()
  const other = await colleagueAt(page, browser, signIn as never)
  await other.getByRole('textbox', { name: 'Description' }).fill('By the colleague')
  await other.getByLabel('Sort Order').fill('7')
  await save(other)
  await expect(other.getByText('Unsaved changes')).toBeHidden()

  await page.getByRole('textbox', { name: 'Description' }).fill('By me')
  await save(page)
  await expect(conflict(page).getByRole('row', { name: /^Description/ })).toContainText('By the colleagueBy me')
  await expect(conflict(page).getByRole('row', { name: /^Sort Order/ })).toContainText('7Not changed by you')
  await expect(page.getByLabel('Sort Order')).toHaveValue('7')
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('By me')
  expect(await flawsOf(page)).toEqual([])
  await save(page)
  await expect(conflict(page)).toBeHidden()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('By me')
  await expect(page.getByLabel('Sort Order')).toHaveValue('7')
  await other.context().close()
})

test('of a building, a choice is shown by its name, and theirs can be taken', async ({ page, browser, signIn }) => {
  await signIn()
  await goTo(page, '/building/create')
  await choose(page, 'Property', 'Riverside Quay')
  await page.getByRole('textbox', { name: 'Building' }).fill('Conflict House')
  await page.getByRole('textbox', { name: 'Address' }).fill('1 Quay')
  await save(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Conflict House' })).toBeVisible()
  const other = await colleagueAt(page, browser, signIn as never)
  await choose(other, 'Property', 'The Mill Lofts')
  await other.getByRole('textbox', { name: 'Address' }).fill('2 Park')
  await save(other)
  await expect(other.getByText('Unsaved changes')).toBeHidden()

  await page.getByRole('textbox', { name: 'Address' }).fill('3 Quay')
  await save(page)
  await expect(conflict(page).getByRole('row', { name: /^Property/ })).toContainText('The Mill LoftsNot changed by you')
  await conflict(page).getByRole('button', { name: 'Take theirs: Address' }).click()
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('2 Park')
  await other.context().close()
})
