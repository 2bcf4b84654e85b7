import type { Page } from '@playwright/test'
import { ask, newBank, removeBanks } from './bank-by-api.ts'
import { expect, goTo, test, USERS } from './fixtures.ts'

/** The longest name, without a space at which it could break. */
const NAME = `Riversidelobbywithoutanyspace${'o'.repeat(71)}`
const LOCKER = 'L'.repeat(50)
const CODE = 'E2E-LONG'

const drawLayout = (page: Page, id: string) =>
  ask(page, `/lockerbank/${id}/layout`, [
    { ColumnName: 'Column1', LockerCollection: [{ LockerName: LOCKER, Size: 2, LockerType: 'locker' }] },
  ])

/** Elements that overflow the right edge of the screen's content, or are cut off by their container. */
const cutOff = (page: Page) =>
  page.locator('main, aside, dialog').evaluateAll((parts) =>
    parts
      .flatMap((part) => [...part.querySelectorAll('h1, h2, p, li, dd, strong, button')])
      .filter((one) => one.clientWidth > 0 && one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .map((one) => one.outerHTML.slice(0, 200)),
  )

test.beforeEach(({ signIn }) => signIn(USERS.superadmin))
test.afterEach(({ page }) => removeBanks(page, CODE))

test('a name without a space breaks on screens of 320 and of 390 px', async ({ page }) => {
  const id = await newBank(page, { code: CODE, name: NAME })
  await drawLayout(page, id)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 })
    for (const screen of ['setting', 'maplockertodevice', 'layout']) {
      await goTo(page, `/lockerbank/${id}/${screen}`)
      await expect(page.getByRole('heading', { level: 1, name: NAME })).toBeVisible()
      expect(await cutOff(page), `${screen}, ${width}`).toEqual([])
    }
    for (const list of ['/dashboard/main', '/lockerbank/list']) {
      await goTo(page, list)
      await expect(page.getByRole('listitem').getByText(NAME)).toBeVisible()
      expect(await cutOff(page), `${list}, ${width}`).toEqual([])
    }
  }
})

test('the designer shows the whole name of a locker beside its drawing', async ({ page }) => {
  const id = await newBank(page, { code: CODE, name: NAME })
  await drawLayout(page, id)
  await page.setViewportSize({ width: 1440, height: 900 })
  await goTo(page, `/lockerbank/${id}/layout`)
  await page.getByRole('button', { name: LOCKER }).click()
  const details = page.getByRole('complementary', { name: 'Details' })
  const [panel, name] = [await details.boundingBox(), await details.getByRole('heading', { name: LOCKER }).boundingBox()]
  expect(name!.x + name!.width).toBeLessThanOrEqual(panel!.x + panel!.width)
  await expect(details.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  expect(await details.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
})
