import type { Page } from '@playwright/test'
import { groupIdOf, STATUSES, type StatusName } from '#features/package-statuses/statuses.ts'
import { ask } from './bank-by-api.ts'
import { cellsOf, choose, expect, flawsOf, goTo, type Terminal, test, USERS, WIDE } from './fixtures.ts'

test.use({ viewport: WIDE })
test.beforeEach(({ signIn }) => signIn(USERS.mailroom))

const notice = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Opens the form of a new package and chooses the first resident of a unit. */
async function begin(page: Page, unit: string) {
  await goTo(page, '/package/new?tab=form')
  await expect(heading(page)).toHaveText('New package')
  await page.getByRole('combobox', { name: 'Find a resident' }).fill(unit)
  await page.getByRole('option').filter({ visible: true }).first().click()
  await expect(page.getByRole('textbox', { name: 'Name' })).not.toHaveValue('')
}

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

test('expiry is extended for chosen packages, with a report of those that cannot', async ({ page }) => {
  await goTo(page, '/search')
  await expect(page.getByRole('rowheader')).toHaveCount(20)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Extend expiry' }).click()
  await page.getByRole('dialog').getByLabel('Weekdays').fill('2')
  await page.getByRole('dialog').getByRole('button', { name: 'Extend expiry' }).click()
  await expect(notice(page)).toContainText('packages: expiry has been extended.')
})

type Row = {
  PackageId: string
  StatusId: number
  PropertyId: string
  LockerName: string | null
  PackageNumber: string
  TrackingNumber: string
}
/** The packages with a status in lockers. */
async function inLockers(page: Page, status: StatusName): Promise<Row[]> {
  const query = { PageIndex: 1, PageSize: 100, StatusGroupIds: [groupIdOf(status)] }
  const { Data } = await ask<{ Data: Row[] }>(page, '/packages/getpackages', query)
  return Data.filter(({ StatusId, LockerName }) => StatusId === STATUSES[status].id && LockerName !== null)
}
/** A pending package in a locker; one is reported at the terminal if other tests have changed those of the demo. */
async function pendingPackage(page: Page, { agent, resident, run }: Terminal): Promise<Row> {
  const [pending] = await inLockers(page, 'Pending')
  if (pending) return pending
  await run('drop-off', '--agent', agent.userName, '--pin', agent.pin, '--name', resident.name)
  await run('collect', '--code', resident.accessCode, '--unit', resident.unitNumber, '--absent')
  const reported = () => inLockers(page, 'Pending')
  await expect.poll(reported).not.toEqual([])
  return (await reported())[0]!
}
const open = async (page: Page, { PackageId, PackageNumber }: Row) => {
  await goTo(page, `/package/detail/${PackageId}`)
  await expect(heading(page)).toHaveText(`Package ${PackageNumber}`)
}
const chooseMailroom = async (page: Page) => {
  await page.getByRole('combobox', { name: 'Mailroom' }).click()
  await page.getByRole('option').filter({ visible: true }).first().click()
}

