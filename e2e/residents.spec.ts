import { readFile } from 'node:fs/promises'
import { choose, expect, flawsOf, goTo, test, USERS } from './fixtures.ts'
import {
  createResident,
  deleteOursAfterEach,
  list,
  notice,
  openList,
  openResident,
  openResidentOf,
  row,
  save,
} from './resident-screens.ts'

deleteOursAfterEach()

test.beforeEach(({ signIn }) => signIn())

test('the list shows residents with their homes, and is filtered by chips that stay in the address', async ({ page }) => {
  await openList(page)
  await expect(list(page).getByRole('columnheader')).toContainText([
    'First Name',
    'Last Name',
    'Unit Number',
    'Building',
    'Property',
    'Status',
    'Edit',
  ])
  await page.getByRole('button', { name: 'Flag: Any' }).click()
  await page.getByRole('option', { name: 'Out Of Town' }).click()
  await expect(page).toHaveURL(/ResidentFlag=2/)
  const mark = page.getByRole('img', { name: 'Out Of Town' })
  await expect(list(page).getByRole('row').filter({ has: mark }).first()).toBeVisible()
  // Only the header row has none.
  await expect(list(page).getByRole('row').filter({ hasNot: mark })).toHaveCount(1)
})

test('the list is filtered by every filter at once, and each alone would exclude others', async ({ page }) => {
  const lastName = await createResident(page)
  await openResident(page, lastName)
  await page.getByRole('switch', { name: 'Out of town' }).click()
  await save(page)
  await openList(page)
  // Only the first few of the filters that are not set are shown.
  await expect(page.getByRole('button', { name: /: Any$/ })).toHaveText(['Property: Any', 'Occupancy status: Any', 'Flag: Any'])
  const type = async (name: string, text: string) => {
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
    await page.getByRole('searchbox', { name }).fill(text)
    await page.keyboard.press('Enter')
  }
  const pick = async (name: string, option: string) => {
    await page.getByRole('button', { name: `${name}: Any` }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await type('Last Name', lastName)
  await type('First Name', 'Robin')
  await type('Unit Number', '9001')
  await pick('Property', 'Riverside Quay')
  await pick('Building', 'Quay North')
  await pick('Occupancy status', 'Current')
  await type('Email', 'robin@example')
  const sent = page.waitForRequest(
    (request) => request.url().endsWith('/getallresidents') && request.postDataJSON().ResidentFlag !== undefined,
  )
  await pick('Flag', 'Out Of Town')
  const id = expect.stringMatching(/^[0-9a-f-]{36}$/)
  expect((await sent).postDataJSON()).toMatchObject({
    LastName: lastName,
    FirstName: 'Robin',
    UnitNumber: '9001',
    PropertyId: id,
    BuildingId: id,
    OccupancyStatusType: 1,
    Email: 'robin@example',
    ResidentFlag: 2,
  })
  await expect(row(page, lastName)).toHaveCount(1)
  await expect(list(page).getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: /^Flag: Out/ }).click()
  await page.getByRole('option', { name: 'Opt Out', exact: true }).click()
  await expect(page.getByText('No results match these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page).toHaveURL(/#\/resident\/list$/)
})

test('a resident is created, and missing values are shown at the field, one after the other', async ({ page }) => {
  await goTo(page, '/resident/create')
  await save(page)
  await expect(notice(page)).toContainText('First name cannot be empty')
  await expect(page.getByLabel('First Name')).toBeFocused()
  expect(await flawsOf(page)).toEqual([])
  const lastName = await createResident(page)
  await openList(page, `?LastName=${lastName}`)
  await expect(row(page, lastName)).toContainText('Current')
})

test('a mobile number to which no SMS can be sent has a hint; an extension is cut off, and other forms are read', async ({
  page,
}) => {
  const lastName = await createResident(page)
  await openResident(page, lastName)
  const phone = page.getByLabel('Cell phone')
  const noSms = 'No text message can be sent to this number. Check its digits and its country code.'
  await phone.fill('+1 202 555 01234')
  await expect(phone).toHaveAccessibleDescription(noSms)
  expect(await flawsOf(page)).toEqual([])
  await phone.fill('tel:+1 (457) 555‑0107 x12')
  await expect(phone).toHaveAccessibleDescription('The extension is left out: text messages go to the number alone.')
  await save(page)
  await expect(phone).toHaveValue('+1 (457) 555-0107')
  await expect(phone).not.toHaveAccessibleDescription(/./)
  await phone.fill('555-010-7777-8')
  await expect(phone).toHaveAccessibleDescription(noSms)
  await save(page)
  await page.reload()
  await expect(phone).toHaveValue('555-010-7777-8')
  await expect(phone).toHaveAccessibleDescription(noSms)
})

test('a resident is found by typing; a form without a change shows a notice and returns', async ({ page }) => {
  const lastName = await createResident(page)
  await test.step('a resident is found by typing', async () => {
    await goTo(page, '/about')
    await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Go to …').fill(lastName.toLowerCase())
    await page.getByRole('button', { name: `Robin ${lastName}` }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Robin ${lastName}` })).toBeVisible()
  })
  await test.step('a form without a change shows a notice and returns', async () => {
    await openResident(page, lastName)
    await save(page)
    await expect(notice(page)).toContainText('Form contains no change')
    await expect(list(page)).toBeVisible()
  })
})

test('a resident is out of town from one day to another', async ({ page }) => {
  const lastName = await createResident(page)
  await openResident(page, lastName)
  await choose(page, 'Language of messages', 'Deutsch')
  await page.getByRole('switch', { name: 'Out of town' }).click()
  await page.getByLabel('First day away').fill('2099-01-10')
  await save(page)
  await expect(notice(page)).toContainText('Enter both the first day away and the day of return, or neither.')
  await page.getByLabel('Day of return').fill('2099-01-20')
  await save(page)
  await expect(notice(page)).toContainText('saved')
  await openList(page, `?LastName=${lastName}`)
  await expect(row(page, lastName).getByRole('img', { name: 'Out Of Town' })).toBeVisible()
})

test('the page of a resident shows the packages and their history', async ({ page, terminal }) => {
  const { agent, resident, run } = terminal
  await run('drop-off', '--agent', agent.userName, '--pin', agent.pin, '--name', resident.name)
  await run('collect', '--code', resident.accessCode)
  await openResidentOf(page, terminal)
  await page.getByRole('link', { exact: true, name: 'Packages' }).click()
  // A package that has left still shows when it would have expired.
  const collected = page.getByRole('grid', { name: 'Packages' }).getByRole('row').filter({ hasText: 'Collected by Recipient' })
  await expect(
    collected
      .first()
      .getByRole('gridcell')
      .filter({ hasText: /^in \d+ days$/ }),
  ).toHaveCount(1)
  expect(await flawsOf(page)).toEqual([])
  await page.getByRole('link', { exact: true, name: 'History' }).click()
  await expect(page.getByRole('listitem').first()).toBeVisible()
})

test('the history shows a drop-off and a collection while it is open', async ({ page, terminal }) => {
  const { run, agent, resident } = terminal
  await openResidentOf(page, terminal)
  await page.getByRole('link', { exact: true, name: 'History' }).click()
  const entries = page.getByRole('region', { name: 'Packages' }).getByRole('listitem')
  await expect(entries.first()).toBeVisible()
  const before = await entries.count()
  await run('drop-off', '--agent', agent.userName, '--pin', agent.pin, '--name', resident.name, '--size', 'small')
  await expect(entries).toHaveCount(before + 1)
  await run('collect', '--code', resident.accessCode)
  await expect(entries).toHaveCount(before + 2)
})

test('all stored data of a resident is exported, and erased after a confirmation', async ({ page }) => {
  const lastName = await createResident(page)
  await openResident(page, lastName)
  const more = page.getByRole('button', { name: 'More' })
  await more.click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export personal data' }).click()
  const file = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
  expect(file.Resident.LastName).toBe(lastName)
  await more.click()
  await page.getByRole('menuitem', { name: 'Erase personal data' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Erase personal data' }).click()
  await expect(notice(page)).toContainText('The personal data of this resident has been erased.')
  await expect(page).toHaveURL(new RegExp(`/resident/list\\?LastName=${lastName}`))
  await expect(page.getByText('No results match these filters.')).toBeVisible()
})

test.describe('mailroom staff', () => {
  test('see a resident, but neither form nor code', async ({ page, signIn, browser }) => {
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const other = await context.newPage()
    await other.goto(new URL('/portal/#/login', page.url()).href)
    await signIn(USERS.mailroom, other)
    await openList(other)
    await list(other).getByRole('row').nth(1).getByRole('link').first().click()
    await expect(other).toHaveURL(/\/detail/)
    await expect(other.getByRole('link', { exact: true, name: 'Packages' })).toBeVisible()
    await expect(other.getByLabel('Locker access code')).toHaveCount(0)
    expect(await flawsOf(other)).toEqual([])
    await context.close()
  })
})
