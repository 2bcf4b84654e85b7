import { GROUPS, type Group } from '#features/package-statuses/statuses.ts'
import { expect, goTo, test, USERS, WIDE } from './fixtures.ts'
import { cells, detail, grid, numbers } from './package-viewer-screens.ts'

test.use({ startAt: '', viewport: WIDE })

test.beforeEach(async ({ page, signIn }) => {
  await signIn(USERS.mailroom)
  await expect(numbers(page)).toHaveCount(20)
})

test('opens a package in a drawer, at an address that can be shared', async ({ page }) => {
  await page.getByRole('button', { name: 'Status: Any' }).click()
  await page.getByRole('option', { name: 'Collected' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Status: Collected' })).toBeVisible()
  // Until they are loaded, the rows are those of the filters before.
  await expect(grid(page)).toHaveAttribute('aria-busy', 'false')
  await expect(cells(page, 'Status').first()).toContainText(/Collected|Recovered/)
  const number = (await numbers(page).nth(1).textContent()) ?? ''
  const resident = (await cells(page, 'ResidentName').nth(1).textContent()) ?? ''

  await cells(page, 'UnitNumber').nth(1).click()
  await expect(detail(page)).toHaveAccessibleName(`Package ${number}`)
  await expect(detail(page).getByRole('region', { name: 'Recipient' })).toContainText(resident)
  const history = detail(page).getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(history.first()).toContainText(/(Collected|Recovered).* by /)
  await expect(history.last()).toContainText(/In (Locker|Mailroom)|Unconfirmed/)

  await page.reload()
  await expect(detail(page)).toHaveAccessibleName(`Package ${number}`)
  await page.getByRole('button', { name: 'Close package' }).click()
  await expect(detail(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Status: Collected' })).toBeVisible()
})

test('closes a package with Escape or Back, and returns to the same place', async ({ page }) => {
  await numbers(page).nth(4).focus()
  await page.keyboard.press('Enter')
  await expect(detail(page).locator(':focus')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(detail(page)).toBeHidden()
  await expect(numbers(page).nth(4)).toBeFocused()
  await expect(page).toHaveURL(/#\/search$/)

  await page.keyboard.press('Enter')
  await expect(detail(page)).toBeVisible()
  await page.goBack()
  await expect(detail(page)).toBeHidden()
  await expect(grid(page)).toBeVisible()
})

test('reports that the package of an address does not exist', async ({ page }) => {
  await goTo(page, '/search?package=00000000-0000-7000-8000-000000000001')
  await expect(detail(page).getByRole('alert')).toContainText('This record does not exist.')
})

test('shows the sender of an outbound package, which has no expiry, and the expiry of every other', async ({ page }) => {
  const of = async (group: Group, person: string, other: string) => {
    await goTo(page, `/search?StatusGroupIds=${GROUPS[group]}`)
    await expect(page.getByRole('button', { name: `Status: ${group}` })).toBeVisible()
    // Until they are loaded, the rows are those of the filters before.
    await expect(grid(page)).toHaveAttribute('aria-busy', 'false')
    await numbers(page).first().getByRole('link').click()
    await expect(detail(page).getByRole('region', { name: person })).toBeVisible()
    await expect(detail(page).getByRole('region', { name: other })).toHaveCount(0)
    const expires = await detail(page).getByRole('region', { name: 'Times' }).getByText('Expiry', { exact: true }).count()
    await page.keyboard.press('Escape')
    await expect(detail(page)).toBeHidden()
    return expires
  }
  expect(await of('Outbound', 'Sender', 'Recipient')).toBe(0)
  expect(await of('Active', 'Recipient', 'Sender')).toBe(1)
  expect(await of('Collected', 'Recipient', 'Sender')).toBe(1)
})
