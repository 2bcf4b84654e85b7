import { cellsOf, choose, expect, goTo, test, USERS, WIDE } from './fixtures.ts'
import {
  begin,
  chooseMailroom,
  heading,
  inLockers,
  notice,
  open,
  pendingPackage,
  type Row,
  save,
} from './package-form-screens.ts'

test.use({ viewport: WIDE })

test.beforeEach(({ signIn }) => signIn(USERS.mailroom))

test('a package is booked, found in the list, changed, and collected', async ({ page }) => {
  await begin(page, '101')
  const name = await page.getByRole('textbox', { name: 'Name' }).inputValue()
  await choose(page, 'Courier', 'Swift Parcel')
  await page.getByRole('textbox', { name: 'Tracking number' }).fill('E2E-FORM-1')
  await save(page).click()
  await expect(notice(page)).toContainText('You must select a mail room')
  const mailroom = page.getByRole('combobox', { name: 'Mailroom' })
  await expect(mailroom).toHaveAttribute('aria-invalid', 'true')
  await expect(mailroom).toHaveAccessibleDescription(/You must select a mail room/)
  await expect(mailroom).toBeFocused()
  await page.getByRole('combobox', { name: 'Mailroom' }).click()
  await page.getByRole('option').filter({ visible: true }).first().click()
  await expect(page.getByLabel('Expiry')).not.toHaveValue('')
  const number = await page.getByRole('textbox', { name: 'Package number' }).inputValue()
  await save(page).click()
  await expect(heading(page)).toHaveText(`Package ${number}`)
  await expect(page.getByText('In Mailroom').first()).toBeVisible()

  await page.getByRole('textbox', { name: 'Note' }).fill('Wet on one side')
  await save(page).click()
  await expect(notice(page)).toContainText('Package has been saved successfully.')
  await choose(page, 'Status', 'Collected by Recipient')
  await expect(page.getByLabel('Collection')).not.toHaveValue('')
  await save(page).click()
  await expect(page.getByText('Collected by Recipient').first()).toBeVisible()
  await expect(save(page)).toBeHidden()

  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'In Mailroom' }).first()).toContainText(
    `${USERS.mailroom.name}Changed: note`,
  )
  await page.getByRole('article').getByRole('link', { name: 'Notices' }).click()
  await expect(
    page.getByText('No notices have been made for this package.').or(page.getByText('Collected · E-mail')),
  ).toBeVisible()

  await goTo(page, '/search?Q=E2E-FORM-1')
  await expect(cellsOf(page.getByRole('grid'), 'ResidentName')).toHaveText([name])
})

test('a required value is shown at its field, and what was typed stays', async ({ page }) => {
  await begin(page, '102')
  await page.getByRole('textbox', { name: 'Tracking number' }).fill('E2E-FORM-2')
  await page.getByRole('textbox', { name: 'Package number' }).fill('')
  await save(page).click()
  await expect(notice(page)).toContainText('Package number cannot be empty')
  await expect(page.getByRole('textbox', { name: 'Tracking number' })).toHaveValue('E2E-FORM-2')
})

test('of two clerks who change a package, the second is shown what the first changed, and keeps what was typed', async ({
  page,
  browser,
  signIn,
  product,
}) => {
  await goTo(page, '/search?StatusGroupIds=1')
  await page.getByRole('rowheader').first().click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeVisible()
  const address = page.url()
  const other = await (await browser.newContext({ baseURL: product })).newPage()
  await signIn(USERS.manager, other)
  await other.goto(address)
  // The page follows a colleague's changes only while nothing is typed.
  await page.getByRole('textbox', { name: 'Note' }).fill('From the mailroom')
  await other.getByRole('textbox', { name: 'Note' }).fill('From the manager')
  await other.getByRole('textbox', { name: 'Tracking number' }).fill('E2E-FORM-BY-MANAGER')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(notice(other)).toContainText('Package has been saved successfully.')
  await save(page).click()
  const changed = page.getByRole('region', { name: 'Changed by somebody else meanwhile' })
  await expect(changed).toBeVisible()
  await expect(changed.getByText(`by ${USERS.manager.name}`)).toBeVisible()
  await expect(changed.locator('time')).toBeVisible()
  await expect(changed).toContainText(/Changed: tracking number \(.* → E2E-FORM-BY-MANAGER\), note/)
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('From the mailroom')
  await expect(changed.getByRole('row', { name: /^Tracking number/ })).toContainText('E2E-FORM-BY-MANAGERNot changed by you')
  await expect(changed.getByRole('row', { name: /^Note/ })).toContainText('From the managerFrom the mailroom')
  await expect(page.getByRole('textbox', { name: 'Tracking number' })).toHaveValue('E2E-FORM-BY-MANAGER')
  await save(page).click()
  await expect(notice(page)).toContainText('Package has been saved successfully.')
  await expect(changed).toBeHidden()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('From the mailroom')
  await expect(page.getByRole('textbox', { name: 'Tracking number' })).toHaveValue('E2E-FORM-BY-MANAGER')

  // A choice is shown by its name, and theirs can be taken.
  await other.reload()
  await expect(other.getByRole('textbox', { name: 'Note' })).toHaveValue('From the mailroom')
  await other.getByRole('textbox', { name: 'Tracking number' }).fill('E2E-FORM-SEEN')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Tracking number' })).toHaveValue('E2E-FORM-SEEN')
  await page.getByRole('textbox', { name: 'Note' }).fill('Mine')
  await choose(other, 'Courier', 'Swift Parcel')
  await other.getByRole('textbox', { name: 'Note' }).fill('Once more')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByText('Unsaved changes')).toBeHidden()
  await save(page).click()
  await changed.getByRole('button', { name: 'Take theirs: Note' }).click()
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Once more')
  await other.context().close()
})

