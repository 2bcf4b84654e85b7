import type { Browser, Page } from '@playwright/test'
import { ask } from './bank-by-api.ts'
import { cellsOf, choose, expect, flawsOf, goTo, test, USERS, WIDE } from './fixtures.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const conflict = (page: Page) => page.getByRole('region', { name: 'Changed by somebody else meanwhile' })
const rowOf = (page: Page, field: string) => conflict(page).getByRole('row', { name: new RegExp(`^${field}`) })
const chosenIn = (page: Page, field: string) => page.getByRole('combobox', { name: field })
/** Who has changed the record, and when. */
async function expectChangedBy(page: Page, name: string, action: string) {
  await expect(conflict(page).getByText(`by ${name}`)).toBeVisible()
  await expect(conflict(page).getByRole('link', { name: action, exact: true })).toBeVisible()
  await expect(conflict(page).locator('time')).toHaveText(/^\d\d\/\d\d\/\d{4} /)
}
const isSaved = (page: Page) => expect(page.getByText('Unsaved changes')).toBeHidden()

type SignIn = (user: (typeof USERS)['superadmin'], page: Page) => Promise<void>
/** The page of a colleague at the same address. */
async function colleagueAt(page: Page, browser: Browser, signIn: SignIn) {
  const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage()
  await signIn(USERS.superadmin, other)
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
  const other = await colleagueAt(page, browser, signIn)
  await other.getByRole('textbox', { name: 'Description' }).fill('By the colleague')
  await other.getByLabel('Sort Order').fill('7')
  await save(other)
  await isSaved(other)

  await page.getByRole('textbox', { name: 'Description' }).fill('By me')
  await save(page)
  await expect(rowOf(page, 'Description')).toContainText('By the colleagueBy me')
  await expectChangedBy(page, 'Sofia Marsh', 'Changed')
  await expect(conflict(page).getByRole('link', { name: 'by Sofia Marsh' })).toBeVisible()
  await expect(rowOf(page, 'Sort Order')).toContainText('7Not changed by you')
  await expect(page.getByLabel('Sort Order')).toHaveValue('7')
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('By me')
  // It is announced once, by its heading.
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveText(['Changed by somebody else meanwhile'])
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
  const other = await colleagueAt(page, browser, signIn)
  await choose(other, 'Property', 'The Mill Lofts')
  await other.getByRole('textbox', { name: 'Address' }).fill('2 Park')
  await save(other)
  await isSaved(other)

  await page.getByRole('textbox', { name: 'Address' }).fill('3 Quay')
  await page.getByRole('textbox', { name: 'Description' }).fill('Mine')
  await save(page)
  await expect(rowOf(page, 'Property')).toContainText('The Mill LoftsNot changed by you')
  await conflict(page).getByRole('button', { name: 'Take theirs: Address' }).click()
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('2 Park')
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeFocused()
  await expect(rowOf(page, 'Address')).toContainText('Their value is used')
  // What else was typed is still to be saved.
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await save(page)
  await isSaved(page)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue('Mine')
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('2 Park')
  await other.context().close()
})

