import { expect, flawsOf, goTo, test, USERS } from './fixtures.ts'

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
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await flawsOf(page)).toEqual([])
  }
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