test('the form does not move when one begins to type', async ({ page }) => {
  const [inLocker] = await inLockers(page, 'InLocker')
  for (const width of [1280, 1440, 1600, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await open(page, inLocker!)
    const status = page.getByRole('combobox', { name: 'Status' })
    const before = await status.boundingBox()
    const note = page.getByRole('textbox', { name: 'Note' })
    await note.fill(`${await note.inputValue()}x`)
    await expect(page.getByText('Unsaved changes')).toBeVisible()
    expect([width, await status.boundingBox()]).toEqual([width, before])
    await note.fill('')
    await page.reload()
  }
})

test('the form asks about a tracking number that another package on site has, and saves anyway', async ({ page }) => {
  const inLocker = await inLockers(page, 'InLocker')
  // Other tests drop packages off without a number.
  const there = inLocker.find(({ TrackingNumber }) => TrackingNumber) as Row
  const other = inLocker.find((one) => one.PropertyId === there.PropertyId && one.TrackingNumber !== there.TrackingNumber) as Row
  const question = page.getByRole('dialog', { name: /^A package with this tracking number is already here/ })
  await open(page, other)
  await page.getByRole('textbox', { name: 'Tracking number' }).fill(there.TrackingNumber)
  await save(page).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('textbox', { name: 'Tracking number' })).toHaveAccessibleDescription(/is already here/)
  await save(page).click()
  await question.getByRole('button', { name: 'Save anyway' }).click()
  await expect(notice(page)).toContainText('Package has been saved successfully.')

  await begin(page, '101')
  await choose(page, 'Courier', 'Swift Parcel')
  await page.getByRole('textbox', { name: 'Tracking number' }).fill('E2E-FORM-TWICE')
  await chooseMailroom(page)
  await save(page).click()
  await expect(heading(page)).toHaveText(/^Package \w+$/)
  await begin(page, '101')
  await choose(page, 'Courier', 'Swift Parcel')
  await page.getByRole('textbox', { name: 'Tracking number' }).fill('E2E-FORM-TWICE')
  await chooseMailroom(page)
  const number = await page.getByRole('textbox', { name: 'Package number' }).inputValue()
  await save(page).click()
  await question.getByRole('button', { name: 'Save anyway' }).click()
  await expect(heading(page)).toHaveText(`Package ${number}`)
})

test('an action that changed none of the packages says so', async ({ page, terminal }) => {
  const pending = await pendingPackage(page, terminal)
  await goTo(page, `/search?Q=${pending.PackageNumber}`)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Extend expiry' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Extend expiry' }).click()
  await expect(notice(page)).toContainText('Failed to extend expiry.')
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Send notice again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send notice again' }).click()
  await expect(notice(page)).toContainText('Notifications could not be sent.')
})

test('an action on chosen packages reports its result or failure, and on many is a job', async ({ page }) => {
  await test.step('an action that the server fails names what failed, and its dialog stays', async () => {
    await goTo(page, '/search')
    await page.getByRole('rowheader').first().waitFor()
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    for (const [action, text] of [
      ['Extend expiry', 'Failed to extend expiry.'],
      ['Send notice again', 'Notifications could not be sent.'],
    ] as const) {
      await page.route(/\/api\/packages\/(extendexpiry|resendnotifications)\//, (route) =>
        route.fulfill({ status: 500, json: {} }),
      )
      await page.getByRole('button', { name: action }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: action }).click()
      await expect(dialog.getByRole('alert')).toContainText(text)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog).toBeHidden()
    }
    await page.unrouteAll()
  })
  await test.step('expiry is extended for chosen packages, with a report of those that cannot', async () => {
    await goTo(page, '/search')
    await expect(page.getByRole('rowheader')).toHaveCount(20)
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: 'Extend expiry' }).click()
    await page.getByRole('dialog').getByLabel('Weekdays').fill('2')
    await page.getByRole('dialog').getByRole('button', { name: 'Extend expiry' }).click()
    await expect(notice(page)).toContainText('packages: expiry has been extended.')
  })
  await test.step('an action on more than a hundred packages is a job, whose progress and result are shown on another screen', async () => {
    await goTo(page, '/search')
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: /^Select all [\d,]+/ }).click()
    await page.getByRole('button', { name: 'Extend expiry' }).click()
    await page.getByRole('dialog').getByLabel('Weekdays').fill('1')
    await page.getByRole('dialog').getByRole('button', { name: 'Extend expiry' }).click()
    // The number and not the bar, which has no width before the first packages are done.
    await expect(page.getByText(/^[\d,]+ of [\d,]+/)).toBeVisible()
    await goTo(page, '/about')
    await expect(notice(page)).toContainText('packages: expiry has been extended.')
    await expect(page.getByRole('progressbar')).toHaveCount(0)
  })
})
