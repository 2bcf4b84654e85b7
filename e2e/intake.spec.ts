import type { Page } from '@playwright/test'
import { PHOTO_EXAMPLE } from '#features/packages/testing/examples.ts'
import { barcode, showToCamera } from './camera.ts'
import { cellsOf, choose, expect, goTo, test, USERS, WIDE } from './fixtures.ts'

test.use({ viewport: WIDE })
test.beforeEach(({ signIn }) => signIn(USERS.mailroom))

const form = (page: Page) => page.getByRole('form', { name: 'Quick intake' })
const number = (page: Page) => form(page).getByRole('textbox', { name: 'Tracking number' })
const booked = (page: Page) => page.getByRole('region', { name: 'Booked in this session' }).getByRole('listitem')
const unsent = (page: Page) => page.getByRole('region', { name: 'Not sent yet' }).getByRole('listitem')

/** Types as a hand scanner does: the text, then Enter. */
async function scan(page: Page, text: string) {
  await page.keyboard.insertText(text)
  await page.keyboard.press('Enter')
}

/** Chooses the first resident of a unit by keyboard. */
async function recipient(page: Page, unit: string) {
  await expect(form(page).getByRole('combobox', { name: 'Recipient' })).toBeFocused()
  await page.keyboard.insertText(unit)
  await expect(page.getByRole('option').filter({ visible: true }).first()).toContainText(unit)
  await page.keyboard.press('Enter')
  await expect(form(page).getByRole('combobox', { name: 'Advice tag' })).toBeFocused()
}

async function open(page: Page) {
  await goTo(page, '/package/new')
  await expect(number(page)).toBeFocused()
}

