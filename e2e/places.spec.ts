import { choose, expect, goTo, test } from './fixtures.ts'

test('buildings and mailrooms › are added, found, changed and deleted', async ({ page, signIn }) => {
  await signIn()
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
  const title = (name: string) => page.getByRole('heading', { level: 1, name })

  await goTo(page, '/building/create')
  await choose(page, 'Property', 'Riverside Quay')
  await page.getByRole('textbox', { name: 'Building', exact: true }).fill('Boathouse')
  await page.getByRole('textbox', { name: 'Address' }).fill('9 Slipway')
  await save()
  await expect(title('Boathouse')).toBeVisible()

  await goTo(page, '/mailroom/create')
  await expect(title('New mailroom')).toBeVisible()
  await choose(page, 'Property', 'Riverside Quay')
  await save()
  await expect(page.getByRole('form').getByText('Property and building must be selected')).toBeVisible()
  await choose(page, 'Building', 'Boathouse')
  await page.getByRole('textbox', { name: 'Mailroom', exact: true }).fill('Under the stairs')
  await save()
  await expect(title('Under the stairs')).toBeVisible()
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Created')

  const remove = async (path: string, name: string, button: string) => {
    await goTo(page, path)
    await expect(page.getByRole('button', { name: button })).toBeVisible()
    await page.getByRole('searchbox').fill(name)
    // Rows that were checked before would be checked no more.
    await expect(page).toHaveURL(/SearchText=/)
    const row = page.getByRole('grid').getByRole('row').filter({ hasText: name })
    await expect(row).toBeVisible()
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('button', { name: 'Yes' }).click()
    return row
  }
  const kept = await remove('/building/list', 'Boathouse', 'Delete buildings')
  await expect(page.getByText('Boathouse: The building still has mailrooms.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(kept).toBeVisible()
  await expect(await remove('/mailroom/list', 'Under the stairs', 'Delete mailrooms')).toBeHidden()
  await expect(await remove('/building/list', 'Boathouse', 'Delete buildings')).toBeHidden()
})
