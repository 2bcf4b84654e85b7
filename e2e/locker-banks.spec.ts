import type { Page } from '@playwright/test'
import { dateTimeText } from '#platform/date-format.ts'
import { changePreload, choose, expect, flawsOf, goTo, test, USERS, WIDE } from './fixtures.ts'
import { createBank, deleteOursAfterEach, list, notice, OURS, openBank, openList, save, tab } from './locker-bank-screens.ts'

deleteOursAfterEach()

test.use({ viewport: WIDE })

test.beforeEach(({ signIn }) => signIn())

const row = (page: Page, name: string) => list(page).getByRole('row').filter({ hasText: name })

test('a manager finds a locker bank in the list', async ({ page }) => {
  await openList(page)
  await expect(list(page).getByRole('columnheader')).toContainText([
    'Locker Bank',
    'Building',
    'Property',
    'Status',
    'AppVersion',
    'Edit',
  ])
  await expect(row(page, 'Quay North Lobby')).toContainText('Riverside Quay')
  await expect(row(page, 'Quay North Lobby')).toContainText('ONLINE')
  await goTo(page, '/lockerbank/list?SearchText=mill-1')
  await expect(list(page).getByRole('row')).toHaveCount(2)
  await expect(row(page, 'Mill Courtyard')).toBeVisible()
})

test('a manager finds a locker bank by typing', async ({ page }) => {
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Go to …').fill('mill-1')
  await page.getByRole('button', { name: 'Mill Courtyard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mill Courtyard' })).toBeVisible()
})

test.describe('creating a locker bank', () => {
  test('shows missing values, one after the other, at the field and in a notice', async ({ page }) => {
    await goTo(page, '/lockerbank/create')
    const refused = async (text: string, field: string) => {
      await save(page)
      await expect(notice(page)).toContainText('Form is invalid')
      await expect(notice(page)).toContainText(text)
      await expect(
        page.getByRole(field === 'Property' || field === 'Building' ? 'combobox' : 'textbox', { name: field }),
      ).toBeFocused()
      await expect(page.locator('form').getByText(text)).toBeVisible()
    }
    await refused('Property cannot be empty', 'Property')
    expect(await flawsOf(page)).toEqual([])
    await choose(page, 'Property', 'The Mill Lofts')
    await refused('Property cannot be empty', 'Building')
    await choose(page, 'Building', 'Dye House')
    await refused('Locker bank code cannot be empty', 'Locker bank code')
    await page.getByLabel('Locker bank code').fill('a/b')
    await refused('Locker bank code can contain only letters, digits, hyphens and underscores.', 'Locker bank code')
    await page.getByLabel('Locker bank code').fill('NEW 1')
    await expect(page.getByLabel('Locker bank code')).toHaveValue('NEW1')
    await refused('Name cannot be empty', 'Name')
    await page.getByLabel('Name').fill('x'.repeat(101))
    await refused('Name cannot be more than 100 characters!', 'Name')
    await page.getByLabel('Name').fill('New bank')
    await refused('Address cannot be empty', 'Address')
    await page.getByLabel('Address').fill('Lobby')
    await page.getByLabel('iBeacon major').fill('1')
    await refused('Please enter both iBeacon major and minor, or leave them blank.', 'iBeacon major')
    await page.getByLabel('iBeacon minor').fill('x')
    await refused('Not a valid number.', 'iBeacon minor')
  })

  test('clears the building with the property, and the mailroom with the building', async ({ page }) => {
    await goTo(page, '/lockerbank/create')
    const building = page.getByRole('combobox', { name: 'Building' })
    const mailroom = page.getByRole('combobox', { name: 'Mailroom' })
    await expect(building).toBeDisabled()
    await choose(page, 'Property', 'Riverside Quay')
    await expect(mailroom).toBeDisabled()
    await choose(page, 'Building', 'Quay North')
    await mailroom.click()
    await page.getByRole('option').first().click()
    await expect(mailroom).not.toHaveValue('')
    await choose(page, 'Building', 'Quay South')
    await expect(mailroom).toHaveValue('')
    await choose(page, 'Property', 'The Mill Lofts')
    await expect(building).toHaveValue('')
    await expect(mailroom).toBeDisabled()
  })

  test('shows it, offers to design its layout, and refuses a code that exists', async ({ page }) => {
    await goTo(page, '/lockerbank/create')
    await expect(page.getByText('Create the locker bank before authorising it.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create Authorisation' })).toBeDisabled()
    await choose(page, 'Property', 'Riverside Quay')
    await choose(page, 'Building', 'Quay North')
    await page.getByLabel('Locker bank code').fill('quay-n')
    await page.getByLabel('Name').fill('Quay North Annexe')
    await page.getByLabel('Address').fill('Annexe')
    await save(page)
    await expect(notice(page)).toContainText('Another locker bank already has this code.')
    await expect(page.getByLabel('Locker bank code')).toBeFocused()
    await page.getByLabel('Locker bank code').fill(`${OURS}QUAY`)
    await save(page)
    await expect(notice(page)).toContainText('Locker bank has been saved successfully.')
    await expect(notice(page).getByRole('link', { name: 'Design its layout' })).toHaveAttribute('href', /\/layout$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Quay North Annexe' })).toBeVisible()
    await page.goBack()
    await openList(page)
    await expect(row(page, 'Quay North Annexe')).toContainText('Quay North')
  })
})

