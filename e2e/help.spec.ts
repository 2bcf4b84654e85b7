import { LOGO_URL } from '#features/organisations/testing/logo.ts'
import { expect, flawsInBothThemes, goTo, test, USERS } from './fixtures.ts'

test('the help says what the open screen is for, and leads to its how-to page and the keys', async ({
  page,
  signIn,
  context,
}) => {
  await signIn(USERS.manager)
  await goTo(page, '/resident/list')
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  const help = page.getByRole('dialog', { name: 'Help: Residents' })
  await expect(help.getByText(/^Who lives in your properties/)).toBeVisible()
  expect(await flawsInBothThemes(page)).toEqual([])
  const opening = context.waitForEvent('page')
  await help.getByRole('link', { name: 'How to do it, step by step' }).click()
  const guide = await opening
  await expect(guide.getByRole('heading', { level: 1, name: 'Add residents' })).toBeVisible()
  await guide.close()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()

  await goTo(page, '/dashboard/main')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('h')
  await expect(page.getByRole('dialog', { name: /^Help: / }).getByText(/^The locker banks/)).toBeVisible()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByText('Help of the screen')).toBeVisible()
})

test.describe('at the first sign-in', () => {
  test.use({ byForm: true })
  test('a clerk has the first steps of the role, which stay ticked', async ({ page, signIn }) => {
    await signIn(USERS.mailroom)
    const steps = page.getByRole('region', { name: 'First steps' })
    await expect(steps.getByRole('link')).toHaveText(['Book in a package', 'Hand a parcel over', 'See what is behind a door'])
    await steps.getByRole('link', { name: 'Hand a parcel over' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Hand over' })).toBeVisible()
    await page.goBack()
    await expect(steps.getByRole('listitem').filter({ hasText: 'Hand a parcel over' })).toContainText('(done)')
    await page.reload()
    await expect(steps.getByRole('link')).toHaveText(['Book in a package', 'See what is behind a door'])
    // A screen that is opened in another way counts too.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await goTo(page, '/search')
    await expect(steps.getByRole('listitem').filter({ hasText: 'See what is behind a door' })).toContainText('(done)')
    await expect(steps.getByRole('link')).toHaveText(['Book in a package'])
  })
})

test('a new organisation has its first steps, which are ticked as they are done, and empty lists say what to do', async ({
  page,
  signIn,
}) => {
  await signIn(USERS.superadmin)
  await goTo(page, '/organisation/create')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Newhouse Living')
  await page.getByRole('textbox', { name: 'System name' }).fill('newhouse')
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Lisbon')
  await page.getByRole('option', { name: 'Europe/Lisbon' }).click()
  const buffer = Buffer.from(LOGO_URL.split(',')[1]!, 'base64')
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Newhouse Living' })).toBeVisible()
  await goTo(page, '/search')
  await expect(page.getByRole('heading', { level: 1, name: 'Package Viewer' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Organisation', exact: true }).click()
  await page.getByRole('option', { name: 'Newhouse Living' }).click()

  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('link', { name: 'Add a courier' })).toBeVisible()
  expect(await flawsInBothThemes(page)).toEqual([])
  await steps.getByRole('link', { name: 'Add a courier' }).click()
  await page.getByRole('textbox', { name: 'Courier' }).fill('Swift')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Swift' })).toBeVisible()
  await goTo(page, '/search')
  await expect(steps.getByRole('listitem').filter({ hasText: 'Add a courier' })).toContainText('(done)')

  for (const [path, name] of [
    ['/region/list', 'Add Region'],
    ['/dashboard/main', 'New locker bank'],
    ['/resident/list', 'Import residents'],
    ['/resident/listregistrations', 'Poster'],
    ['/importfile/list', 'Import residents'],
    ['/search', 'New package'],
    ['/notice/list', 'New package'],
    ['/reportrun/list', 'Transaction'],
    ['/emailsetting', 'General Settings'],
  ] as const) {
    await goTo(page, path)
    const link = page.getByRole('status').getByRole('link', { name, exact: true })
    await expect(link).toBeVisible()
    const target = (await link.getAttribute('href'))!
    await link.click()
    await expect(page).toHaveURL(new RegExp(`${target.replace('?', '\\?')}$`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await goTo(page, '/search')
  await steps.getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Package Viewer' })).toBeVisible()
  await expect(steps).toBeHidden()
})
