import { ask } from './bank-by-api.ts'
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
  await expect(page.getByLabel('Kiosk PIN')).toHaveAccessibleDescription('6 digits')
  await page.getByLabel('First password').fill('velvet-harbour-kite-31')
  await page.getByRole('combobox', { name: 'Role' }).selectOption({ label: 'Property manager' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('form').getByText('Please provide user an access to the property')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find a property' }).fill('quay')
  await page.getByRole('checkbox', { name: 'Riverside Quay' }).check()
  // Enter in the search does not save.
  await page.getByRole('searchbox', { name: 'Find a property' }).press('Enter')
  expect(await flawsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nora Quist' })).toBeVisible()
  await page.getByRole('link', { name: 'Access' }).click()
  await expect(page.getByText('Property manager: Riverside Quay')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Add Resident' })).toContainText('New resident')
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

  await goTo(page, '/portaluser/roles')
  const inMenu = page.getByRole('region', { name: 'Setup' }).locator('[aria-current=page]')
  await expect(inMenu).toHaveText('Roles and permissions')
  const opening = page.getByRole('row', { name: 'Open Locker' })
  await expect(opening.getByRole('img', { name: 'Granted', exact: true })).toHaveCount(4)
  await expect(opening.getByRole('img', { name: 'Not granted' })).toHaveCount(1)

  await goTo(page, '/portaluser/list')
  await page.getByRole('searchbox').fill('quist nora')
  await expect(page).toHaveURL(/SearchText=/)
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'nora.quist@riverside.test' })
  await expect(row).toContainText('Active')
  await page.getByRole('checkbox', { name: 'Select Nora Quist' }).check()
  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Disable' })
  await expect(dialog).toContainText('Disables Nora Quist: they are signed out and cannot sign in until they are enabled.')
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect(row).toContainText('Inactive')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).not.toContainText('Inactive')
  await page.getByRole('checkbox', { name: 'Select Nora Quist' }).check()
  await page.getByRole('button', { name: 'Delete users' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(row).toBeHidden()
})

test('portal users › the form shows everything that is wrong at once, and the server what only it knows', async ({
  page,
  signIn,
}) => {
  await signIn()
  await goTo(page, '/portaluser/create')
  const form = page.getByRole('form')
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByLabel('First password').fill('password1234')
  await page.getByRole('textbox', { name: 'Kiosk user name' }).fill('all-at-once')
  await save()
  for (const text of [
    'First name cannot be empty',
    'Last name cannot be empty',
    'Email cannot be empty',
    'Please provide user an access to the property',
    'Please enter values for Kiosk login, or leave it blank',
  ])
    await expect(form.getByText(text)).toBeVisible()
  await expect(page.getByLabel('First password')).toHaveAccessibleDescription(/^This password is/)
  expect(await flawsOf(page)).toEqual([])

  const [property] = (await ask<{ Data: { Id: string }[] }>(page, '/property/choices', { SearchText: 'riverside quay' })).Data
  const { Id } = await ask<{ Id: string }>(page, '/portaluser/save', {
    ...{ FirstName: 'Al', LastName: 'Once', Email: 'al.once@riverside.test', UserRole: { SystemName: 'mailroomstaff' } },
    ...{ KioskLogin: { Username: 'all-at-once', Pin: '274519' }, UserToProperties: [{ PropertyId: property?.Id }] },
  })
  await page.getByRole('textbox', { name: 'First Name' }).fill('Al')
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Twice')
  await page.getByRole('textbox', { name: 'Email' }).fill('al.once@riverside.test')
  await page.getByLabel('First password').fill('')
  await page.getByLabel('Kiosk PIN').fill('918273')
  await page.getByRole('searchbox', { name: 'Find a property' }).fill('quay')
  await page.getByRole('checkbox', { name: 'Riverside Quay' }).check()
  await save()
  await expect(form.getByText('Another user already has this e-mail address.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Kiosk user name' })).toHaveAccessibleDescription(
    /^This user name is already in use\./,
  )
  await ask(page, '/portaluser/delete', [Id])
})

test('portal users › a role without a kiosk login hides and ends it', async ({ page, signIn }) => {
  await signIn()
  const [property] = (await ask<{ Data: { Id: string }[] }>(page, '/property/choices', { SearchText: 'riverside quay' })).Data
  const { Id } = await ask<{ Id: string }>(page, '/portaluser/save', {
    ...{ FirstName: 'Kit', LastName: 'Osk', Email: 'kit.osk@riverside.test', UserRole: 'mailroomstaff' },
    ...{ KioskUserName: 'kit-osk', KioskPin: '274519', PropertyIds: [property?.Id] },
  })
  await goTo(page, `/portaluser/${Id}/edit`)
  await expect(page.getByText(/^Invited on .*; the link is valid for 7 days\.$/)).toBeVisible()
  const role = page.getByRole('combobox', { name: 'Role' })
  const userName = page.getByRole('textbox', { name: 'Kiosk user name' })
  await expect(userName).toHaveValue('kit-osk')
  await role.selectOption({ label: 'Leasing specialist' })
  await expect(userName).toBeHidden()
  await expect(page.getByLabel('Kiosk PIN')).toBeHidden()
  await expect(role).toHaveAccessibleDescription('This role has no kiosk login: saving ends the login kit-osk.')
  await role.selectOption({ label: 'Property manager' })
  await expect(userName).toHaveValue('kit-osk')
  await role.selectOption({ label: 'Leasing specialist' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('User has been saved successfully.')).toBeVisible()
  await role.selectOption({ label: 'Property manager' })
  await expect(userName).toHaveValue('')
  await page.getByRole('link', { name: 'Access' }).click()
  await expect(page.getByText('The user has not accepted the invitation and cannot sign in yet.')).toBeVisible()
  await ask(page, '/portaluser/delete', [Id])
})

test('portal users › are given a whole region of more properties than are listed', async ({ page, signIn }) => {
  test.slow()
  await signIn()
  const { Id: regionId } = await ask<{ Id: string }>(page, '/region/save/', { Name: 'Lakeland' })
  const ids: string[] = []
  try {
    for (let i = 0; i < 120; i++) {
      const place = { Name: `Mere ${i}`, ExternalCode: `MERE${i}`, TimeZoneId: 'Europe/London', Address: 'Shore' }
      ids.push((await ask<{ Id: string }>(page, '/property/save/', { ...place, Region: { Id: regionId } })).Id)
    }
    await goTo(page, '/portaluser/create')
    await page.getByRole('textbox', { name: 'First Name' }).fill('Rea')
    await page.getByRole('textbox', { name: 'Last Name' }).fill('Gion')
    await page.getByRole('textbox', { name: 'Email' }).fill('rea.gion@riverside.test')
    await page.getByRole('searchbox', { name: 'Find a property' }).fill('lakeland')
    await page.getByRole('button', { name: 'Select all 120 of this region' }).click()
    await expect(page.getByText('120 selected')).toBeVisible()
    expect(await flawsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Rea Gion' })).toBeVisible()
    await page.getByRole('link', { name: 'Access' }).click()
    await expect(page.getByText('and 20 more')).toBeVisible()
    const userId = new URL(page.url()).hash.split('/')[2]
    await ask(page, '/portaluser/delete', [userId])
  } finally {
    await ask(page, '/property/delete', ids)
    await ask(page, '/region/delete/', [regionId])
  }
})
