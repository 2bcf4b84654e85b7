import { expect, fillPassword, flawsOf, goTo, test } from './fixtures.ts'

test('portal users › are added, choose an own password at the first sign-in, and are deleted', async ({
  page,
  signIn,
  browser,
}) => {
  await signIn()
  await goTo(page, '/portaluser/create')
  await page.getByRole('textbox', { name: 'First Name' }).fill('Nora')
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Quist')
  await page.getByRole('textbox', { name: 'Email' }).fill('nora.quist@riverside.test')
  await page.getByLabel('First password').fill('velvet-harbour-kite-31')
  await page.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'Property manager' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('form').getByText('Please provide user an access to the property')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find a property' }).fill('quay')
  await page.getByRole('checkbox', { name: 'Riverside Quay' }).check()
  expect(await flawsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nora Quist' })).toBeVisible()
  await page.getByRole('link', { name: 'Access' }).click()
  await expect(page.getByText('Property manager: Riverside Quay')).toBeVisible()
  await expect(page.getByText('Open Locker', { exact: true })).toBeVisible()
  expect(await flawsOf(page)).toEqual([])

  const context = await browser.newContext()
  const hers = await context.newPage()
  await hers.goto(`${new URL(page.url()).origin}/portal/#/login`)
  await hers.getByLabel('Organisation').fill('riverside')
  await hers.getByLabel('Email').fill('nora.quist@riverside.test')
  await fillPassword(hers, 'velvet-harbour-kite-31')
  await hers.getByLabel('New password').fill('lantern-otter-quarry-9')
  await hers.getByLabel('Confirm password').fill('lantern-otter-quarry-9')
  expect(await flawsOf(hers)).toEqual([])
  await hers.getByRole('button', { name: 'Reset Password' }).click()
  await expect(hers.getByRole('heading', { level: 1, name: 'Package Viewer' })).toBeVisible()
  await context.close()

  await goTo(page, '/portaluser/list')
  await page.getByRole('searchbox').fill('quist nora')
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'nora.quist@riverside.test' })
  await expect(row).toContainText('Active')
  expect(await flawsOf(page)).toEqual([])
  await page.getByRole('checkbox', { name: 'Select Nora Quist' }).check()
  await page.getByRole('button', { name: 'Delete Users' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(row).toBeHidden()
})
