import { readFile } from 'node:fs/promises'
import { expect, flawsInBothThemes, flawsOf, test, WIDE } from './fixtures.ts'
import { createBank, deleteOursAfterEach, list, notice, openBank, openList, save, tab } from './locker-bank-screens.ts'

deleteOursAfterEach()

test.use({ viewport: WIDE })

test.beforeEach(({ signIn }) => signIn())

test.describe('changing a locker bank', () => {
  test('without a change shows a notice and returns to the list', async ({ page }) => {
    await openBank(page, 'Dye House Entrance')
    await save(page)
    await expect(notice(page)).toContainText('Form contains no change')
    await expect(page).toHaveURL(/#\/lockerbank\/list/)
  })

  test('keeps its code, saves the rest, and asks before typed content is left', async ({ page }) => {
    await createBank(page, 'To be changed')
    await openBank(page, 'To be changed')
    await expect(page.getByLabel('Locker bank code')).not.toBeEditable()
    await page.getByLabel('Description').fill('By the lift')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toContainText('Leave without saving?')
    await page.getByRole('button', { name: 'Stay' }).click()
    await page.getByLabel('Name').fill('Changed')
    await save(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Changed' })).toBeVisible()
    await openBank(page, 'Changed')
    await expect(page.getByLabel('Description')).toHaveValue('By the lift')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(list(page)).toBeVisible()
  })
})

test('a kiosk is authorised, its key file exported, and deauthorised after a warning', async ({ page }) => {
  await createBank(page, 'To be authorised')
  await openBank(page, 'To be authorised')
  await tab(page, 'Terminal access').click()
  const create = page.getByRole('button', { name: 'Create Authorisation' })
  const remove = page.getByRole('button', { name: 'Delete Authorisation' })
  const exported = page.getByRole('button', { name: 'Export API Key' })
  await expect(remove).toBeDisabled()
  await expect(exported).toBeDisabled()
  let asked = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/authorization')) asked++
  })
  await create.dblclick()
  await expect(notice(page)).toContainText('The locker bank has been authorised.')
  await expect(create).toBeDisabled()
  await expect(create).toBeFocused()
  await expect(notice(page).getByRole('alert')).toHaveCount(0)
  expect(asked).toBe(1)

  const downloading = page.waitForEvent('download')
  await exported.click()
  const file = await downloading
  const key = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(Object.keys(key)).toEqual(['LockerBankCode', 'OrganisationSystemName', 'ApiKey', 'ApiSecret', 'RelayEndPointName'])
  expect(file.suggestedFilename()).toBe(`${key.LockerBankCode}.json`)
  expect(key).toMatchObject({ OrganisationSystemName: 'riverside', RelayEndPointName: new URL(page.url()).origin })
  await expect(page.getByText(key.ApiKey)).toBeVisible()

  await remove.click()
  const warning = page.getByRole('dialog')
  await expect(warning).toContainText(
    'will not work or talk to the server until it is manually reconfigured with a new authorisation code',
  )
  expect(await flawsOf(page)).toEqual([])
  await warning.getByRole('button', { name: 'Cancel' }).click()
  await expect(remove).toBeEnabled()
  await remove.click()
  await warning.getByRole('button', { name: 'Confirm' }).click()
  await expect(notice(page)).toContainText('The authorisation of the locker bank has been deleted.')
  await expect(create).toBeEnabled()
  await expect(exported).toBeDisabled()
})

test('a locker bank is one record: its checklist leads to each tab, and unsaved changes ask before a tab of another screen', async ({
  page,
}) => {
  await createBank(page, 'To be set up')
  const steps = page.getByRole('list', { name: 'Setup steps' })
  await expect(steps.getByRole('listitem')).toHaveText([
    'Layout designed',
    'Devices mapped (0 of 0)',
    'Terminal authorised',
    'Configuration published',
    'Kiosk ONLINE',
  ])
  expect(await flawsInBothThemes(page)).toEqual([])
  await steps.getByRole('link', { name: 'Layout designed' }).click()
  await expect(page).toHaveURL(/\/layout$/)
  await expect(tab(page, 'Layout')).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: 'Add column' }).first().click()
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await tab(page, 'Devices').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/maplockertodevice$/)
  await tab(page, 'Settings').click()
  await expect(page.getByRole('textbox', { name: 'Heartbeat seconds', exact: true })).toBeVisible()
  await tab(page, 'Terminal access').click()
  await page.getByRole('button', { name: 'Create Authorisation' }).click()
  await expect(notice(page)).toContainText('The locker bank has been authorised.')
  await tab(page, 'Alerts').click()
  await expect(page.getByText('No open alerts.')).toBeVisible()
  await tab(page, 'History').click()
  await expect(page.getByRole('list', { name: 'History' }).getByRole('listitem')).toContainText(['Authorised', 'Created'])
  expect(await flawsOf(page)).toEqual([])
  await page.reload()
  await expect(tab(page, 'History')).toHaveAttribute('aria-current', 'page')
  await tab(page, 'Overview').click()
  await expect(steps.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Done' }) })).toHaveText([
    'Terminal authorised',
  ])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await flawsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Open dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard\/lockerbank\//)
})

test('each failure to load, save, authorise or deauthorise has its own title; Enter confirms', async ({ page }) => {
  const refused = { status: 422, json: { Title: 'Not possible', Message: 'Not today.', ErrorMessage: '', Code: 'X' } }
  const refuse = (method: string, path: string) =>
    page.route(path, (route) => (route.request().method() === method ? route.fulfill(refused) : route.continue()))
  const told = async (title: string) => {
    await expect(notice(page).getByRole('alert').filter({ hasText: title })).toContainText('Not today.')
    await page.unrouteAll()
  }
  await createBank(page, 'To be refused')
  await openList(page)
  await page.reload()
  await refuse('GET', '**/api/lockerbank/*')
  await page.getByRole('link', { name: 'Edit: To be refused' }).click()
  await expect(page.getByRole('group', { name: 'error retrieving locker bank' })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await tab(page, 'Terminal access').click()

  await refuse('POST', '**/api/lockerbank/*/authorization')
  await page.getByRole('button', { name: 'Create Authorisation' }).click()
  await told('The locker bank was not authorised')
  await page.getByRole('button', { name: 'Create Authorisation' }).click()
  await expect(notice(page)).toContainText('The locker bank has been authorised.')

  await refuse('DELETE', '**/api/lockerbank/*/authorization')
  await page.getByRole('button', { name: 'Delete Authorisation' }).click()
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeFocused()
  await page.keyboard.press('Enter')
  await told('The authorisation was not deleted')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await refuse('PUT', '**/api/lockerbank/*')
  await tab(page, 'Overview').click()
  await page.getByLabel('Description').fill('By the lift')
  await save(page)
  await told('The locker bank was not saved')
  await save(page)
  await expect(notice(page)).toContainText('Locker bank has been saved successfully.')
})
