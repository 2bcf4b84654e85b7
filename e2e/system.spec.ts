import { changePreload, expect, goTo, test, USERS } from './fixtures.ts'

test('the system page shows a super administrator the state of the installation, with what lies behind each number', async ({
  page,
  signIn,
}) => {
  await signIn(USERS.superadmin)
  await page.getByRole('navigation').getByRole('link', { name: 'System', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible()
  const table = (name: string) => page.getByRole('table', { name })
  await expect(table('Scheduled jobs').getByRole('row').filter({ hasText: 'retention' })).toContainText('20 3 * * *')
  await expect(table('Kiosk programs').getByRole('row').filter({ hasText: 'Riverside Living' }).first()).toBeVisible()
  const outbox = table('Outboxes and dead letters').getByRole('row').filter({ hasText: 'Harbour' })
  await expect(outbox).toBeVisible()

  await page.getByRole('link', { name: /^Migrations applied: \d+/ }).click()
  await expect(table('Migrations')).toContainText('0001-organisations.sql')
  await page.getByRole('link', { name: 'Back to the overview' }).click()
  await table('Jobs')
    .getByRole('link', { name: /^mail, Dead letters: / })
    .click()
  await expect(page.getByRole('heading', { level: 2, name: 'Jobs: mail' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the overview' }).click()
  await table('Kiosk programs')
    .getByRole('link', { name: /^Riverside Living .*, Kiosks: / })
    .first()
    .click()
  await expect(table('Kiosks: Riverside Living')).toContainText('Quay North Lobby')
  await page.getByRole('link', { name: 'Back to the overview' }).click()
  await page.getByRole('link', { name: /^Database: .*B$/ }).click()
  await expect(table('Disk')).toContainText('audit')
})

test('the system page is for super administrators only', async ({ page, signIn }) => {
  await signIn()
  await goTo(page, '/system')
  await expect(page.getByText('Sorry! You are not authorized to navigate')).toBeVisible()
})

test('the super administrator of an organisation without the others sees neither the system page nor how to add one', async ({
  page,
  signIn,
}) => {
  await changePreload(page, () => ({ Organisations: [] }))
  await signIn(USERS.superadmin)
  const menu = page.getByRole('navigation')
  await expect(menu.getByRole('link', { name: 'Organisations' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'System', exact: true })).toBeHidden()
  for (const path of ['/system', '/organisation/create']) {
    await goTo(page, path)
    await expect(page.getByText('Sorry! You are not authorized to navigate')).toBeVisible()
    await goTo(page, '/organisation/list')
    await expect(page.getByRole('heading', { level: 1, name: 'Organisations' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add organisation' })).toBeHidden()
  }
})
