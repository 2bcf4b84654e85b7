import type { Page } from '@playwright/test'
import { ask, banks, newBank, removeBanks } from './bank-by-api.ts'
import { expect, flawsOf, goTo, test } from './fixtures.ts'

const CODE = 'E2E-LAYOUT'
const NAME = 'Designed Lobby'
const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const door = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}(,|$)`) })
const column = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const details = (page: Page) => page.getByRole('complementary', { name: 'Details' })
const said = (page: Page) => page.locator('[aria-live=polite]')
const elsewhere = (page: Page) => page.getByRole('alert').filter({ hasText: 'Someone else has saved this layout' })

/** A bank without a layout, or with these columns, each a list of names with sizes: 'L1 2, L2 4'. */
async function makeBank(page: Page, ...columns: string[]): Promise<string> {
  const id = await newBank(page, { code: CODE, name: NAME })
  if (columns.length > 0) await saveColumns(page, id, columns)
  return id
}
const saveColumns = (page: Page, id: string, columns: string[]) =>
  ask(
    page,
    `/lockerbank/${id}/layout`,
    columns.map((doors, i) => ({
      ColumnName: `Column${i + 1}`,
      LockerCollection: doors.split(', ').map((one) => {
        const [LockerName, size] = one.split(' ')
        return { LockerName, Size: Number(size), LockerType: LockerName === 'Terminal' ? 'terminal' : 'locker' }
      }),
    })),
  )

/** The doors of a column by their names, from top to bottom. */
const doorsOf = (page: Page, name: string) =>
  column(page, name)
    .locator('[data-door]')
    .evaluateAll((doors) => doors.map((one) => one.getAttribute('aria-label')?.split(',')[0]))
async function open(page: Page, id: string) {
  await goTo(page, `/lockerbank/${id}/layout`)
  await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible()
}
async function rename(page: Page, from: string, to: string) {
  await door(page, from).dblclick()
  await page.getByRole('group', { name: NAME }).getByRole('textbox', { name: 'Name' }).fill(to)
  await page.keyboard.press('Enter')
}

test.beforeEach(({ signIn }) => signIn())
test.afterEach(({ page }) => removeBanks(page, CODE))

test('a technician builds three columns with a terminal, and sees them on the dashboard', async ({ page }) => {
  const id = await makeBank(page)
  await goTo(page, '/lockerbank/list')
  await page.getByRole('link', { name: `Layout: ${NAME}` }).click()
  await expect(page.getByText('No columns yet.')).toBeVisible()
  await expect(button(page, 'Add locker')).toBeDisabled()
  await expect(button(page, 'Add terminal')).toBeDisabled()
  expect(await flawsOf(page)).toEqual([])

  await button(page, 'Add column').click()
  for (let i = 0; i < 3; i++) await button(page, 'Add locker').click()
  await button(page, 'Duplicate column').click()
  await button(page, 'Add column').click()
  await button(page, 'Add terminal').click()
  await expect(button(page, 'Add terminal')).toBeDisabled()
  await button(page, 'Add locker to Column3').click()
  expect(await doorsOf(page, 'Column2')).toEqual(['L4', 'L5', 'L6'])
  expect(await doorsOf(page, 'Column3')).toEqual(['Terminal', 'L7'])
  await expect(page.getByText('Unsaved changes')).toBeVisible()

  await door(page, 'L7').click()
  await details(page).getByRole('radio', { name: 'M', exact: true }).check({ force: true })
  await expect(page.getByText('Column1 is 6 high, Column3 7')).toBeVisible()
  await expect(column(page, 'Column3')).toContainText('7 high (+1)')
  await button(page, 'Save').click()
  await expect(notice(page)).toContainText('The layout could not be saved.')
  await expect(notice(page)).toContainText('Columns Column1 and Column3 are not of the same size.')
  await details(page).getByRole('radio', { name: 'S', exact: true }).check({ force: true })
  await details(page).getByLabel('Mode').selectOption('Outbound')
  await details(page).getByRole('switch', { name: 'Accessible (DDA)' }).press('Space')
  await expect(door(page, 'L7')).toHaveAccessibleName(/Outbound, accessible/)
  expect(await flawsOf(page)).toEqual([])

  await button(page, 'Save').click()
  await expect(notice(page)).toContainText('The layout has been saved successfully.')
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await expect(page.getByText('The kiosk uses this layout once the locker bank is published.')).toBeVisible()
  expect(await flawsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Publish it' }).click()
  await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible()
  await page.goBack()
  await expect(door(page, 'L7')).toHaveAccessibleName('L7, S, Disabled or Not Mapped, Outbound, accessible')
  expect(await doorsOf(page, 'Column3')).toEqual(['Terminal', 'L7'])
  await goTo(page, `/dashboard/lockerbank/${id}`)
  await expect(door(page, 'L6')).toBeVisible()
  await expect(door(page, 'Terminal')).toBeVisible()
})

test('a bank without a layout has links to the designer on its dashboard and its devices', async ({ page }) => {
  const id = await makeBank(page)
  for (const from of [`/dashboard/lockerbank/${id}`, `/lockerbank/${id}/maplockertodevice`]) {
    await goTo(page, from)
    await expect(page.getByText('This locker bank has no layout yet.')).toBeVisible()
    await expect(page.getByText('All lockers are already mapped.')).toHaveCount(0)
    await expect(notice(page)).not.toContainText('could not be listed')
    expect(await flawsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'Draw the layout' }).click()
    await expect(page.getByText('No columns yet.')).toBeVisible()
  }
})

test('a bank that was never published is marked on the dashboards', async ({ page }) => {
  const id = await makeBank(page, 'L1 2')
  await goTo(page, `/dashboard/lockerbank/${id}`)
  await expect(page.getByText('Not published yet')).toBeVisible()
  await goTo(page, '/dashboard/main')
  await expect(page.getByRole('row').filter({ hasText: NAME })).toContainText('Not published yet')
  await expect(page.getByText('Not published yet')).toHaveCount(1)
})

test('a name that another locker has is refused at the door and in the details, and reverts', async ({ page }) => {
  await open(page, await makeBank(page, 'L1 2, L2 2'))
  await rename(page, 'L1', ' l 2')
  await expect(notice(page)).toContainText('Another locker is already named l 2.')
  expect(await doorsOf(page, 'Column1')).toEqual(['L1', 'L2'])
  await door(page, 'L1').click()
  const name = details(page).getByLabel('Name')
  await name.fill('L2')
  await name.press('Enter')
  await expect(name).toHaveValue('L1')
  await rename(page, 'L1', 'By the window')
  await expect(door(page, 'By the window')).toBeFocused()
  await page.keyboard.press('F2')
  await page.keyboard.type('Not this')
  await expect(page.getByRole('group', { name: NAME }).getByRole('textbox', { name: 'Name' })).toHaveValue('Not this')
  await page.keyboard.press('Escape')
  await expect(door(page, 'By the window')).toBeFocused()
})

test('a locker is moved by Alt with arrows, by dragging and by a menu, which is announced, undone and redone', async ({
  page,
}) => {
  await open(page, await makeBank(page, 'L1 2, L2 2, L3 2', 'L4 2, L5 2, L6 2'))
  await door(page, 'L1').focus()
  await page.keyboard.press('ArrowDown')
  await expect(door(page, 'L2')).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(said(page)).toHaveText('L2 moved to Column1, place 1 of 3.')
  await page.keyboard.press('Alt+ArrowRight')
  await expect(said(page)).toHaveText('L2 moved to Column2, place 1 of 4.')
  await expect(door(page, 'L2')).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(said(page)).toHaveText('L2 cannot be moved further.')
  await expect(page.getByText('Column1 is 4 high, Column2 8')).toBeVisible()

  await page.keyboard.press('Control+z')
  await expect(said(page)).toHaveText('Undone: L2 moved to Column2, place 1 of 4.')
  await button(page, 'Undo').click()
  expect(await doorsOf(page, 'Column1')).toEqual(['L1', 'L2', 'L3'])
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await page.keyboard.press('Control+Shift+Z')
  await button(page, 'Redo').click()
  expect(await doorsOf(page, 'Column2')).toEqual(['L2', 'L4', 'L5', 'L6'])
  await expect(button(page, 'Redo')).toBeDisabled()

  await door(page, 'L5').dragTo(door(page, 'L1'), { targetPosition: { x: 60, y: 4 } })
  await expect(said(page)).toHaveText('L5 moved to Column1, place 1 of 3.')
  await details(page).getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByRole('menuitem', { name: 'To the bottom' }).click()
  expect(await doorsOf(page, 'Column1')).toEqual(['L1', 'L3', 'L5'])
  await button(page, 'Save').click()
  await expect(notice(page)).toContainText('saved successfully')
  await page.reload()
  await expect(door(page, 'L5')).toBeVisible()
  expect(await doorsOf(page, 'Column1')).toEqual(['L1', 'L3', 'L5'])
})

test('a template shows its result before it is added', async ({ page }) => {
  await open(page, await makeBank(page))
  const dialog = page.getByRole('dialog', { name: 'Add columns from a template' })
  await button(page, 'Template …').press('Enter')
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(button(page, 'Template …')).toBeFocused()
  await button(page, 'Template …').press('Enter')
  await expect(dialog.getByRole('status')).toHaveText('32 lockers in 4 columns, each 21 high.')
  expect(await flawsOf(page)).toEqual([])
  await dialog.getByLabel('Columns').fill('5')
  await expect(dialog.getByRole('status')).toHaveText(
    'These lockers cannot be distributed evenly over 5 columns. Possible numbers of columns: 1, 2, 3, 4, 6, 7, 12.',
  )
  await expect(dialog.getByRole('button', { name: 'Add columns' })).toBeDisabled()
  await dialog.getByRole('button', { name: '20 small, 8 medium, 4 large', exact: true }).click()
  await dialog.getByRole('button', { name: 'Add columns' }).click()
  await expect(page.locator('[data-door]')).toHaveCount(32)
  await expect(said(page)).toHaveText('20 small, 8 medium, 4 large added in 4 columns.')
  await button(page, 'Undo').click()
  await expect(page.getByText('No columns yet.')).toBeVisible()
})

test('mapped lockers and lockers with packages cannot be removed, and the reason is shown', async ({ page }) => {
  const [bank] = await banks(page, 'quay-n')
  await goTo(page, `/lockerbank/${bank!.LockerbankId}/layout`)
  await page
    .getByRole('button', { name: /Occupied, Active/ })
    .first()
    .click()
  await expect(details(page).getByLabel('Type')).toBeDisabled()
  await expect(details(page)).toContainText(/L\d+ holds a package and cannot be changed to another type\./)
  await expect(details(page).getByRole('button', { name: 'Remove locker' })).toBeDisabled()
  await expect(details(page)).toContainText(/L\d+ is mapped to a device and cannot be removed\./)
  await page.keyboard.press('Escape')
  await column(page, 'Column1')
    .getByRole('button', { name: /^Column1/ })
    .click()
  await expect(details(page).getByRole('button', { name: 'Remove column' })).toBeDisabled()
  await expect(details(page)).toContainText('Lockers of Column1 are mapped to devices')
  await door(page, 'Terminal').click()
  await expect(details(page).getByRole('button', { name: 'Remove terminal' })).toBeDisabled()
  await button(page, 'Add locker to Column1').click()
  await details(page).getByRole('button', { name: 'Remove locker' }).click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
})

test('columns are renamed, moved and removed, and lockers removed by Delete', async ({ page }) => {
  await open(page, await makeBank(page, 'L1 2, L2 2', 'L3 4'))
  await column(page, 'Column2')
    .getByRole('button', { name: /^Column2/ })
    .click()
  const name = details(page).getByLabel('Column name')
  await name.fill('column 1')
  await name.press('Enter')
  await expect(notice(page)).toContainText('Column name column 1 is used more than once.')
  await expect(name).toHaveValue('Column2')
  await name.fill('Left')
  await name.press('Enter')
  await details(page).getByRole('button', { name: 'Move left' }).click()
  await expect(said(page)).toHaveText('Left is now column 1 of 2.')
  await door(page, 'L1').focus()
  await page.keyboard.press('Delete')
  await expect(door(page, 'L2')).toBeFocused()
  await column(page, 'Left').getByRole('button', { name: /^Left/ }).click()
  await details(page).getByRole('button', { name: 'Remove column' }).click()
  await button(page, 'Save').click()
  await expect(notice(page)).toContainText('saved successfully')
  await page.reload()
  await expect(door(page, 'L2')).toBeVisible()
  await expect(page.locator('[data-door]')).toHaveCount(1)
})

test.describe('with two tabs', () => {
  test('the second is refused at its save, keeps its work, views the other version and overwrites it', async ({
    page,
    context,
  }) => {
    const id = await makeBank(page, 'L1 2', 'L2 2')
    // A live update would notify it earlier.
    await page.route('**/api/dashboard/live', (route) => route.abort())
    await open(page, id)
    await rename(page, 'L1', 'Mine')
    const other = await context.newPage()
    await other.goto(`/portal/#/lockerbank/${id}/layout`)
    await rename(other, 'L2', 'Theirs')
    await button(other, 'Save').click()
    await expect(notice(other)).toContainText('saved successfully')

    await button(page, 'Save').click()
    await expect(elsewhere(page)).toContainText('The other version: changed Theirs.')
    await expect(door(page, 'Mine')).toBeVisible()
    expect(await flawsOf(page)).toEqual([])
    await button(page, 'View the other version').click()
    const dialog = page.getByRole('dialog', { name: 'The other version' })
    await expect(dialog.getByText('Theirs', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await button(page, 'Keep mine').click()
    await button(page, 'Save').click()
    await expect(notice(page)).toContainText('saved successfully')
    await expect(door(other, 'Mine')).toBeVisible()
    await expect(door(other, 'L2')).toBeVisible()
    await expect(notice(other)).toContainText('You see the current version.')
  })

  test('one with unsaved changes is notified at once, takes over the other version, and restores its own by Undo', async ({
    page,
    context,
  }) => {
    const id = await makeBank(page, 'L1 2', 'L2 2')
    await open(page, id)
    await rename(page, 'L1', 'Mine')
    const other = await context.newPage()
    await other.goto(`/portal/#/lockerbank/${id}/layout`)
    await expect(door(other, 'L1')).toBeVisible()
    await rename(other, 'L1', 'Theirs')
    await button(other, 'Save').click()
    await expect(elsewhere(page)).toBeVisible()
    await button(page, 'Use the other version').click()
    await expect(door(page, 'Theirs')).toBeVisible()
    await expect(page.getByText('Unsaved changes')).toHaveCount(0)
    await button(page, 'Undo').click()
    await expect(door(page, 'Mine')).toBeVisible()
  })
})

