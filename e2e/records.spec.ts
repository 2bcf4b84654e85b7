import type { Page } from '@playwright/test'
import { demoId } from '#apps/server/demo/random.ts'
import { expect, flawsInBothThemes, flawsOf, goTo, test, USERS } from './fixtures.ts'

const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const heading = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 })
const breadcrumb = (page: Page) => page.getByRole('navigation', { name: 'Path' })
const tab = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const unsaved = (page: Page) => page.getByText('Unsaved changes')
const primary = (page: Page) => page.getByRole('main').locator('button[data-variant=filled]:visible')
const rows = (page: Page, list: string) => page.getByRole('grid', { name: list }).getByRole('rowheader')

/** Kinds of record with a text field that a test may change, and the number of the demo's records in the list. */
const KINDS = [
  { list: 'Couriers', address: '/courier/list', field: 'Description' },
  { list: 'Agents', address: '/agent/list?SearchText=swift', field: 'Cell phone' },
] as const

test.beforeEach(({ signIn }) => signIn())

for (const { list, address, field } of KINDS) {
  test.describe(`a record of the list ${list}`, () => {
    /** Opens the first row of the list. */
    async function openFirst(page: Page): Promise<void> {
      await goTo(page, address)
      await expect(rows(page, list).nth(1)).toBeVisible()
      await rows(page, list).first().getByRole('link').click()
      await expect(page.getByRole('textbox', { name: field })).toBeVisible()
    }
    const press = async (page: Page, key: string) => {
      await heading(page).click()
      await page.keyboard.press(key)
    }

    test('is followed by its neighbours with J and K, but not while typing or in a dialog', async ({ page }) => {
      await openFirst(page)
      const total = /^1 of (\d+)$/.exec(await page.getByText(/^\d+ of \d+$/).innerText())![1]!
      const names = [await heading(page).innerText()]
      await press(page, 'j')
      await expect(page.getByText(`2 of ${total}`, { exact: true })).toBeVisible()
      names.push(await heading(page).innerText())
      expect(new Set(names).size).toBe(2)
      await press(page, 'k')
      await expect(heading(page)).toHaveText(names[0]!)
      await expect(page.getByRole('button', { name: 'Previous (K)' })).toBeDisabled()
      await page.getByRole('button', { name: 'Next (J)' }).click()
      await expect(heading(page)).toHaveText(names[1]!)

      await page.getByRole('textbox', { name: field }).fill('')
      await page.getByRole('textbox', { name: field }).press('j')
      await expect(page.getByRole('textbox', { name: field })).toHaveValue('j')
      await press(page, 'k')
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText('Leave without saving?')
      await page.keyboard.press('k')
      await dialog.getByRole('button', { name: 'Stay' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(heading(page)).toHaveText(names[1]!)
      await press(page, 'k')
      await dialog.getByRole('button', { name: 'Leave' }).click()
      await expect(heading(page)).toHaveText(names[0]!)
      await breadcrumb(page).getByRole('link', { name: list }).click()
      await expect(rows(page, list).first()).toBeVisible()
      expect(new URL(page.url()).hash).toBe(`#${address}`)
    })

    test('stays open when it is saved, with a way back and an entry in its history', async ({ page }) => {
      await openFirst(page)
      await expect(primary(page)).toHaveText(['Save'])
      for (const viewport of [
        { width: 390, height: 500 },
        { width: 1440, height: 500 },
      ]) {
        await page.setViewportSize(viewport)
        for (const end of [heading(page), page.locator('footer')]) {
          await end.scrollIntoViewIfNeeded()
          await expect(save(page)).toBeInViewport({ ratio: 1 })
        }
      }
      const before = await page.getByRole('textbox', { name: field }).inputValue()
      await page.getByRole('textbox', { name: field }).fill('0207 946 0199')
      await expect(unsaved(page)).toBeVisible()
      await page.getByRole('textbox', { name: field }).press('Enter')
      if (field === 'Description') await save(page).click()
      await expect(notice(page).getByRole('link', { name: `Back to ${list}` })).toHaveAttribute('href', `#${address}`)
      await expect(unsaved(page)).toHaveCount(0)
      if (field !== 'Description') await expect(page.getByRole('textbox', { name: field })).toBeFocused()
      await page.getByRole('textbox', { name: field }).fill(before)
      await save(page).click()
      await expect(unsaved(page)).toHaveCount(0)

      await tab(page, 'History').click()
      const changes = page.getByRole('list', { name: 'History' }).getByRole('listitem')
      await expect(changes.filter({ hasText: 'Changed' }).nth(1)).toContainText('by Daniel Okafor')
      const count = await changes.count()
      await page.reload()
      await expect(tab(page, 'History')).toHaveAttribute('aria-current', 'page')
      await expect(changes).toHaveCount(count)
      expect(await flawsInBothThemes(page)).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await flawsOf(page)).toEqual([])
      await tab(page, 'Details').click()
      await expect(page.getByRole('textbox', { name: field })).toBeVisible()
      expect(await flawsOf(page)).toEqual([])

      await save(page).click()
      await expect(notice(page)).toContainText('Form contains no change')
      await expect(heading(page)).toContainText(list)
    })

    test('keeps input when its history is looked at', async ({ page }) => {
      await openFirst(page)
      await page.getByRole('textbox', { name: field }).fill('0207 946 0123')
      await tab(page, 'History').click()
      await expect(page.getByRole('textbox', { name: field })).toBeHidden()
      await tab(page, 'Details').click()
      await expect(page.getByRole('textbox', { name: field })).toHaveValue('0207 946 0123')
      await breadcrumb(page).getByRole('link').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
      await expect(rows(page, list).first()).toBeVisible()
    })
  })
}

test('a record that does not exist or belongs to another property leads to its list, and offers no Retry', async ({
  page,
  browser,
  signIn,
}) => {
  await signIn()
  const missing = page.getByRole('main').getByRole('alert')
  for (const id of ['00000000-0000-4000-8000-00000000dead', 'no-id']) {
    await goTo(page, `/courier/${id}/edit`)
    await expect(missing).toContainText('It may have been deleted, or it belongs to a property that you have no access to.')
    await expect(missing.getByRole('button')).toHaveCount(0)
  }
  expect(await flawsOf(page)).toEqual([])
  await missing.getByRole('link', { name: 'Back to Couriers' }).click()
  await expect(rows(page, 'Couriers').first()).toBeVisible()

  await goTo(page, `/resident/list?PropertyId=${demoId('property', 'PARK')}`)
  await rows(page, 'Residents').first().getByRole('link').click()
  await expect(page.getByRole('textbox', { name: 'First Name' })).toBeVisible()
  const foreign = new URL(page.url()).hash.slice(1)
  const other = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage()
  await signIn(USERS.leasing, other)
  await goTo(other, foreign)
  await expect(other.getByRole('alert').getByRole('link', { name: 'Back to Residents' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await other.context().close()
  await page.route('**/api/resident/*?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByRole('group').getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('records are created one after the other, and the last one is shown', async ({ page }) => {
  await goTo(page, '/courier/list')
  await page.getByRole('button', { name: 'Add courier' }).click()
  const name = page.getByRole('textbox', { name: 'Courier' })
  await expect(primary(page)).toHaveText(['Save'])
  await name.fill('E2E Another')
  await page.getByRole('switch', { name: 'Is DryCleaning' }).click()
  await page.getByRole('button', { name: 'Save and add another' }).click()
  await expect(notice(page)).toContainText('Courier has been saved successfully.')
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('')
  await expect(page.getByRole('switch', { name: 'Is DryCleaning' })).not.toBeChecked()
  await expect(unsaved(page)).toHaveCount(0)
  expect(await flawsOf(page)).toEqual([])
  await name.fill('E2E Last')
  await save(page).click()
  await expect(heading(page)).toHaveText('E2E Last')
  await expect(page).toHaveURL(/#\/courier\/[0-9a-f-]{36}\/edit$/)
  await tab(page, 'History').click()
  await expect(page.getByRole('list', { name: 'History' }).getByRole('listitem')).toHaveText([/^Created.*by Daniel Okafor/])
  await page.goBack()
  await page.goBack()
  await expect(rows(page, 'Couriers').filter({ hasText: 'E2E' })).toHaveCount(2)
  for (const row of ['E2E Another', 'E2E Last']) await page.getByRole('checkbox', { name: `Select ${row}` }).check()
  await page.getByRole('button', { name: 'Delete couriers' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(rows(page, 'Couriers').filter({ hasText: 'E2E' })).toHaveCount(0)
})

test('a new agent is followed by another with an empty PIN', async ({ page }) => {
  await goTo(page, '/agent/create')
  const choose = async (field: string, name: string) => {
    await page.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name, exact: true }).click()
  }
  await choose('Role', 'Delivery Agent')
  await choose('Courier', 'Swift Parcel')
  await page.getByLabel('First Name').fill('Another')
  await page.getByLabel('Last Name').fill('E2E')
  await page.getByLabel('Email').fill('another@courier.test')
  await page.getByLabel('User name').fill('another.e2e')
  await page.getByLabel(/^PIN/).fill('135791')
  await page.getByLabel('Riverside Quay').check()
  await page.getByRole('button', { name: 'Save and add another' }).click()
  await expect(notice(page)).toContainText('Agent has been saved successfully.')
  await expect(page.getByLabel('First Name')).toHaveValue('')
  await expect(page.getByLabel(/^PIN/)).toHaveValue('')
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await goTo(page, '/agent/list?SearchText=another')
  await page.getByRole('checkbox', { name: 'Select Another E2E' }).check()
  await page.getByRole('button', { name: 'Delete agents' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(rows(page, 'Agents')).toHaveCount(0)
})
