import { cellsOf, expect, goTo, test } from './fixtures.ts'

test('regions › are added, found, changed and deleted', async ({ page, signIn }) => {
  await signIn()
  await goTo(page, '/region/create')
  await page.getByRole('textbox', { name: 'Region', exact: true }).fill('Lakeside')
  await page.getByRole('textbox', { name: 'Description' }).fill('East of the lake')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lakeside' })).toBeVisible()
  for (const text of ['North of the lake', 'South of the lake']) {
    await page.getByRole('textbox', { name: 'Description' }).fill(text)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Unsaved changes')).toBeHidden()
  }
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Created')
  await goTo(page, '/region/list')
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'Lakeside' })
  await expect(row).toContainText('South of the lake')
  await cellsOf(row, 'Description').locator('div').first().dblclick()
  const text = page.getByRole('textbox', { name: 'Edit Description: Lakeside' })
  await text.fill('West of the lake')
  await text.press('Enter')
  await expect(row).toContainText('West of the lake')
  await page.getByRole('checkbox', { name: 'Select Lakeside' }).check()
  await page.getByRole('button', { name: 'Delete Regions' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(row).toBeHidden()
})

test('regions › a card has no label for a description that is empty', async ({ page, signIn }) => {
  await signIn()
  for (const [name, description] of [
    ['Cardside', ''],
    ['Cardtown', 'East of the lake'],
  ] as const) {
    await goTo(page, '/region/create')
    await page.getByRole('textbox', { name: 'Region', exact: true }).fill(name)
    await page.getByRole('textbox', { name: 'Description' }).fill(description)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await goTo(page, '/region/list')
  const card = (name: string) => page.getByRole('list', { name: 'Regions' }).getByRole('listitem').filter({ hasText: name })
  await expect(card('Cardtown').getByRole('term')).toHaveText(['Description'])
  await expect(card('Cardside')).toBeVisible()
  await expect(card('Cardside').getByRole('term')).toHaveCount(0)
})
