import type { Page } from '@playwright/test'
import { expect, flawsInBothThemes, goTo, test, USERS } from './fixtures.ts'

/** Tests save views in these lists; each deletes its user's views of both at the end. */
const LISTS = ['couriers', 'residents']

test.beforeEach(async ({ page, signIn }) => {
  await signIn(USERS.superadmin)
  await goTo(page, '/courier/list')
  await expect(page.getByRole('grid', { name: 'Couriers' })).toBeVisible()
})
test.afterEach(({ page }) =>
  page.evaluate(async (lists) => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('residentialApp.apiToken')}` }
    const { SavedViews } = await (await fetch('/api/postlogin/preload', { headers })).json()
    for (const { Id, List } of SavedViews as { Id: string; List: string }[])
      if (lists.includes(List)) await fetch(`/api/savedviews/${Id}`, { method: 'DELETE', headers })
  }, LISTS),
)

/** The tab of a view, which is the default or not. */
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: /^Views of/ }).getByRole('button', { name: new RegExp(`^${name}( default)?$`) })
const names = async (page: Page) => (await tab(page, '.*').allTextContents()).filter((name) => name !== '')
const dialog = (page: Page, name = 'New view') => page.getByRole('dialog', { name })
const rows = (page: Page) => page.getByRole('rowheader')
async function nameIt(page: Page, name: string, title = 'New view') {
  await dialog(page, title).getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog(page, title).getByRole('button', { name: 'Save' }).click()
}
async function saveAs(page: Page, name: string, button = 'Save view') {
  await page.getByRole('button', { name: button, exact: true }).click()
  await nameIt(page, name)
  await expect(dialog(page)).toBeHidden()
  await expect(tab(page, name)).toHaveAttribute('aria-current', 'page')
}
async function inMenu(page: Page, view: string, item: string) {
  await page.getByRole('button', { name: `Menu of view ${view}` }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('a view keeps filters, sort and columns under a name, also on another computer', async ({ page }) => {
  await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0)
  await expect(rows(page).first()).toBeVisible()
  const all = await rows(page).count()
  await page.getByRole('searchbox').fill('s')
  await expect.poll(() => rows(page).count()).toBeLessThan(all)
  const found = await rows(page).allTextContents()
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Description' }).click()
  await page.keyboard.press('Escape')
  await saveAs(page, 'With S')
  await expect(tab(page, 'With S')).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveURL(/view=[\w-]+/)
  await expect(page.getByRole('button', { name: 'Save as new' })).toHaveCount(0)

  // Another computer has nothing in its storage but the sign-in.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.includes('.grid.')) localStorage.removeItem(key)
    sessionStorage.clear()
  })
  await goTo(page, '/about')
  await page.reload()
  await goTo(page, '/courier/list')
  await expect(page.getByRole('columnheader', { name: 'Description' })).toBeVisible()
  await tab(page, 'With S').click()
  await expect(page.getByRole('columnheader', { name: 'Description' })).toHaveCount(0)
  await expect(rows(page)).toHaveText(found)
  await tab(page, 'All').click()
  await expect(rows(page)).toHaveCount(all)
  await expect(page.getByRole('columnheader', { name: 'Description' })).toBeVisible()
  await expect(page).toHaveURL(/#\/courier\/list$/)
})

test('a changed view is reset, saved, or saved as another with a name that is not taken', async ({ page }) => {
  const sort = page.getByRole('columnheader', { name: 'Courier' }).getByRole('button').first()
  await page.getByRole('searchbox').fill('s')
  await saveAs(page, 'Search')
  await sort.click()
  await expect(page).toHaveURL(/sort=-Name/)
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(page).not.toHaveURL(/sort=/)
  await expect(page).toHaveURL(/SearchText=s/)

  await sort.click()
  await page.getByRole('button', { name: 'Save as new' }).click()
  await nameIt(page, 'SEARCH')
  await expect(page.getByRole('alert')).toContainText('You already have a view of this list with this name.')
  await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toHaveValue('SEARCH')
  await nameIt(page, 'alle')
  await expect(page.getByRole('alert')).toContainText('“alle” is the list without a view. Please choose another name.')
  await nameIt(page, 'Search downwards')
  await expect(tab(page, 'Search downwards')).toHaveAttribute('aria-current', 'page')
  await tab(page, 'Search').click()
  await expect(page).not.toHaveURL(/sort=/)

  // All filters of an open view can be cleared, and that is saved in it.
  await page.getByRole('searchbox').fill('')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/SearchText=\*/)
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('grid', { name: 'Couriers' })).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Save view' })).toHaveCount(0)
})

test('views are renamed, moved by keyboard and mouse, deleted and brought back', async ({ page }) => {
  for (const [at, name] of ['One', 'Two', 'Three'].entries()) {
    await page.getByRole('searchbox').fill('abc'[at] ?? '')
    await saveAs(page, name, at === 0 ? 'Save view' : 'Save as new')
  }
  expect(await names(page)).toEqual(['All', 'One', 'Two', 'Three'])
  await inMenu(page, 'Three', 'Move left')
  await expect.poll(() => names(page)).toEqual(['All', 'One', 'Three', 'Two'])
  await tab(page, 'Two').dragTo(tab(page, 'One'))
  await expect.poll(() => names(page)).toEqual(['All', 'Two', 'One', 'Three'])
  await inMenu(page, 'Three', 'Rename')
  await nameIt(page, 'Third', 'Rename view')
  await expect(tab(page, 'Third')).toBeVisible()
  await inMenu(page, 'Third', 'Delete')
  await expect.poll(() => names(page)).toEqual(['All', 'Two', 'One'])
  await expect(tab(page, 'All')).toBeFocused()
  await expect(tab(page, 'All')).toHaveAttribute('aria-current', 'page')
  await page
    .getByRole('status')
    .filter({ hasText: 'View “Third” has been deleted.' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect.poll(() => names(page)).toEqual(['All', 'Two', 'One', 'Third'])
  await expect(tab(page, 'Third')).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveURL(/SearchText=c/)
})

test('a link with a view shows its rows to others, and its name to nobody else', async ({ page, signIn }) => {
  await page.getByRole('searchbox').fill('s')
  await saveAs(page, 'Mine')
  const found = await rows(page).allTextContents()
  const address = new URL(page.url()).hash.slice(1)
  const other = await page
    .context()
    .browser()
    ?.newPage({ baseURL: new URL(page.url()).origin })
  if (!other) throw new Error('no browser')
  await signIn(USERS.manager, other)
  await goTo(other, address)
  await expect(rows(other)).toHaveText(found)
  await expect(other.getByRole('searchbox')).toHaveValue('s')
  await expect(other.getByRole('navigation', { name: /^Views of/ })).toHaveCount(0)
  await other.context().close()
})

test('views are tabs with a menu on a phone, too', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  for (const [at, name] of ['A view with a long name', 'Another with a long name'].entries()) {
    await page.getByRole('searchbox').fill('st'[at] ?? '')
    await saveAs(page, name, at === 0 ? 'Save view' : 'Save as new')
  }
  await tab(page, 'A view with a long name').click()
  await inMenu(page, 'A view with a long name', 'Open by default')
  await expect(tab(page, 'A view with a long name').getByRole('img')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(await flawsInBothThemes(page)).toEqual([])
})

test('the default view opens with one request; one may go back to all', async ({ page }) => {
  await goTo(page, '/resident/list')
  await page.getByRole('button', { name: 'Property: Any' }).click()
  await page.getByRole('option', { name: 'Riverside Quay' }).click()
  await saveAs(page, 'Riverside')
  await inMenu(page, 'Riverside', 'Open by default')
  await expect(tab(page, 'Riverside').getByRole('img', { name: 'default' })).toBeVisible()
  await goTo(page, '/about')
  await page.reload()
  const asked: object[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/resident/getallresidents')) asked.push(request.postDataJSON())
  })
  await goTo(page, '/resident/list')
  await expect(page.getByRole('button', { name: 'Property: Riverside Quay' })).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
  expect(asked).toEqual([expect.objectContaining({ PropertyId: expect.any(String) })])
  await expect(page).toHaveURL(/view=.*PropertyId=/)
  await tab(page, 'All').click()
  await expect(page).toHaveURL(/view=all$/)
  await expect(page.getByRole('button', { name: 'Property: Any' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Property: Any' })).toBeVisible()
})
