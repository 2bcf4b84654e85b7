import { expect, goTo, test, USERS } from './fixtures.ts'

test.use({ startAt: '' })

test('pictures of the last weeks have their numbers as a table, for all properties and for one', async ({ page, signIn }) => {
  await signIn(USERS.manager)
  await goTo(page, '/dashboard/trends')
  const days = page.getByRole('figure', { name: 'Drop-offs and collections per day' })
  await expect(days.locator('svg.recharts-surface').first()).toBeVisible()
  await expect(page.getByRole('figure')).toHaveCount(4)
  await days.getByText('As a table').click()
  await expect(days.getByRole('columnheader')).toHaveText(['Day', 'Dropped off', 'Collected', 'Recovered', 'Expired'])
  await expect(days.getByRole('row')).toHaveCount(31)
  const droppedOff = async () => {
    const rows = await days.getByRole('row').allInnerTexts()
    return rows.slice(1).reduce((sum, row) => sum + Number(row.split('\t')[1]), 0)
  }
  const ofAll = await droppedOff()
  expect(ofAll).toBeGreaterThan(100)
  await page.getByText('Last 7 days').click()
  await expect(days.getByRole('table')).toBeHidden()
  await days.getByText('As a table').click()
  await expect(days.getByRole('row')).toHaveCount(8)

  await goTo(page, '/search')
  await page.getByRole('button', { name: 'Property: Any' }).click()
  await page.getByRole('option', { name: 'The Mill Lofts' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Trends' }).click()
  await expect(page).toHaveURL(/#\/dashboard\/trends\?PropertyId=/)
  await expect(page.getByRole('main').getByRole('combobox', { name: 'Property' })).toHaveValue('The Mill Lofts')
  const address = new URL(page.url()).hash
  await goTo(page, address.slice(1).replace('/trends', '/main'))
  await expect(page.getByRole('main').getByRole('link', { name: 'Trends' })).toHaveAttribute('href', address)

  await goTo(page, '/property/list')
  await page.getByRole('link', { name: 'The Mill Lofts' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'The Mill Lofts' })).toBeVisible()
  await page.getByRole('navigation', { name: 'The Mill Lofts' }).getByRole('link', { name: 'Trends' }).click()
  await days.getByText('As a table').click()
  await expect(days.getByRole('row')).toHaveCount(31)
  await expect.poll(droppedOff).toBeLessThan(ofAll)
  expect(await droppedOff()).toBeGreaterThan(0)
})