test('leaving with unsaved changes needs a confirmation, and saving without a change shows a notice', async ({ page }) => {
  await open(page, await makeBank(page, 'L1 2'))
  await button(page, 'Save').click()
  await expect(notice(page)).toContainText('Form contains no change')
  await rename(page, 'L1', 'L9')
  await button(page, 'Cancel').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await expect(door(page, 'L9')).toBeVisible()
})

test('each failure to load or save has its own message', async ({ page }) => {
  const id = await makeBank(page, 'L1 2')
  const layout = `**/api/lockerBank/${id}/layout`
  const busy = { status: 500, json: { Title: 'Error', Message: 'Not now.', ErrorMessage: 'Not now.', Code: 'MsgUnexpected' } }
  await page.route('**/api/locker/lockerTypes', (route) => route.fulfill(busy))
  await page.route(layout, (route) => route.fulfill(busy))
  await goTo(page, `/lockerbank/${id}/layout`)
  await expect(page.getByRole('group', { name: 'The layout could not be loaded.' })).toBeVisible()
  await page.unroute(layout)
  await button(page, 'Retry').click()
  await door(page, 'L1').click()
  await expect(notice(page)).toContainText('Failed to retrieve locker types')
  await page.route(layout, (route) => route.fulfill(busy))
  await rename(page, 'L1', 'L9')
  await button(page, 'Save').click()
  await expect(notice(page)).toContainText('The layout could not be saved.')
  await expect(door(page, 'L9')).toBeVisible()
})

test('on a phone a locker can be viewed and changed', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, await makeBank(page, 'L1 2, L2 3', 'L3 5'))
  await door(page, 'L1').click()
  const drawer = page.getByRole('dialog', { name: 'Details' })
  await drawer.getByRole('radio', { name: 'M', exact: true }).check({ force: true })
  expect(await flawsOf(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Column1 is 6 high, Column2 5')).toBeVisible()
  await button(page, 'Undo').click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
})
