import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { dateTimeText } from '#platform/date-format.ts'
import { changePreload, choose, expect, flawsInBothThemes, flawsOf, goTo, test, USERS, WIDE } from './fixtures.ts'

test.use({ viewport: WIDE })

const list = (page: Page) => page.getByRole('grid', { name: 'Locker banks' })
const row = (page: Page, name: string) => list(page).getByRole('row').filter({ hasText: name })
const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const tab = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()

async function openList(page: Page) {
  await goTo(page, '/lockerbank/list')
  await expect(list(page)).toBeVisible()
}
async function openBank(page: Page, name: string) {
  await openList(page)
  await page.getByRole('link', { name: `Edit: ${name}` }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}
/** Prefix of the codes of banks in this file. */
const OURS = 'E2E-'
let number = 0
/** A separate bank for a test that changes it. */
async function createBank(page: Page, name: string) {
  await goTo(page, '/lockerbank/create')
  await choose(page, 'Property', 'Riverside Quay')
  await choose(page, 'Building', 'Quay North')
  await page.getByLabel('Locker bank code').fill(`${OURS}${++number}`)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Address').fill('Lobby')
  await save(page)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test.beforeEach(({ signIn }) => signIn())
// Other tests may use the same server and count the demo's rows.
test.afterEach(({ page }) =>
  page.evaluate(async (SearchText) => {
    const ask = async (path: string, body: unknown) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('residentialApp.apiToken')}`,
        'content-type': 'application/json',
      }
      return (await fetch(`/api/lockerbank/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    }
    const rows: { LockerbankId: string }[] = JSON.parse((await ask('getalllockerbanks', { SearchText })).Data.Data)
    if (rows.length > 0)
      await ask(
        'deletelockerbanks',
        rows.map((bank) => bank.LockerbankId),
      )
  }, OURS),
)

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

test('a user without the permission is refused', async ({ page, browser, product, signIn }) => {
  const other = await (await browser.newContext({ baseURL: product })).newPage()
  await signIn(USERS.leasing, other)
  await goTo(other, '/lockerbank/list')
  await expect(other.getByRole('alert')).toContainText('You are not authorized to navigate to requested page.')
  await expect(other).not.toHaveURL(/lockerbank/)
  await other.context().close()
  await expect(page.getByRole('link', { name: 'Locker banks' })).toBeVisible()
})
