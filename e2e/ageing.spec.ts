import type { Page } from '@playwright/test'
import { GROUPS, STATUSES } from '#features/package-statuses/statuses.ts'
import { ask } from './bank-by-api.ts'
import { expect, goTo, test, USERS } from './fixtures.ts'

test.use({ startAt: '' })

const queue = (page: Page) => page.getByRole('list', { name: 'Late and flagged packages, the oldest first' }).getByRole('button')
const actions = (page: Page) => page.getByRole('region', { name: 'What to do' })
const numberOf = async (page: Page, nth: number) => (await queue(page).nth(nth).locator('strong').textContent())!
const isChosen = (page: Page, number: string) =>
  expect(queue(page).filter({ hasText: number })).toHaveAttribute('aria-current', 'true')

test.beforeEach(async ({ page, signIn }) => {
  await signIn(USERS.manager)
  await goTo(page, '/package/ageing')
  await expect(queue(page).first()).toHaveAttribute('aria-current', 'true')
})

test('late and flagged packages are worked through by keyboard', async ({ page }) => {
  const third = await numberOf(page, 2)
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowDown')
  await isChosen(page, third)
  // The chosen one is in the address.
  const link = new URL(page.url()).hash.slice(1)
  await goTo(page, '/about')
  await goTo(page, link)
  await isChosen(page, third)
  await queue(page).nth(2).focus()
  await expect(queue(page).nth(2)).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  await isChosen(page, await numberOf(page, 0))

  const late = (await queue(page).filter({ hasText: 'Expired in Mailroom' }).first().locator('strong').textContent())!
  await queue(page).filter({ hasText: late }).click()
  await expect(page.getByRole('heading', { name: `Package ${late}` })).toBeVisible()
  await expect(actions(page).getByRole('button', { name: 'Dispose' })).toBeVisible()
  const digit = (await actions(page).getByRole('button', { name: 'Dispose' }).getAttribute('aria-keyshortcuts'))!
  // A key counts once the package has been shown for a moment.
  await expect(async () => {
    await page.keyboard.press(digit)
    await expect(page.getByRole('dialog', { name: 'Dispose' })).toContainText(late, { timeout: 300 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Package has been saved successfully.')).toBeVisible()
  await expect(queue(page).filter({ hasText: late })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: `Package ${late}` })).toHaveCount(0)
  await expect(page.locator('button[aria-current=true]')).toBeFocused()

  const next = (await page.getByRole('heading', { level: 2, name: /^Package / }).textContent())!
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: next })).toBeVisible()
})

test('a step can be taken back where the status rules lead back', async ({ page }) => {
  const held = queue(page).filter({ hasText: 'On Hold' }).first()
  const number = (await held.locator('strong').textContent())!
  await held.click()
  await expect(page.getByRole('heading', { name: `Package ${number}` })).toBeVisible()
  await actions(page).getByRole('button', { name: 'Back to Mailroom' }).click()
  await expect(queue(page).filter({ hasText: number })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(queue(page).filter({ hasText: number })).toContainText('On Hold')
})

test('a number key right after J is for the package that it leads to, also before that is read', async ({ page }) => {
  const rows = await queue(page).allInnerTexts()
  const nth = rows.findIndex((text, index) => index > 0 && text.includes('Expired in Mailroom'))
  const late = await numberOf(page, nth)
  await queue(page).nth(nth).click()
  const digit = (await actions(page).getByRole('button', { name: 'Dispose' }).getAttribute('aria-keyshortcuts'))!
  const link = new URL(page.url()).hash.slice(1)
  await queue(page)
    .nth(nth - 1)
    .click()
  await page.reload()
  await expect(actions(page)).toBeVisible()
  let answer = () => {}
  const isAsked = new Promise<void>((resolve) => {
    answer = resolve
  })
  const id = new URLSearchParams(link.split('?')[1]).get('package')!
  await page.route(`**/api/**/${id}*`, async (route) => {
    await isAsked
    return route.fallback()
  })
  await page.keyboard.press('j')
  await page.keyboard.press(digit)
  await isChosen(page, late)
  answer()
  await expect(page.getByRole('dialog', { name: 'Dispose' })).toContainText(late)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // Read already: the key counts at once.
  await page.keyboard.press('k')
  await page.keyboard.press('j')
  await page.keyboard.press(digit)
  await expect(page.getByRole('dialog', { name: 'Dispose' })).toContainText(late)
})

test('a package that is marked as missing stays in its locker, though another action needs a mailroom', async ({
  page,
  terminal: { agent, resident, run },
}) => {
  // The demo has such a package at many hours of the day, but not at all.
  await run('drop-off', '--agent', agent.userName, '--pin', agent.pin, '--unit', resident.unitNumber, '--name', resident.name)
  await run('collect', '--code', resident.accessCode, '--absent')
  await page.reload()
  const query = { PageIndex: 1, PageSize: 100, StatusGroupIds: [GROUPS.Flagged] }
  const { Data } = await ask<{ Data: { PackageId: string; StatusId: number; LockerName: string | null }[] }>(
    page,
    '/packages/getpackages',
    query,
  )
  const isPending = ({ StatusId, LockerName }: (typeof Data)[number]) => StatusId === STATUSES.Pending.id && LockerName !== null
  const read = (id: string) =>
    ask<{ Id: string; PackageNumber: string; LockerId: string; MailRoomId: string | null; MailRooms: string[] }>(
      page,
      `/package/get/${id}`,
    )
  const inLockers = await Promise.all(Data.filter(isPending).map(({ PackageId }) => read(PackageId)))
  // Not every building has a mailroom.
  const pending = inLockers.find(({ MailRooms }) => MailRooms.length > 0)!
  const placeOf = async () => {
    const { LockerId, MailRoomId } = await read(pending.Id)
    return { LockerId, MailRoomId }
  }
  const before = await placeOf()
  expect(before).toEqual({ LockerId: expect.any(String), MailRoomId: null })
  await queue(page).filter({ hasText: pending.PackageNumber }).click()
  await expect(page.getByRole('heading', { name: `Package ${pending.PackageNumber}` })).toBeVisible()
  const mailroom = actions(page).getByRole('combobox', { name: 'Mailroom' })
  if ((await mailroom.inputValue()) === '') {
    await mailroom.click()
    await page.getByRole('option').filter({ visible: true }).first().click()
  }
  await actions(page).getByRole('button', { name: 'Mark as Missing' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as Missing' }).click()
  await expect(page.getByText('Package has been saved successfully.')).toBeVisible()
  expect(await placeOf()).toEqual(before)
})
