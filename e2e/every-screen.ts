import type { Page } from '@playwright/test'
import { screens } from '#apps/portal/features.ts'
import { expect, goTo } from './fixtures.ts'

/** The screens of a record that the demo does not have; their own tests check them, and `npm run screenshots` creates one. */
const WITHOUT_RECORD = ['/importfile/{importId}/detail', '/reportschedule/{reportScheduleId}/edit']
/** Every screen of the portal of which the demo has a record. */
export const SCREENS = screens.filter(({ path }) => !WITHOUT_RECORD.includes(path))
/** Parameters that are not the id of a record. */
const VALUES = { '{kind}': 'resident' } as const
const PARAMETER = /\{\w+\}/
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/
/** What is shown until data or parts of the page have come. */
const LOADING = [
  '[aria-busy="true"]',
  '.mantine-Skeleton-root',
  '[role=dialog] .mantine-Loader-root',
  'th[data-column=".checkboxes"]:empty',
]

/** Waits until the screen has its data. */
export async function settle(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator(LOADING.join())).toHaveCount(0)
}

/** Goes to a screen, and waits until it has its data; another screen of the same title has a heading of its own. */
export async function arrive(page: Page, path: string) {
  const isElsewhere = await page.evaluate((to) => {
    const isOther = location.hash !== `#${to}`
    if (isOther) document.querySelector('h1')?.setAttribute('data-left', '')
    return isOther
  }, path)
  await goTo(page, path)
  if (isElsewhere) await expect(page.locator('h1[data-left]')).toHaveCount(0)
  await settle(page)
}

/** Opens screens one after the other, those of a record with the first one of their list. */
export function visitor(page: Page) {
  const records = new Map<string, string>()
  const open = async (path: string, title: string) => {
    await arrive(page, path)
    await expect(page).toHaveTitle(new RegExp(`^${title} ·`))
  }
  /** The link of the first record in the list of the screen's family. */
  const recordOf = async (list: string) => {
    if (!records.has(list)) {
      await open(list, screens.find(({ path }) => path === list)!.title)
      const record = page.getByRole('rowheader').getByRole('link').first()
      records.set(list, (await record.getAttribute('href', { timeout: 20_000 }))!)
    }
    return records.get(list)!
  }
  /** The screen's address for that record; a record that is named by two parameters has one screen. */
  const addressOf = async (path: string, list: string) => {
    for (const [parameter, value] of Object.entries(VALUES)) if (path.includes(parameter)) return path.replace(parameter, value)
    if (!PARAMETER.test(path)) return path
    const href = await recordOf(list)
    const id = UUID.exec(href)
    if (id) return path.replace(PARAMETER, id[0])
    return path.endsWith('/detail') ? `${href.slice(1)}/detail` : href.slice(1)
  }
  return async ({ path, family, title }: (typeof SCREENS)[number]) => open(await addressOf(path, family!), title)
}
