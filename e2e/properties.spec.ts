import { demoId } from '#apps/server/demo/random.ts'
import { changePreload, choose, expect, flawsOf, goTo, test, USERS } from './fixtures.ts'

test('properties › are added with their settings, say what a change affects, and are deleted', async ({ page, signIn }) => {
  await signIn()
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
  const title = page.getByRole('heading', { level: 1, name: 'Glass Tower' })
  await goTo(page, '/property/create')
  await page.getByRole('textbox', { name: 'Property', exact: true }).fill('Glass Tower')
  await page.getByRole('textbox', { name: 'External Code' }).pressSequentially('GT 01')
  await expect(page.getByRole('textbox', { name: 'External Code' })).toHaveValue('GT01')
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await expect(zone).toHaveAttribute('aria-busy', 'false')
  await zone.fill('Lisbon')
  await page.getByRole('option', { name: 'Europe/Lisbon' }).click()
  await page.getByRole('textbox', { name: 'Address' }).fill('1 Tower Street')
  await page.getByRole('textbox', { name: 'Package expiry period', exact: true }).fill('999')
  await save()
  await expect(page.getByRole('form').getByText('Package expiry period has invalid value')).toBeVisible()
  await page.getByRole('textbox', { name: 'Package expiry period', exact: true }).fill('4')
  await save()
  await expect(title).toBeVisible()

  await choose(page, 'Region', 'East Coast')
  await page.getByRole('textbox', { name: 'Package expiry period', exact: true }).fill('6')
  await save()
  const question = page.getByRole('dialog', { name: 'Save these changes?' })
  await expect(question).toContainText('New packages get the new expiry period. Packages on site keep their expiry: 0.')
  expect(await flawsOf(page)).toEqual([])
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Property has been saved successfully.').last()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'External Code' })).toHaveAttribute('readonly')

  await goTo(page, '/property/list')
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'Glass Tower' })
  await expect(row).toContainText('East Coast')
  await page.getByRole('checkbox', { name: 'Select Glass Tower' }).check()
  await page.getByRole('button', { name: 'Delete Properties' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(row).toBeHidden()
})

test('properties › begin with the time zone of the organisation', async ({ page, signIn }) => {
  await signIn()
  await goTo(page, '/property/create')
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue(/^America\/New_York/)
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
})

test('properties › are chosen already in a new record of a user with only one', async ({ page, signIn }) => {
  await signIn(USERS.leasing)
  await goTo(page, '/resident/create')
  await expect(page.getByRole('combobox', { name: 'Property' })).toHaveValue('Riverside Quay')
  await choose(page, 'Building', 'Quay North')
})

test('properties › are chosen already for a new agent and a new locker bank of a user with only one', async ({
  page,
  signIn,
}) => {
  await changePreload(page, () => ({ Property: { Id: demoId('property', 'QUAY'), Name: 'Riverside Quay' } }))
  await signIn()
  await goTo(page, '/agent/create')
  await expect(page.getByRole('checkbox', { name: 'Riverside Quay' })).toBeChecked()
  await goTo(page, '/lockerbank/create')
  await expect(page.getByRole('combobox', { name: 'Property' })).toHaveValue('Riverside Quay')
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
})

test('properties › say that the external code loses spaces as it is typed, and later that it is fixed', async ({
  page,
  signIn,
}) => {
  await signIn()
  await goTo(page, '/property/create')
  const code = page.getByRole('textbox', { name: 'External Code' })
  await expect(code).toHaveAccessibleDescription(/Spaces are removed as you type/)
  await code.fill('A B 1')
  await expect(code).toHaveValue('AB1')
  const editable = await code.evaluate((input) => getComputedStyle(input).backgroundColor)
  await page.goto(`/portal/#/property/${demoId('property', 'QUAY')}/edit`)
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(code).toHaveAccessibleDescription('The external code cannot be changed.')
  await expect(code).not.toBeEditable()
  expect(await code.evaluate((input) => getComputedStyle(input).backgroundColor)).not.toBe(editable)
})

test('properties › another time zone or mailroom period names what it affects, with the packages on site', async ({
  page,
  signIn,
}) => {
  await signIn()
  await goTo(page, '/property/list')
  await page.getByRole('searchbox').fill('riverside quay')
  await page.getByRole('grid').getByRole('link', { name: 'Riverside Quay', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Riverside Quay' })).toBeVisible()
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await expect(zone).toHaveValue(/GMT/)
  await zone.fill('Calcutta')
  await page.getByRole('option', { name: 'Asia/Kolkata' }).click()
  await page.getByRole('textbox', { name: 'Mailroom package expiry period' }).fill('9')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Save these changes?' })
  await expect(question).toContainText('Times of this property are shown in Asia/Kolkata at once')
  await expect(question).toContainText(/New packages get the new expiry period\. Packages on site keep their expiry: [1-9]\d*\./)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
})
