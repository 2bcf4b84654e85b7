import { groupIdOf } from '#features/package-statuses/statuses.ts'
import { ask } from './bank-by-api.ts'
import { cellsOf, choose, expect, flawsOf, goTo, test, USERS, WIDE } from './fixtures.ts'
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