test('books packages by keyboard alone, and asks about a number that is on site', async ({ page }) => {
  await open(page)
  await scan(page, 'E2E-INTAKE-1')
  const courier = form(page).getByRole('combobox', { name: 'Courier' })
  await expect(courier).toBeFocused()
  // Enter takes the first match and does not book.
  await page.keyboard.insertText('parcel swi')
  await expect(page.getByRole('option', { name: 'Swift Parcel' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(courier).toHaveValue('Swift Parcel')
  await recipient(page, '101')
  await page.keyboard.press('Enter')
  await expect(booked(page)).toHaveCount(1)
  await expect(booked(page)).toContainText('E2E-INTAKE-1')

  // The courier is that of the package before.
  await expect(number(page)).toBeFocused()
  await scan(page, 'e2e intake 2')
  await recipient(page, '101')
  await page.keyboard.press('Enter')
  await expect(booked(page)).toHaveCount(2)

  await scan(page, 'E2EINTAKE2')
  await expect(form(page).getByText('A package with this tracking number is already here')).toBeVisible()
  await recipient(page, '102')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Book anyway' }).click()
  await expect(booked(page)).toHaveCount(3)

  await goTo(page, '/search?Q=E2E-INTAKE-1')
  await expect(cellsOf(page.getByRole('grid'), 'Status')).toHaveText([/In Mailroom/])
})

test('keeps what is booked without a connection, also over a reload, and sends it once', async ({ page }) => {
  await open(page)
  await scan(page, 'E2E-INTAKE-3')
  await choose(page, 'Courier', 'Swift Parcel')
  await recipient(page, '102')
  const calls: string[] = []
  await page.route('**/api/packages/createorupdate/**', (route) => {
    calls.push(route.request().url())
    return route.abort()
  })
  await form(page).getByRole('button', { name: 'Book package' }).click()
  await expect(unsent(page)).toContainText('Waiting to be sent')
  await expect(number(page)).toHaveValue('')
  await goTo(page, '/search')
  await page.reload()
  await page.getByRole('status').getByRole('link', { name: 'Quick intake' }).click()
  await expect(unsent(page)).toContainText('E2E-INTAKE-3')
  await page.unroute('**/api/packages/createorupdate/**')
  await expect(unsent(page)).toHaveCount(0)
  await expect(booked(page)).toContainText('E2E-INTAKE-3')
  expect(new Set(calls).size).toBe(1)
  await goTo(page, '/search?Q=E2E-INTAKE-3')
  await expect(page.getByRole('rowheader')).toHaveCount(1)
})

test('sends what is behind a booking that fails, and drops that one', async ({ page }) => {
  await open(page)
  let failing = ''
  await page.route('**/api/packages/createorupdate/**', (route) => {
    failing ||= route.request().url()
    if (route.request().url() !== failing) return route.fallback()
    return route.fulfill({ status: 500, json: { Title: 'Error', Message: 'This one breaks the server.' } })
  })
  const book = async (text: string) => {
    await expect(number(page)).toBeFocused()
    await scan(page, text)
    await recipient(page, '102')
    await page.keyboard.press('Enter')
  }
  await scan(page, 'E2E-INTAKE-6')
  await choose(page, 'Courier', 'Swift Parcel')
  await recipient(page, '102')
  await page.keyboard.press('Enter')
  await expect(unsent(page)).toContainText('Last try: This one breaks the server.')
  await book('E2E-INTAKE-7')
  await expect(booked(page)).toContainText('E2E-INTAKE-7')
  await expect(unsent(page)).toContainText('E2E-INTAKE-6')
  // What is half typed is neither replaced nor left without a question.
  await number(page).fill('E2E-INTAKE-HALF')
  await unsent(page).getByRole('button', { name: 'Correct' }).click()
  await page.getByRole('dialog', { name: 'Replace what you have typed?' }).getByRole('button', { name: 'Cancel' }).click()
  await goTo(page, '/search')
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click()
  await expect(number(page)).toHaveValue('E2E-INTAKE-HALF')
  await unsent(page).getByRole('button', { name: 'Correct' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
  await expect(number(page)).toHaveValue('E2E-INTAKE-6')
  await number(page).fill('')
  await unsent(page).getByRole('button', { name: 'Do not book' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Do not book' }).click()
  await expect(unsent(page)).toHaveCount(0)
})

test('a booking that is corrected is not sent meanwhile, and books one package', async ({ page }) => {
  await open(page)
  const ids: string[] = []
  let isBroken = true
  await page.route('**/api/packages/createorupdate/**', (route) => {
    ids.push(route.request().url())
    return isBroken ? route.fulfill({ status: 500, json: { Title: 'Error', Message: 'Broken.' } }) : route.fallback()
  })
  await scan(page, 'E2E-INTAKE-11')
  await choose(page, 'Courier', 'Swift Parcel')
  await recipient(page, '102')
  await page.keyboard.press('Enter')
  await expect(unsent(page)).toContainText('Last try: Broken.')
  await unsent(page).getByRole('button', { name: 'Correct' }).click()
  await expect(unsent(page)).toContainText('Being corrected')
  await form(page).getByRole('button', { name: 'Stop correcting' }).click()
  await expect(number(page)).toHaveValue('')
  await unsent(page).getByRole('button', { name: 'Correct' }).click()
  await expect(form(page).getByText('A package with this tracking number is already here')).toBeHidden()
  isBroken = false
  const tries = ids.length
  // Without the correction it would be sent again at once when the connection is back.
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await number(page).fill('E2E-INTAKE-12')
  // Enter in a number that was changed moves on: what is known of it has to be seen first.
  await page.keyboard.press('Enter')
  await expect(form(page).getByRole('combobox', { name: 'Advice tag' })).toBeFocused()
  expect(ids.length).toBe(tries)
  await page.keyboard.press('Enter')
  await expect(booked(page)).toContainText('E2E-INTAKE-12')
  await expect(unsent(page)).toHaveCount(0)
  expect([ids.length, new Set(ids).size]).toEqual([tries + 1, 1])
  await goTo(page, '/search?Q=E2E-INTAKE-11')
  await expect(page.getByText('No results match these filters.')).toBeVisible()
  await goTo(page, '/search?Q=E2E-INTAKE-12')
  await expect(page.getByRole('rowheader')).toHaveCount(1)
})

test('keeps what is scanned while the mailroom is looked up', async ({ page }) => {
  await open(page)
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  let asked = false
  await page.route('**/api/building/*/mailRooms', async (route) => {
    asked = true
    await isAnswered
    return route.fallback()
  })
  await scan(page, 'E2E-INTAKE-8')
  await choose(page, 'Courier', 'Swift Parcel')
  await recipient(page, '102')
  await page.keyboard.press('Enter')
  await expect(number(page)).toHaveValue('')
  await scan(page, 'E2E-INTAKE-9')
  await expect(booked(page)).toHaveCount(0)
  expect(asked).toBe(true)
  answer()
  await expect(booked(page)).toContainText('E2E-INTAKE-8')
  await expect(number(page)).toHaveValue('E2E-INTAKE-9')
  await expect(form(page).getByRole('combobox', { name: 'Recipient' })).toBeFocused()
})

test('says that recipients cannot be searched without a connection', async ({ page, context }) => {
  await open(page)
  await context.setOffline(true)
  const search = form(page).getByRole('combobox', { name: 'Recipient' })
  await search.fill('101')
  await expect(search).toHaveAccessibleDescription(/The server cannot be reached/)
  await context.setOffline(false)
  await expect(page.getByRole('option').filter({ visible: true }).first()).toContainText('101')
  await expect(search).not.toHaveAccessibleDescription(/The server cannot be reached/)
})

test('does not send what another user of the browser booked', async ({ page, signIn }) => {
  await open(page)
  await page.route('**/api/packages/createorupdate/**', (route) => route.abort())
  await scan(page, 'E2E-INTAKE-10')
  await choose(page, 'Courier', 'Swift Parcel')
  await recipient(page, '102')
  await page.keyboard.press('Enter')
  await expect(unsent(page)).toContainText('Waiting to be sent')
  // Another tab of the browser is signed in by another user.
  const other = await page.context().newPage()
  await signIn(USERS.manager, other)
  await page.unroute('**/api/packages/createorupdate/**')
  await expect(unsent(page)).toContainText('Another user of this browser booked it.')
  await goTo(other, '/package/new')
  await expect(number(other)).toBeVisible()
  await expect(unsent(other)).toHaveCount(0)
})

test('notifies the recipients of a batch at its end', async ({ page }) => {
  await open(page)
  await form(page).getByRole('checkbox', { name: 'Batch: notify all at the end' }).check()
  await number(page).focus()
  await scan(page, 'E2E-INTAKE-4')
  await choose(page, 'Courier', 'Swift Parcel')
  await recipient(page, '103')
  await page.keyboard.press('Enter')
  await expect(form(page).getByText('Mailroom is required.')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option').filter({ visible: true })).not.toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(form(page).getByRole('combobox', { name: 'Mailroom' })).not.toHaveValue('')
  await page.keyboard.press('Enter')
  await expect(booked(page)).toHaveCount(1)
  await form(page).getByRole('button', { name: 'Notify all (1)' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Packages of the batch: 1.')
  await expect(form(page).getByRole('button', { name: /^Notify all/ })).toBeHidden()
})

test('twenty packages are booked one after the other, and their recipients notified at once', async ({ page }) => {
  await open(page)
  await form(page).getByRole('checkbox', { name: 'Batch: notify all at the end' }).check()
  await number(page).focus()
  for (let nth = 1; nth <= 20; nth += 1) {
    await scan(page, `E2E-BATCH-${nth}`)
    if (nth === 1) await choose(page, 'Courier', 'Swift Parcel')
    await recipient(page, '101')
    await page.keyboard.press('Enter')
    await expect(number(page)).toBeFocused()
  }
  await form(page).getByRole('button', { name: 'Notify all (20)' }).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'Packages of the batch: 20. Recipients notified: 1.',
  )
  await goTo(page, '/search?Q=E2E-BATCH')
  await expect(page.getByText('1–20 of 20')).toBeVisible()
})

test('reads a barcode with the camera, and keeps a photo of the label', async ({ page }) => {
  await page.addInitScript(showToCamera, await barcode('E2EINTAKE5', 'Code128'))
  await page.reload()
  await open(page)
  await form(page).getByRole('button', { name: 'Scan with the camera' }).click()
  await expect(number(page)).toHaveValue('E2EINTAKE5')
  await expect(number(page)).toBeFocused()

  const buffer = Buffer.from(PHOTO_EXAMPLE.split(',')[1] ?? '', 'base64')
  const chooser = page.waitForEvent('filechooser')
  await form(page).getByRole('button', { name: 'Take a photo' }).click()
  await (await chooser).setFiles({ name: 'label.png', mimeType: 'image/png', buffer })
  await expect(form(page).getByRole('img', { name: 'Photo of the label' })).toBeVisible()
  await choose(page, 'Courier', 'Swift Parcel')
  await recipient(page, '101')
  await page.keyboard.press('Enter')
  await booked(page).getByRole('link', { name: 'Package', exact: true }).click()
  await page.getByRole('link', { name: 'Photo of the label' }).click()
  await expect(page.getByRole('img', { name: 'Photo of the label' })).toBeVisible()
})

test('a number that is scanned into the courier stays there alone, and says so', async ({ page }) => {
  await open(page)
  const courier = form(page).getByRole('combobox', { name: 'Courier' })
  await courier.focus()
  for (const number of ['1Z999AA10123456784', 'JD014600006281230704']) {
    await page.keyboard.insertText(number)
    await page.keyboard.press('Enter')
    await expect(courier).toHaveValue(number)
    await expect(page.getByText('Nothing matches.').filter({ visible: true })).toBeVisible()
  }
})

test('passes what is typed on to all fields for somebody who is no resident, and leaves nothing unsaved behind', async ({
  page,
}) => {
  await open(page)
  await scan(page, 'E2E-SOMEBODY')
  await page.keyboard.insertText('swi')
  await expect(page.getByRole('option', { name: 'Swift Parcel' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Quick intake' })).toHaveAttribute('data-unsaved')
  await form(page).getByRole('button', { name: 'Not a resident' }).click()
  await expect(page.getByRole('textbox', { name: 'Tracking number' })).toHaveValue('E2E-SOMEBODY')
  await expect(page.getByRole('combobox', { name: 'Courier' })).toHaveValue('Swift Parcel')
  await expect(page.getByRole('link', { name: 'Quick intake' })).not.toHaveAttribute('data-unsaved')
  await page.getByRole('textbox', { name: 'Name' }).fill('Sam Somebody')
  await page.getByRole('textbox', { name: 'Unit Number' }).fill('1A')
  await choose(page, 'Property', 'Riverside Quay')
  await choose(page, 'Building', 'Quay North')
  await page.getByRole('combobox', { name: 'Mailroom' }).click()
  await page.getByRole('option').filter({ visible: true }).first().click()
  await expect(page.getByLabel('Expiry')).not.toHaveValue('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Package \w+$/)
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Sam Somebody')
})
