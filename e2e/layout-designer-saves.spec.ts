import type { Page } from '@playwright/test'
import { removeBanks } from './bank-by-api.ts'
import { expect, flawsOf, goTo, test } from './fixtures.ts'
import { button, CODE, door, makeBank, notice, open, rename } from './layout-designer-screens.ts'

test.beforeEach(({ signIn }) => signIn())

test.afterEach(({ page }) => removeBanks(page, CODE))

const elsewhere = (page: Page) => page.getByRole('alert').filter({ hasText: 'Someone else has saved this layout' })

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
