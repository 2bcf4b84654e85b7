import { PHOTO_EXAMPLE } from '#features/packages/testing/examples.ts'
import { ask } from './bank-by-api.ts'
import { barcode, showToCamera } from './camera.ts'
import { cellsOf, choose, expect, goTo, test, USERS, WIDE } from './fixtures.ts'
import { booked, bookWithPhoto, form, number, open, recipient, scan } from './intake-screens.ts'

test.use({ viewport: WIDE })

test.beforeEach(({ signIn }) => signIn(USERS.mailroom))

test('books packages by keyboard alone, and asks about a number that is on site', async ({ page }) => {
  await open(page)
  await scan(page, 'E2E-INTAKE-FIRST')
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
  await expect(booked(page)).toContainText('E2E-INTAKE-FIRST')

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

  await goTo(page, '/search?Q=E2E-INTAKE-FIRST')
  await expect(cellsOf(page.getByRole('grid'), 'Status')).toHaveText([/In Mailroom/])
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

test('notifies the recipients of a batch at its end', async ({ page }) => {
  await open(page)
  await form(page).getByRole('checkbox', { name: 'Batch: notify all at the end' }).check()
  await number(page).focus()
  await scan(page, 'E2E-INTAKE-4')
  await choose(page, 'Courier', 'Swift Parcel')
  await recipient(page, '103')
  await page.keyboard.press('Enter')
  await expect(form(page).getByText('Mailroom is required.')).toBeVisible()
  await expect(form(page).getByRole('combobox', { name: 'Mailroom' })).toBeFocused()
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
  await page.addInitScript(showToCamera, [await barcode('E2EINTAKE5', 'Code128')])
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
  await open(page)
  await form(page).getByRole('button', { name: 'Scan with the camera' }).click()
  await expect(number(page)).toHaveValue('E2EINTAKE5')
  await expect(number(page)).toBeFocused()

  const buffer = Buffer.from(PHOTO_EXAMPLE.split(',')[1] ?? '', 'base64')
  const chooser = page.waitForEvent('filechooser')
  await form(page).getByRole('button', { name: 'Take a photo' }).click()
  await (await chooser).setFiles({ name: 'label.png', mimeType: 'image/png', buffer })
  await bookWithPhoto(page)
})

test('takes the number from a label with several codes, and no address', async ({ page }) => {
  const address = '[)>\u001e01\u001d96336091062\u001d840\u001d002\u001d1Z44070023\u001dUPSN\u001dXX3150\u001dMIAMI\u001e\u0004'
  const codes = [
    await barcode(address, 'MaxiCode'),
    await barcode('(420)78745', 'Code128', 'gs1'),
    await barcode('(420)78745(94)00111206206406260787', 'Code128', 'gs1'),
  ]
  await page.addInitScript(showToCamera, codes)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
  await open(page)
  await form(page).getByRole('button', { name: 'Scan with the camera' }).click()
  await expect(number(page)).toHaveValue('9400111206206406260787')

  // A hand scanner that drops the separators.
  await number(page).fill('')
  await scan(page, '[)>01963360910628400021Z44070023UPSNXX3150MIAMI')
  await expect(form(page).getByText('This code has no tracking number in it.')).toBeVisible()
  await scan(page, '1Z5R89390357567127')
  await expect(number(page)).toHaveValue('1Z5R89390357567127')
  await expect(form(page).getByText('This code has no tracking number in it.')).toBeHidden()
})

test('offers the courier of a number without a check digit, and keeps it for the next that may be of it', async ({
  page: clerk,
  signIn,
}) => {
  // A manager adds couriers, and books with them.
  const page = await clerk.context().newPage()
  await signIn(USERS.manager, page)
  const ids: string[] = []
  for (const Name of ['Amazon', 'FedEx']) ids.push((await ask<{ Id: string }>(page, '/courier/save', { Name, SortOrder: 90 })).Id)
  const courier = form(page).getByRole('combobox', { name: 'Courier' })
  try {
    await open(page)
    await scan(page, 'TBA502887274000')
    await expect(courier).toHaveValue('')
    const offered = form(page).getByRole('group', { name: 'May be from' }).getByRole('button')
    await expect(offered).toHaveText(['Amazon'])
    await expect(offered).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(courier).toHaveValue('Amazon')
    await recipient(page, '101')
    await page.keyboard.press('Enter')
    await expect(booked(page)).toHaveCount(1)
    await scan(page, 'TBA502887274001')
    await expect(courier).toHaveValue('Amazon')
    await number(page).fill('996578788855')
    const misread = 'This is not a valid number of FedEx. Please scan it again.'
    await expect(form(page).getByText(misread)).toBeVisible()
    await test.step('a number of no known carrier does not get the courier that the number before named', async () => {
      await number(page).fill('')
      await scan(page, 'SW-4711-0815')
      await expect(courier).toHaveValue('')
      await number(page).fill('')
    })
    await test.step('the form fills in the courier of a number, and says that one is misread', async () => {
      await goTo(page, '/package/new')
      const tracking = page.getByRole('textbox', { name: 'Tracking number' })
      await tracking.fill('996578788855')
      await expect(tracking).toHaveAccessibleDescription(misread)
      await tracking.fill('986578788855')
      await tracking.blur()
      await expect(page.getByRole('combobox', { name: 'Courier' })).toHaveValue('FedEx')
      await expect(tracking).toHaveAccessibleDescription('')
    })
  } finally {
    await ask(page, '/courier/delete', ids)
  }
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
  await expect(form(page).getByRole('combobox', { name: 'Courier' })).toBeFocused()
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