test('of a resident, a choice that both changed is shown by both names', async ({ page, browser, signIn }) => {
  await signIn()
  await goTo(page, '/resident/create')
  await page.getByRole('textbox', { name: 'First Name' }).fill('Con')
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Flict')
  await choose(page, 'Property', 'Riverside Quay')
  await choose(page, 'Building', 'Quay North')
  await page.getByRole('textbox', { name: 'Unit number' }).fill('9Z')
  await save(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Con Flict' })).toBeVisible()
  const other = await colleagueAt(page, browser, signIn)
  await choose(other, 'Building', 'Quay South')
  await choose(other, 'Occupancy status', 'Moving in')
  await save(other)
  await isSaved(other)

  // The newest line of the history is no change.
  await ask(page, page.url().replace(/^.*#(\/resident\/[^/]+).*$/, '$1/personaldata'))
  await choose(page, 'Occupancy status', 'Moved out')
  await choose(page, 'Property', 'The Mill Lofts')
  await choose(page, 'Building', 'Spinning House')
  await save(page)
  await expect(rowOf(page, 'Occupancy status')).toContainText('Moving inMoved out')
  await expectChangedBy(page, 'Sofia Marsh', 'Changed')
  await expect(rowOf(page, 'Building')).toContainText('Quay SouthSpinning House')
  // Their building comes with its property.
  await conflict(page).getByRole('button', { name: 'Take theirs: Building' }).click()
  await expect(chosenIn(page, 'Building')).toHaveValue('Quay South')
  await expect(chosenIn(page, 'Property')).toHaveValue('Riverside Quay')
  await expect(chosenIn(page, 'Building')).toBeFocused()
  await other.context().close()
})

test('a setting that a colleague has changed is not set back, and one that both changed is shown', async ({
  page,
  browser,
  signIn,
}) => {
  await signIn()
  await goTo(page, '/setting/general')
  const days = page.getByLabel('Days until imports are deleted')
  const limit = page.getByLabel('Remote openings per minute and person')
  await expect(days).toBeVisible()
  const before = { days: await days.inputValue(), limit: await limit.inputValue() }
  const other = await colleagueAt(page, browser, signIn)
  await other.getByLabel('Days until imports are deleted').fill('200')
  await save(other)
  await isSaved(other)
  await limit.fill('23')
  await save(page)
  await isSaved(page)
  await expect(days).toHaveValue('200')

  await other.reload()
  await other.getByLabel('Days until imports are deleted').fill('210')
  await save(other)
  await isSaved(other)
  await days.fill('220')
  await save(page)
  await expect(rowOf(page, 'Days until imports')).toContainText('210220')
  await expectChangedBy(page, 'Sofia Marsh', 'Settings changed')
  await save(page)
  await isSaved(page)
  await page.reload()
  await expect(days).toHaveValue('220')
  // As other tests expect it.
  await days.fill(before.days)
  await limit.fill(before.limit)
  await save(page)
  await isSaved(page)
  await other.context().close()
})

for (const [what, address, field, action] of [
  ['the own organisation', '/organisation/myedit', 'Description', 'Changed'],
  ['a text of notices', '/notificationtemplate/5/2', 'SMS', 'Message template changed'],
  ['the own profile', '/profile', 'Phone number', 'Own profile changed'],
] as const)
  test(`of ${what}, a conflict shows who has changed it and when`, async ({ page, browser, signIn }) => {
    await signIn(USERS.superadmin)
    await goTo(page, address)
    const input = page.getByRole('textbox', { name: field })
    await expect(input).toBeVisible()
    const before = await input.inputValue()
    const other = await colleagueAt(page, browser, signIn)
    await other.getByRole('textbox', { name: field }).fill('5550001')
    await save(other)
    await expect(other.getByText(/has been saved/)).toBeVisible()

    await input.fill('5550002')
    await save(page)
    await expect(rowOf(page, field)).toContainText('55500015550002')
    await expectChangedBy(page, 'Sofia Marsh', action)
    await input.fill(before)
    await save(page)
    await expect(conflict(page)).toBeHidden()
    await other.context().close()
  })

test('of a registration, a conflict shows who has changed it and when', async ({ page, browser, signIn }) => {
  await signIn()
  await goTo(page, '/resident/listregistrations')
  await page.getByRole('rowheader').getByRole('link').first().click()
  const comments = page.getByRole('textbox', { name: 'Comments' })
  await expect(comments).toBeEnabled()
  const other = await colleagueAt(page, browser, signIn)
  await other.getByRole('textbox', { name: 'Comments' }).fill('Called her')
  await save(other)
  await isSaved(other)
  await comments.fill('Wrote to her')
  await save(page)
  await expect(rowOf(page, 'Comments')).toContainText('Called herWrote to her')
  await expectChangedBy(page, 'Sofia Marsh', 'Changed')
  await other.context().close()
})

test.describe('in a list', () => {
  test.use({ viewport: WIDE })
  test('a cell that a colleague has changed shows theirs, and Enter saves mine', async ({ page, browser, signIn }) => {
    await signIn()
    await goTo(page, '/advicetag/create')
    await page.getByRole('textbox', { name: 'Tag' }).fill('Conflict tag')
    await page.getByLabel('Sort Order').fill('91')
    await save(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Conflict tag' })).toBeVisible()
    const other = await colleagueAt(page, browser, signIn)
    await expect(other.getByLabel('Sort Order')).toHaveValue('91')
    await goTo(page, '/advicetag/list')
    const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'Conflict tag' })
    await cellsOf(row, 'SortOrder').locator('div').first().dblclick()
    const cell = page.getByRole('textbox', { name: 'Edit Sort Order: Conflict tag' })
    await expect(cell).toHaveValue('91')
    await cell.fill('93')
    await other.getByLabel('Sort Order').fill('92')
    await save(other)
    await isSaved(other)
    await cell.press('Enter')
    await expect(page.getByText('Somebody else has changed this to “92”.')).toBeVisible()
    await expect(cell).toHaveValue('93')
    await cell.press('Enter')
    await expect(page.getByText('Sort Order saved: Conflict tag')).toBeVisible()
    await other.reload()
    await expect(other.getByLabel('Sort Order')).toHaveValue('93')
    await other.context().close()
  })
})
