import { expect, flawsOf, goTo, test, USERS } from './fixtures.ts'

test.use({ startAt: '' })

test('pictures of the last weeks have their numbers as a table, for all properties and for one', async ({ page, signIn }) => {
  await signIn(USERS.manager)
  await goTo(page, '/dashboard/trends')
  const days = page.getByRole('figure', { name: 'Drop-offs and collections per day' })
  await expect(days.locator('svg rect').first()).toBeVisible()
  await expect(page.getByRole('figure')).toHaveCount(4)
  await expect(page.getByText(/^As of .*\d+:\d\d/)).toBeVisible()
  // In the order of the table, which is not that of the alphabet.
  await expect(days.locator('[aria-hidden] > ul')).toHaveText(/Dropped off.*Collected.*Recovered.*Expired/s)
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
  await page.reload()
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

test('the pointer shows the values of its label, which are those of the table', async ({ page, signIn }) => {
  await signIn(USERS.manager)
  await goTo(page, '/dashboard/trends')
  const days = page.getByRole('figure', { name: 'Drop-offs and collections per day' })
  await days.locator('svg:has(rect)').hover()
  const day = days.locator('[aria-hidden] strong')
  await expect(day).toHaveText(/^[\d/]+$/)
  const shown = await day.locator('xpath=..').innerText()
  const text = await day.innerText()
  await days.getByText('As a table').click()
  const row = await days.getByRole('row', { name: text }).innerText()
  expect(shown.match(/\d+(?=\n|$)/g)?.slice(-4)).toEqual(row.split('\t').slice(1))
  await expect(day).toHaveCount(0)
  expect(await flawsOf(page)).toEqual([])
})

test('the Package Viewer and the dashboard show the last two weeks small, with their numbers as a table', async ({
  page,
  signIn,
}) => {
  await signIn(USERS.manager)
  for (const screen of ['/search', '/dashboard/main']) {
    await goTo(page, screen)
    const picture = page.getByRole('figure', { name: 'Drop-offs and collections of the last two weeks' })
    await expect(picture.locator('polyline')).toHaveCount(2)
    await expect(picture.getByRole('link', { name: 'Trends' })).toContainText(/Today \d+ in, \d+ out/)
    await picture.getByRole('button', { name: 'As a table' }).click()
    const table = page.getByRole('dialog', { name: 'Drop-offs and collections of the last two weeks' })
    await expect(table.getByRole('columnheader')).toHaveText(['Day', 'Dropped off', 'Collected'])
    await expect(table.getByRole('row')).toHaveCount(15)
    await expect(table.getByText(/^As of .*\d+:\d\d/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(table).toBeHidden()
  }
})

test('the colours of the pictures stand out from the surface in light and dark', async ({ page, signIn }) => {
  await signIn(USERS.manager)
  for (const scheme of ['light', 'dark']) {
    await goTo(page, '/dashboard/trends')
    const picture = page.getByRole('figure').first()
    const contrastsOf = (to: string) =>
      picture.evaluate((figure, to) => {
        document.documentElement.setAttribute('data-mantine-color-scheme', to)
        const style = getComputedStyle(figure)
        const luminance = (written: string) => {
          const hex = written.length === 4 ? written.replace(/[^#]/g, '$&$&') : written
          const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
          const linear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
          return 0.2126 * linear(r!) + 0.7152 * linear(g!) + 0.0722 * linear(b!)
        }
        const of = (name: string) => luminance(style.getPropertyValue(name).trim())
        const surface = of('--surface')
        return Array.from({ length: 8 }, (_, nth) => {
          const colour = of(`--series-${nth + 1}`)
          return (Math.max(colour, surface) + 0.05) / (Math.min(colour, surface) + 0.05)
        })
      }, to)
    // A picture that has just been replaced by its drawing has no colours.
    await expect(async () => {
      const contrasts = await contrastsOf(scheme)
      expect(contrasts).toHaveLength(8)
      expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(3)
    }).toPass()
  }
})
