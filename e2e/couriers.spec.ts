import type { Page } from '@playwright/test'
import { choices, deleteRows, grid, heading, notice, OURS, openList, row, save } from './courier-agent-screens.ts'
import { choose, expect, flawsOf, goTo, test, USERS } from './fixtures.ts'

test.beforeEach(({ signIn }) => signIn())

async function createCourier(page: Page, name: string, sortOrder = '1') {
  await goTo(page, '/courier/create')
  await page.getByRole('textbox', { name: 'Courier' }).fill(name)
  await page.getByLabel('Sort Order').fill(sortOrder)
  await save(page)
  await expect(heading(page, name)).toBeVisible()
  await openList(page, 'Couriers')
  await expect(row(page, name)).toBeVisible()
}

test.describe('couriers', () => {
  test('are listed by name, found by a substring of it, and edited', async ({ page }) => {
    await openList(page, 'Couriers')
    await expect(grid(page, 'Couriers').getByRole('columnheader')).toContainText([
      'Courier',
      'Description',
      'Sort Order',
      'Is DryCleaning',
      'Edit',
    ])
    await expect(row(page, 'Fresh Press')).toContainText('Yes')
    await createCourier(page, `${OURS} Rounds`)
    await page.getByRole('searchbox').fill('e2e rou')
    await page.keyboard.press('Enter')
    await expect(grid(page, 'Couriers').getByRole('rowheader')).toHaveText([`${OURS} Rounds`])
    await page.getByRole('link', { name: `Edit: ${OURS} Rounds` }).click()
    await page.getByRole('textbox', { name: 'Description' }).fill('Twice a day')
    await save(page)
    await expect(notice(page)).toContainText('Courier has been saved successfully.')
    await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Couriers' }).click()
    await expect(row(page, `${OURS} Rounds`)).toContainText('Twice a day')
    await deleteRows(page, 'Couriers', `${OURS} Rounds`)
    await expect(row(page, `${OURS} Rounds`)).toHaveCount(0)
  })

  test('are edited in the list by double click, F2 or pencil; a refusal is shown at the cell', async ({ page }) => {
    const name = `${OURS} Cells`
    await createCourier(page, name)
    await openList(page, 'Couriers')
    const [, description, order] = await row(page, name).getByRole('gridcell').all()
    await description!.locator('div').dblclick()
    const text = page.getByRole('textbox', { name: `Edit Description: ${name}` })
    await text.fill('Twice a day')
    await text.press('Enter')
    await expect(text).toBeHidden()
    await expect(row(page, name)).toContainText('Twice a day')
    await expect(description!).toBeFocused()
    const saved = notice(page)
      .getByRole('status')
      .filter({ hasText: `Description saved: ${name}` })
    await saved.getByRole('button', { name: 'Undo' }).click()
    await expect(row(page, name)).not.toContainText('Twice a day')
    await description!.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('F2')
    const number = page.getByRole('textbox', { name: `Edit Sort Order: ${name}` })
    await number.fill('first')
    await number.press('Enter')
    await expect(page.getByRole('alert')).toContainText(/whole number/i)
    await expect(number).toHaveValue('first')
    expect(await flawsOf(page, { rules: ['aria-dialog-name'] })).toEqual([])
    await number.press('Escape')
    await expect(number).toBeHidden()
    await order!.hover()
    await page.getByRole('button', { name: `Edit Sort Order: ${name}` }).click()
    await number.fill('7')
    await number.press('Enter')
    await expect(order!).toHaveText('7')
    await description!.locator('div').click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await openList(page, 'Couriers')
    await deleteRows(page, 'Couriers', name)
  })

  test('with sort order zero are in the list but neither in the drop-downs nor in a filter', async ({ page }) => {
    await createCourier(page, `${OURS} Hidden`, '0')
    await expect(row(page, `${OURS} Hidden`)).toContainText('0 · Hidden from selection')
    await createCourier(page, `${OURS} First`, '1')
    await goTo(page, '/agent/create')
    await choose(page, 'Role', 'Delivery Agent')
    await page.getByRole('combobox', { name: 'Courier' }).click()
    await expect(choices(page)).toContainText([`${OURS} First`])
    await expect(choices(page).filter({ hasText: 'Hidden' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await expect(grid(page, 'Agents')).toBeVisible()
    await page.getByRole('button', { name: 'Courier: Any' }).click()
    await expect(choices(page)).toContainText([`${OURS} First`])
    await expect(choices(page).filter({ hasText: 'Hidden' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await openList(page, 'Couriers')
    await deleteRows(page, 'Couriers', `${OURS} Hidden`, `${OURS} First`)
    await expect(row(page, OURS)).toHaveCount(0)
  })

  test('without a name or with text instead of a number are refused at the field', async ({ page }) => {
    await goTo(page, '/courier/create')
    await save(page)
    await expect(notice(page)).toContainText('Courier name cannot be empty')
    await expect(page.getByRole('textbox', { name: 'Courier' })).toBeFocused()
    await page.getByRole('textbox', { name: 'Courier' }).fill(OURS)
    const order = page.getByLabel('Sort Order')
    await order.fill('')
    await save(page)
    await expect(notice(page)).toContainText('Sort order must be a whole number, 0 or greater.')
    for (const fraction of ['1,5', '1.5']) {
      await order.clear()
      await order.pressSequentially(fraction)
      await save(page)
      await expect(order).toHaveValue('1.5')
      await expect(order).toHaveAccessibleDescription(/Sort order must be a whole number, 0 or greater\./)
    }
  })

  test('with agents cannot be deleted, and the reason is shown', async ({ page }) => {
    await openList(page, 'Couriers')
    await deleteRows(page, 'Couriers', 'Swift Parcel')
    await expect(page.getByRole('dialog')).toContainText('Swift Parcel: The courier still has agents.')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(row(page, 'Swift Parcel')).toBeVisible()
  })
})

test('staff without the permission see no links to agents and couriers, and cannot open them', async ({
  page,
  browser,
  product,
  signIn,
}) => {
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Agents' })).toBeVisible()
  const other = await (await browser.newContext({ baseURL: product })).newPage()
  await signIn(USERS.leasing, other)
  for (const [name, path] of [
    ['Agents', '/agent/list'],
    ['Couriers', '/courier/list'],
  ] as const) {
    await expect(other.getByRole('navigation').getByRole('link', { name })).toHaveCount(0)
    await goTo(other, path)
    await expect(other.getByText('You are not authorized to navigate to requested page')).toBeVisible()
  }
  await other.context().close()
})
