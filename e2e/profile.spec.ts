import { expect, fillPassword, flawsOf, test, USERS } from './fixtures.ts'
import { PASSWORD } from './product.ts'

const OWN = 'kettle violet tuba 81'

test.use({ byForm: true })

test('the own profile › has name, theme, password and devices', async ({ page, signIn, browser }) => {
  await signIn(USERS.leasing)
  await page.getByRole('button', { name: 'Account of Elena Petrova' }).click()
  await page.getByRole('menuitem', { name: 'My profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My profile' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Phone number' }).fill('0441234567')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByRole('status').filter({ hasText: 'Your profile has been saved.' })).toBeVisible()
  await page.getByRole('link', { name: 'Preferences' }).click()
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  expect(await flawsOf(page)).toEqual([])

  // Another device of hers shows her theme.
  const context = await browser.newContext()
  const other = await context.newPage()
  await other.goto(`${new URL(page.url()).origin}/portal/#/login`)
  await signIn(USERS.leasing, other)
  await expect(other.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')

  await page.getByRole('link', { name: 'Signed-in devices' }).click()
  const rows = page.getByRole('table', { name: 'Signed-in devices' }).getByRole('row').filter({ hasText: 'Chrom' })
  await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1)
  expect(await flawsOf(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(rows.getByRole('button', { name: /^Sign out/ }).first()).toBeInViewport({ ratio: 1 })
  await expect(rows.first()).toContainText(/127\.0\.0\.1.*Signed in/)
  expect(await flawsOf(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(rows).toHaveCount(1)
  // A sign-in is cached for 2 s.
  await expect(async () => {
    await other.reload()
    await expect(other).toHaveURL(/#\/login$/, { timeout: 2_000 })
  }).toPass()

  await page.getByRole('link', { name: 'Password', exact: true }).click()
  const form = page.getByRole('form', { name: 'Change password' })
  const change = async (present: string, password: string) => {
    await form.getByLabel('Present password').fill(present)
    await form.getByLabel('New password').fill(password)
    await form.getByLabel('Confirm password').fill(password)
    await form.getByRole('button', { name: 'Change password' }).click()
  }
  await change('not the password', OWN)
  await expect(form.getByLabel('Present password')).toHaveAccessibleDescription('Wrong password.')
  expect(await flawsOf(page)).toEqual([])
  await change(PASSWORD, OWN)
  await expect(page.getByRole('status').filter({ hasText: 'Your password has been changed.' })).toBeVisible()
  await expect(form.getByLabel('Present password')).toHaveValue('')

  await page.getByRole('button', { name: 'Account of Elena Petrova' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await fillPassword(page, OWN)
  await expect(page.getByRole('button', { name: 'Account of Elena Petrova' })).toBeVisible()
  // The first screen, which is chosen after the frame is visible, would close the palette.
  await expect(page).not.toHaveURL(/#\/(login|landing)?$/)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Go to …').fill('passkey')
  await page.getByRole('button', { name: 'My profile' }).click()

  // As before, for the next tests of this worker.
  await page.getByRole('link', { name: 'Preferences' }).click()
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('System')
  await page.getByRole('link', { name: 'Password', exact: true }).click()
  await change(OWN, PASSWORD)
  await expect(page.getByRole('status').filter({ hasText: 'Your password has been changed.' })).toBeVisible()
  await context.close()
})