test('a missing package that is found gets the expiry of the mailroom it goes to; one that is lost has none to change', async ({
  page,
}) => {
  const [missing] = await inLockers(page, 'Missing')
  await open(page, missing!)
  await choose(page, 'Status', 'Lost')
  await expect(page.getByLabel('Expiry')).toBeDisabled()
  await expect(page.getByRole('combobox', { name: 'Mailroom' })).toBeHidden()
  const asked = page.waitForResponse(/\/api\/package\/newexpiry\//)
  await choose(page, 'Status', 'Found')
  const reply = await asked
  expect(reply.url()).toContain('/mailroom?')
  await expect(page.getByLabel('Expiry')).toBeEnabled()
  await save(page).click()
  await expect(notice(page)).toContainText('You must select a mail room')
  await chooseMailroom(page)
  await save(page).click()
  await expect(notice(page)).toContainText('Package has been saved successfully.')
  const { ExpiryTime } = await ask<{ ExpiryTime: string }>(page, `/package/get/${missing!.PackageId}`)
  expect(ExpiryTime).toBe((await reply.json()).ExpiryTime)
})

test('another recipient of a wrong one gets an expiry of their own', async ({ page }) => {
  const [wrong] = await inLockers(page, 'WrongRecipient')
  const before = await ask<{ ResidentId: string }>(page, `/package/get/${wrong!.PackageId}`)
  await open(page, wrong!)
  await choose(page, 'Status', 'In Locker')
  const counted = page.waitForResponse(
    (reply) => /\/api\/package\/newexpiry\//.test(reply.url()) && !reply.url().includes(`ResidentId=${before.ResidentId}`),
  )
  await page.getByRole('combobox', { name: 'Find a resident' }).fill('103')
  await page.getByRole('option').filter({ visible: true }).first().click()
  const { ExpiryTime } = await (await counted).json()
  await expect(page.getByLabel('Expiry')).toHaveValue(new RegExp(`^${ExpiryTime.slice(0, 8)}`))
  // It is counted, and cannot be typed (spec 2 §4).
  await expect(page.getByLabel('Expiry')).toBeDisabled()
  await save(page).click()
  await expect(notice(page)).toContainText('Package has been saved successfully.')
  expect(await ask(page, `/package/get/${wrong!.PackageId}`)).toMatchObject({ ExpiryTime })
})

test('a pending package asks for what its next status needs', async ({ page, terminal }) => {
  await open(page, await pendingPackage(page, terminal))
  const [mailroom, search] = [
    page.getByRole('combobox', { name: 'Mailroom' }),
    page.getByRole('combobox', { name: 'Find a resident' }),
  ]
  const [expiry, collection] = [page.getByLabel('Expiry'), page.getByLabel('Collection')]
  await choose(page, 'Status', 'Missing')
  await expect(mailroom).toBeEnabled()
  await expect(expiry).toBeEnabled()
  await expect(search).toBeHidden()
  await choose(page, 'Status', 'Service Recovered for Recipient')
  await expect(collection).toBeEnabled()
  await expect(collection).not.toHaveValue('')
  await expect(search).toBeVisible()
  await expect(mailroom).toBeHidden()
  await expect(expiry).toBeDisabled()
  await choose(page, 'Status', 'Service Recovered to Mailroom')
  await expect(search).toBeVisible()
  await expect(mailroom).toBeEnabled()
  await expect(expiry).toBeEnabled()
  await expect(collection).toHaveValue('')
})

test('a field that the status closes says why, and a package that has left says so once', async ({ page }) => {
  const [inLocker] = await inLockers(page, 'InLocker')
  await open(page, inLocker!)
  const [status, collection] = [page.getByRole('combobox', { name: 'Status' }), page.getByLabel('Collection')]
  await expect(collection).toHaveAccessibleDescription('Set when the package is collected.')
  for (const name of ['Name', 'Unit Number', 'Drop Off'])
    await expect(page.getByLabel(name, { exact: true })).not.toHaveAttribute('required')
  await expect(page.getByLabel('Recovery')).toHaveAccessibleDescription('Set when the package is recovered.')
  await expect(page.getByLabel('Expiry')).toHaveAccessibleDescription('Changes with the status, or by “Extend expiry”.')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(
    'Name and unit come from the resident’s record.',
  )
  expect(await flawsOf(page)).toEqual([])
  await choose(page, 'Status', 'Collected by Recipient')
  await expect(collection).toBeEnabled()
  await expect(collection).not.toHaveAccessibleDescription(/./)

  const query = { PageIndex: 1, PageSize: 1, StatusGroupIds: [groupIdOf('CollectedbyRecipient')] }
  const { Data } = await ask<{ Data: Row[] }>(page, '/packages/getpackages', query)
  await page.reload()
  await open(page, Data[0]!)
  await expect(status).toHaveAccessibleDescription('The package has left the building and cannot be changed.')
  await expect(collection).toBeDisabled()
  await expect(collection).not.toHaveAccessibleDescription(/./)
})

test('an outbound package in its locker is not said to have left', async ({ page }) => {
  const [outbound] = await inLockers(page, 'DroppedOffForDryCleaning')
  await open(page, outbound!)
  await expect(page.getByRole('combobox', { name: 'Status' })).toHaveAccessibleDescription(
    'The package waits in its locker for the dry cleaner. The locker can be opened on the dashboard of its locker bank.',
  )
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

test('a package of a typed recipient keeps typed fields, and is given to a resident after Wrong Recipient', async ({ page }) => {
  await begin(page, '102')
  await choose(page, 'Courier', 'Swift Parcel')
  await page.getByRole('textbox', { name: 'Tracking number' }).fill('E2E-FORM-GUEST')
  await chooseMailroom(page)
  await page.getByRole('button', { name: 'Not a resident' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Gus Guest')
  await page.getByRole('textbox', { name: 'Unit' }).fill('102A')
  await save(page).click()
  await expect(heading(page)).toHaveText(/^Package /)
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeEditable()
  await expect(page.getByRole('combobox', { name: 'Find a resident' })).toHaveCount(0)

  await choose(page, 'Status', 'Wrong Recipient')
  await save(page).click()
  await expect(notice(page)).toContainText('Package has been saved successfully.')
  await choose(page, 'Status', 'In Mailroom')
  await page.getByRole('combobox', { name: 'Find a resident' }).fill('103')
  await page.getByRole('option').filter({ visible: true }).first().click()
  const resident = await page.getByRole('textbox', { name: 'Name' }).inputValue()
  await save(page).click()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  await goTo(page, '/search?Q=E2E-FORM-GUEST')
  await expect(cellsOf(page.getByRole('grid'), 'ResidentName').getByRole('link', { name: resident })).toBeVisible()
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

test('an action that the server fails names what failed, and its dialog stays', async ({ page }) => {
  await goTo(page, '/search')
  await page.getByRole('rowheader').first().waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  for (const [action, text] of [
    ['Extend expiry', 'Failed to extend expiry.'],
    ['Send notice again', 'Notifications could not be sent.'],
  ] as const) {
    await page.route(/\/api\/packages\/(extendexpiry|resendnotifications)\//, (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByRole('button', { name: action }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: action }).click()
    await expect(dialog.getByRole('alert')).toContainText(text)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  }
})

test('an action on more than a hundred packages is a job, whose progress and result are shown on another screen', async ({
  page,
}) => {
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
