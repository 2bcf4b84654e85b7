import type { Page } from '@playwright/test'
import { SCREENS, settle, visitor } from './every-screen.ts'
import { expect, fillPassword, flawsInBothThemes, flawsOf, goTo, test, USERS } from './fixtures.ts'

const GROUPS = [0, 1, 2, 3, 4, 5, 6, 7]
/** What is open, and the button that opened it; what is below is partly covered. */
const OPEN = ['[role=menu]', '[role=listbox]', '[role=dialog]', '[aria-expanded=true][aria-haspopup]']
/** The rules about sizes and places. All rules apply where a width has elements of its own: second lines of lists, and phones. */
const GEOMETRY = ['color-contrast', 'target-size', 'scrollable-region-focusable']
const check = async (page: Page, what: string, within?: readonly string[]) =>
  expect(await flawsInBothThemes(page, { within, isStrict: true }), what).toEqual([])

/** The menus, lists and windows that this worker has opened on any screen. */
const opened = { wide: new Set<string>(), narrow: new Set<string>() }

/** Opens every menu, list and window of the screen that has not been opened yet, on this or another screen. */
async function checkPopups(page: Page, path: string, width: keyof typeof opened) {
  // A search field opens its list only while one types.
  const popups = page.locator('[aria-haspopup]:visible:not(:disabled, [type=search])')
  const found = await popups.evaluateAll((all) =>
    (all as HTMLInputElement[]).map((one) => ({
      name: one.ariaLabel || one.labels?.[0]?.textContent || one.textContent || '',
      kind: [one.closest('header') ? 'header' : 'main', one.localName, one.ariaHasPopup].join(' '),
    })),
  )
  for (const [index, { name, kind }] of found.entries()) {
    // The menus of columns differ in their names only, as the counts of alerts do; a filter has other values in another list.
    const list = name.includes(': ') ? path : ''
    const which = `${kind} ${name.replace(/^Column menu of .*|\d+/g, '')} ${list}`
    if (opened[width].has(which)) continue
    opened[width].add(which)
    const popup = popups.nth(index)
    await popup.click()
    await expect(popup).toHaveAttribute('aria-expanded', 'true')
    await settle(page)
    await check(page, `${path}, ${width}: ${name}`, OPEN)
    await page.keyboard.press('Escape')
    await expect(popup).toHaveAttribute('aria-expanded', 'false')
  }
}

for (const group of GROUPS) {
  test(`axe finds nothing on any screen nor in its menus: part ${group + 1} of ${GROUPS.length}`, async ({ page, signIn }) => {
    await signIn(USERS.superadmin)
    const visit = visitor(page)
    for (const screen of SCREENS.filter((_, index) => index % GROUPS.length === group)) {
      const { path } = screen
      await visit(screen)
      await check(page, path)
      await checkPopups(page, path, 'wide')
      await page.setViewportSize({ width: 1024, height: 768 })
      const hasList = (await page.getByRole('grid').count()) > 0
      expect(await flawsOf(page, hasList ? {} : { rules: GEOMETRY }), `${path}, 1024`).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      await settle(page)
      // The bar of a form covers a part of what scrolls behind it.
      await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
      await check(page, `${path}, 390`)
      await checkPopups(page, path, 'narrow')
      await page.setViewportSize({ width: 1440, height: 900 })
    }
  })
}

test('axe finds nothing in the windows over the screens', async ({ page, context, signIn }) => {
  await signIn(USERS.superadmin)
  const windows: Record<string, () => Promise<void>> = {
    'Delete couriers': async () => {
      await goTo(page, '/courier/list')
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.getByRole('button', { name: 'Delete couriers' }).click()
    },
    // Behind it is the bar of bulk actions.
    'Out of town': async () => {
      await goTo(page, '/resident/list')
      await page.getByRole('grid', { name: 'Residents' }).waitFor()
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.getByRole('button', { name: 'Out of town' }).click()
    },
    'Leave without saving?': async () => {
      await goTo(page, '/courier/create')
      await page.getByRole('textbox', { name: 'Courier' }).fill('Pigeon Post')
      await goTo(page, '/about')
    },
    Preferences: async () => {
      // Without unsaved input, the last step leaves the form.
      await page.getByRole('textbox', { name: 'Courier' }).fill('')
      await page.getByRole('button', { name: /^Account of/ }).click()
      await page.getByRole('menuitem', { name: 'Preferences' }).click()
    },
    'Go to …': async () => {
      await page.keyboard.press('Control+K')
      await page.getByPlaceholder('Go to …').fill('residents')
      await expect(page.locator('[data-action][data-selected]')).toBeVisible()
    },
    'Please sign in again': async () => {
      // The form of an earlier window would ask before it is left.
      await page.getByRole('textbox', { name: 'Courier' }).fill('')
      await context.clearCookies()
      await page.evaluate(() => localStorage.setItem('residentialApp.apiToken', 'stale'))
      await goTo(page, '/agent/list')
    },
  }
  for (const [name, open] of Object.entries(windows)) {
    await open()
    const window = page.getByRole('dialog', { name })
    await expect(window).toBeVisible()
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await check(page, `${name}, ${width}`)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    if (name === 'Please sign in again') await fillPassword(page)
    else await page.keyboard.press('Escape')
    await expect(window).toBeHidden()
  }
})
