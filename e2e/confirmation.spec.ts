import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { DATABASE, withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { SUPERUSER } from '#platform/server/postgres/embedded/launch.ts'
import { runningServer } from '#platform/server/postgres/embedded/running.ts'
import { expect, fillPassword, flawsInBothThemes, goTo, test, USERS } from './fixtures.ts'
import { PASSWORD } from './product.ts'

test.use({ byForm: true })
// The first second step of a user ends the sign-ins that tests have kept.
test.beforeEach(({ sessions }) => sessions.clear())

/** As if every sign-in had begun eleven minutes ago. */
async function ageSignIns({ dataDir }: { dataDir: string }) {
  const url = await runningServer(dataDir)
  await withConnection(url!(DATABASE, SUPERUSER), (client) =>
    client.query(`update sign_ins set confirmed_at = now() - interval '11 minutes'`),
  )
}
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Please confirm that it is you' })

test('a user is changed after the password was confirmed; what was typed stays', async ({ page, signIn, running }) => {
  await signIn()
  await goTo(page, '/portaluser/list')
  await page.getByRole('searchbox').fill('petrova')
  await page.getByRole('grid').getByRole('row').filter({ hasText: 'Petrova' }).getByRole('link').first().click()
  const phone = page.getByRole('textbox', { name: 'Phone number' })
  await phone.fill('0441234567')
  await ageSignIns(running)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  const dialog = dialogOf(page)
  await expect(dialog).toContainText('This needs a recent sign-in.')
  await expect(dialog.getByLabel(/^Password/)).toBeFocused()
  expect(await flawsInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(phone).toHaveValue('0441234567')
  await save.click()
  await dialog.getByLabel(/^Password/).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await page.reload()
  await expect(phone).toHaveValue('0441234567')
})

test('who has a second step signs in again over the screen, with both steps', async ({ page, signIn, running }) => {
  await signIn(USERS.manager)
  await goTo(page, '/profile?tab=secondstep')
  await page.getByRole('button', { name: 'Set up an app' }).click()
  const setUp = page.getByRole('form', { name: 'Set up an app' })
  const secret = Secret.fromBase32(((await setUp.locator('code').textContent()) ?? '').replaceAll(' ', ''))
  await setUp.getByLabel('Code').fill(new TOTP({ secret }).generate())
  await setUp.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
  const [first, second] = ((await page.locator('pre').textContent()) ?? '').split('\n')
  await page.getByRole('button', { name: 'I have stored the codes' }).click()

  await ageSignIns(running)
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  const dialog = dialogOf(page)
  await expect(dialog).toContainText('This needs a recent sign-in.')
  expect(await flawsInBothThemes(page)).toEqual([])
  await fillPassword(page)
  const step = dialog.getByRole('form', { name: 'Two-step sign-in' })
  await step.getByLabel('Code').fill(first!)
  await step.getByRole('button', { name: 'Verify' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Recovery codes' })).toBeVisible()
  expect((await page.locator('pre').textContent())?.split('\n')).not.toContain(second)
  const [last] = ((await page.locator('pre').textContent()) ?? '').split('\n')
  await page.getByRole('button', { name: 'I have stored the codes' }).click()

  // For the next tests.
  await page.getByRole('button', { name: 'Remove the app' }).click()
  const removing = page.getByRole('form', { name: 'Remove the app' })
  await removing.getByLabel(/^Password/).fill(PASSWORD)
  await removing.getByLabel('Code').fill(last!)
  await removing.getByRole('button', { name: 'Remove the app' }).click()
  await expect(page.getByRole('button', { name: 'Set up an app' })).toBeVisible()
})
