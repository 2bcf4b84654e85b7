import type { Page } from '@playwright/test'
import { expect, flawsOf, goTo, test } from './fixtures.ts'

const list = (page: Page) => page.getByRole('grid', { name: 'Locker banks' })
const row = (page: Page, name: string) => list(page).getByRole('row').filter({ hasText: name })
const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click()
const publishButton = (page: Page) => page.getByRole('button', { name: 'Publish' })
const setting = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })

async function openFromList(page: Page, link: 'Settings' | 'Edit' | 'Publish', bank: string) {
  await goTo(page, '/lockerbank/list')
  await page.getByRole('link', { name: `${link === 'Publish' ? 'Edit' : link}: ${bank}` }).click()
  if (link === 'Publish') await page.getByRole('link', { name: 'Terminal access' }).click()
  await expect(page.getByRole('heading', { level: 1, name: bank })).toBeVisible()
}
async function change(page: Page, bank: string, label: string, value: string) {
  await openFromList(page, 'Settings', bank)
  await setting(page, label).fill(value)
  await save(page)
  await expect(notice(page)).toContainText('Settings have been saved successfully.')
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
}

test.beforeEach(({ signIn }) => signIn())

test('a setting is saved and published, and the kiosk reports that it uses it', async ({ page, terminal }) => {
  const bank = 'Quay North Lobby'
  const runs = async () => Number(/Configuration (\d+)/.exec(await terminal.run('status'))?.[1])
  const before = await runs()
  await change(page, bank, 'Heartbeat seconds', '15')
  await openFromList(page, 'Publish', bank)
  await expect(publishButton(page)).toBeEnabled()
  await publishButton(page).click()
  await expect(notice(page)).toContainText('The locker bank has been published.')
  await expect.poll(runs).toBe(before + 1)
  await expect(page.getByText(`Version ${before + 1}`).filter({ visible: true })).toBeVisible()
  await expect(publishButton(page)).toBeDisabled()
  await publishButton(page).hover()
  await expect(page.getByRole('tooltip')).toHaveText('Nothing has changed since it was last published.')
  expect(await flawsOf(page)).toEqual([])
  await openFromList(page, 'Settings', bank)
  await expect(setting(page, 'Heartbeat seconds')).toHaveValue('15')
})

test('a wrong value is shown at its setting and stops the save; leaving typed content needs a confirmation', async ({ page }) => {
  await openFromList(page, 'Settings', 'Dye House Entrance')
  const refused = async (label: string, value: string, text: string) => {
    await setting(page, label).fill(value)
    await save(page)
    await expect(notice(page)).toContainText("There's error in the form.")
    await expect(notice(page)).toContainText(text)
    await expect(page.locator('form').getByText(text)).toBeVisible()
    await expect(setting(page, label)).toBeFocused()
  }
  await refused('Quiet hours from', '24', 'Quiet hours from has invalid value')
  expect(await flawsOf(page)).toEqual([])
  await setting(page, 'Quiet hours from').fill('22')
  await refused('Open retries', '', 'All settings are compulsory.')
  await setting(page, 'Open retries').fill('1')
  await refused('Alert emails', 'somebody', 'Alert emails has invalid value')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toContainText('Leave without saving?')
  await page.getByRole('button', { name: 'Leave' }).click()
  await openFromList(page, 'Settings', 'Dye House Entrance')
  await expect(setting(page, 'Quiet hours from')).toHaveValue('0')
  await save(page)
  await expect(notice(page)).toContainText('Form contains no change')
  await expect(list(page)).toBeVisible()
})

test('a switch is a setting, and a setting of the server need not be published', async ({ page }) => {
  await openFromList(page, 'Settings', 'Dye House Entrance')
  await page.getByRole('switch', { name: 'Reserve accessible lockers' }).click()
  await save(page)
  await expect(notice(page)).toContainText('once the locker bank is published')
  await openFromList(page, 'Settings', 'Dye House Entrance')
  await expect(page.getByRole('switch', { name: 'Reserve accessible lockers' })).not.toBeChecked()
  await page.getByRole('switch', { name: 'Reserve accessible lockers' }).click()
  await setting(page, 'Alert emails').fill('desk@example.test; night@example.test')
  await save(page)
  await openFromList(page, 'Publish', 'Dye House Entrance')
  await expect(publishButton(page)).toBeDisabled()
})

test('a kiosk that was offline runs an old configuration until it reconnects: list, form and dashboards show it', async ({
  page,
}) => {
  const bank = 'Mill Courtyard'
  const setActive = async (isActive: boolean) => {
    await openFromList(page, 'Edit', bank)
    // The input lies behind what is drawn: a click that is forced misses while the form still moves.
    await expect(() => page.getByRole('switch', { name: 'Active' }).setChecked(isActive, { force: true })).toPass()
    await save(page)
    await expect(notice(page)).toContainText('saved')
    await goTo(page, '/lockerbank/list')
    await expect(list(page)).toBeVisible()
  }
  await goTo(page, '/lockerbank/list')
  await expect(row(page, bank)).toContainText('ONLINE')
  await setActive(false)
  await expect(row(page, bank)).toContainText('OFFLINE')
  await change(page, bank, 'Open retries', '2')
  await openFromList(page, 'Publish', bank)
  await publishButton(page).click()
  await expect(notice(page)).toContainText('The locker bank is OFFLINE and receives the configuration when it reconnects.')
  const old = 'Outdated configuration (1 of 2)'
  await expect(page.getByText(old).filter({ visible: true })).toBeVisible()
  await goTo(page, '/lockerbank/list')
  await expect(row(page, bank)).toContainText(old)
  expect(await flawsOf(page)).toEqual([])
  await goTo(page, '/dashboard/main')
  const summary = page.getByRole('grid', { name: 'Dashboard' }).getByRole('row').filter({ hasText: bank })
  await expect(summary).toContainText(old)
  await summary.getByRole('link', { name: bank }).click()
  await expect(page.getByText(old)).toBeVisible()
  expect(await flawsOf(page)).toEqual([])
  await setActive(true)
  await expect(async () => {
    await goTo(page, '/dashboard/main')
    await expect(summary).toContainText('ONLINE')
    await expect(summary).not.toContainText(old)
  }).toPass()
})

test('a failed publish is reported, and can be retried', async ({ page }) => {
  const bank = 'Dye House Entrance'
  await change(page, bank, 'Door open alarm seconds', '90')
  await openFromList(page, 'Publish', bank)
  await page.route('**/lockerbank/publish/**', (route) => route.abort())
  await publishButton(page).click()
  await expect(notice(page)).toContainText('Publish failed')
  await page.unroute('**/lockerbank/publish/**')
  await publishButton(page).click()
  await expect(notice(page)).toContainText('The locker bank has been published.')
})
