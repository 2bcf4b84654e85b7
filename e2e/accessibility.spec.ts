import type { Page } from '@playwright/test'
import { screens } from '#apps/portal/features.ts'
import { expect, fillPassword, flawsOf, goTo, test, USERS } from './fixtures.ts'

/** The screens of a record that the demo does not have; their own tests check them. */
const WITHOUT_RECORD = ['/importfile/{importId}/detail', '/reportschedule/{reportScheduleId}/edit']
const GROUPS = [0, 1, 2, 3, 4, 5, 6, 7]
/** Parameters that are not the id of a record. */
const VALUES = { '{kind}': 'resident' } as const
const PARAMETER = /\{\w+\}/
/** What is open, and the button that opened it; what is below is partly covered. */
const OPEN = ['[role=menu]', '[role=listbox]', '[role=dialog]', '[aria-expanded=true][aria-haspopup]']
/** What is shown until data or parts of the page have come. */
const LOADING = [
  '[aria-busy="true"]',
  '.mantine-Skeleton-root',
  '[role=dialog] .mantine-Loader-root',
  'th[data-column=".checkboxes"]:empty',
]
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/

/** What axe finds in light and dark; only the contrast depends on the scheme. */
async function check(page: Page, what: string, within?: readonly string[]) {
  expect(await flawsOf(page, { within, isStrict: true }), what).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await flawsOf(page, { rule: 'color-contrast', within }), `${what}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

async function settle(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator(LOADING.join())).toHaveCount(0)
}

/** Opens every menu, list and window of the screen that `seen` does not have yet. */
async function checkPopups(page: Page, path: string, seen: Set<string>) {
  // A search field opens its list only while one types.
  const popups = page.locator('[aria-haspopup]:visible:not(:disabled, [type=search])')
  const names = await popups.evaluateAll((all) =>
    (all as HTMLInputElement[]).map((one) => one.ariaLabel || one.labels?.[0]?.textContent || one.textContent || ''),
  )
  for (const [index, name] of names.entries()) {
    // The menus of columns differ in their names only, as the counts of alerts do.
    const kind = name.replace(/^Column menu of .*|\d+/g, '')
    if (seen.has(kind)) continue
    seen.add(kind)
    const popup = popups.nth(index)
    await popup.click()
    await expect(popup).toHaveAttribute('aria-expanded', 'true')
    await settle(page)
    await check(page, `${path}: ${name}`, OPEN)
    await page.keyboard.press('Escape')
    await expect(popup).toHaveAttribute('aria-expanded', 'false')
  }
}

for (const group of GROUPS) {
  test(`axe finds nothing on any screen nor in its menus: part ${group + 1} of ${GROUPS.length}`, async ({ page, signIn }) => {
    // A part of all screens at three widths.
    test.setTimeout(240_000)
    await signIn(USERS.superadmin)
    const records = new Map<string, string>()
    const seen = { wide: new Set<string>(), narrow: new Set<string>() }
    const open = async (path: string, title: string) => {
      await goTo(page, path)
      await expect(page).toHaveTitle(new RegExp(`^${title} ·`))
      await settle(page)
    }
    /** The link of the first record in the list of the screen's family. */
    const recordOf = async (list: string) => {
      if (!records.has(list)) {
        await open(list, screens.find(({ path }) => path === list)!.title)
        records.set(
          list,
          (await page.getByRole('rowheader').getByRole('link').first().getAttribute('href', { timeout: 20_000 }))!,
        )
      }
      return records.get(list)!
    }
    /** The screen's address for that record; a record that is named by two parameters has one screen. */
    const addressOf = async (path: string, list: string) => {
      for (const [parameter, value] of Object.entries(VALUES)) if (path.includes(parameter)) return path.replace(parameter, value)
      if (!PARAMETER.test(path)) return path
      const href = await recordOf(list)
      const id = UUID.exec(href)
      return id ? path.replace(PARAMETER, id[0]) : href.slice(1)
    }
    for (const { path, family, title } of screens.filter((_, index) => index % GROUPS.length === group)) {
      if (WITHOUT_RECORD.includes(path)) continue
      await open(await addressOf(path, family!), title)
      await check(page, path)
      await checkPopups(page, path, seen.wide)
      await page.setViewportSize({ width: 1024, height: 768 })
      expect(await flawsOf(page), `${path}, 1024`).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      await settle(page)
      // The bar of a form covers a part of what scrolls behind it.
      await page.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
      await check(page, `${path}, 390`)
      await checkPopups(page, `${path}, 390`, seen.narrow)
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