test('checked locker banks are deleted after a confirmation, those with packages stay, with the reason', async ({ page }) => {
  await createBank(page, 'To be deleted')
  await openList(page)
  const button = page.getByRole('button', { name: 'Delete locker banks' })
  await expect(button).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Select To be deleted' }).check()
  await page.getByRole('checkbox', { name: 'Select Quay North Lobby' }).check()
  await button.click()
  await page.getByRole('button', { name: 'Yes' }).click()
  const told = page.getByRole('dialog')
  await expect(told).toContainText('Quay North Lobby: The locker bank still holds packages.')
  await told.getByRole('button', { name: 'Close' }).click()
  await expect(row(page, 'Quay North Lobby')).toBeVisible()
  await expect(row(page, 'To be deleted')).toHaveCount(0)
})

test('rows can be checked only by users who may delete locker banks', async ({ page }) => {
  await openList(page)
  await expect(list(page).getByRole('checkbox')).not.toHaveCount(0)
  await changePreload(page, ({ Permissions }) => ({ Permissions: Permissions.filter((held) => held !== 'DeleteLockerBank') }))
  await page.reload()
  await expect(list(page).getByRole('rowheader')).not.toHaveCount(0)
  await expect(list(page).getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Delete locker banks' })).toHaveCount(0)
})

test('a changed status is shown in the open list', async ({ page, context }) => {
  const bank = 'Mill Courtyard'
  await openList(page)
  await expect(row(page, bank)).toContainText('ONLINE')
  const other = await context.newPage()
  await other.goto('/portal/')
  const setActive = async (isActive: boolean) => {
    await openBank(other, bank)
    await other.getByRole('switch', { name: 'Active' }).setChecked(isActive)
    await save(other)
  }
  await setActive(false)
  await expect(row(page, bank)).toContainText('OFFLINE')
  await setActive(true)
  await expect(row(page, bank)).toContainText('ONLINE')
})

test('a locker bank’s status is green when ONLINE and red otherwise; its form shows the last heartbeat, the day of creation and what is not mapped', async ({
  page,
}) => {
  await createBank(page, 'Never connected')
  await openList(page)
  const colour = async (bank: string, status: string) => {
    const shown = row(page, bank).getByText(status, { exact: true })
    await expect(shown).toBeVisible()
    const [red = 0, green = 0, blue = 0] = await shown.evaluate(
      (element) =>
        getComputedStyle(element)
          .color.match(/[\d.]+/g)
          ?.map(Number) ?? [],
    )
    return green > Math.max(red, blue) ? 'green' : red > Math.max(green, blue) ? 'red' : 'neither'
  }
  expect(await colour('Quay North Lobby', 'ONLINE')).toBe('green')
  expect(await colour('Never connected', 'OFFLINE')).toBe('red')

  const fact = (name: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .getByRole('definition')
  await openBank(page, 'Never connected')
  await expect(fact('Last heartbeat')).toHaveText('–')
  // The previous form reloads its own bank as well.
  const reading = page.waitForResponse(
    async (reply) => /\/api\/lockerbank\/[0-9a-f-]{36}$/.test(reply.url()) && (await reply.json()).Name === 'Quay North Lobby',
  )
  await openBank(page, 'Quay North Lobby')
  const { CreatedDate } = await (await reading).json()
  await expect(fact('Created')).toHaveText(dateTimeText(CreatedDate, 'en-US', 'America/New_York'))
  await expect(fact('Last heartbeat')).toHaveText(/^(just now|1 minute ago)$/i)
  const main = page.getByRole('main')
  await expect(main.getByText('ONLINE', { exact: true })).toHaveCount(1)
  await expect(page.getByRole('list', { name: 'Setup steps' })).toHaveCount(0)
  await expect(main.getByText('not mapped')).toHaveCount(0)
  await openBank(page, 'Dye House Entrance')
  await expect(page.getByRole('list', { name: 'Setup steps' })).toHaveCount(0)
  await main.getByRole('link', { name: '1 locker is not mapped to a device' }).click()
  await expect(tab(page, 'Devices')).toHaveAttribute('aria-current', 'page')
})

test('a user without the permission is refused', async ({ page, browser, product, signIn }) => {
  const other = await (await browser.newContext({ baseURL: product })).newPage()
  await signIn(USERS.leasing, other)
  await goTo(other, '/lockerbank/list')
  await expect(other.getByRole('alert')).toContainText('You are not authorized to navigate to requested page.')
  await expect(other).not.toHaveURL(/lockerbank/)
  await other.context().close()
  await expect(page.getByRole('link', { name: 'Locker banks' })).toBeVisible()
})
