import sharp from 'sharp'
import { choose, expect, flawsOf, goTo, test, WIDE } from './fixtures.ts'

test.use({ viewport: WIDE })

const PROPERTY = 'Riverside Quay'

test('themes › are edited with a preview and warnings, and published to the terminals of the property', async ({
  page,
  signIn,
}) => {
  await signIn()
  await goTo(page, '/property/list')
  await page.getByRole('link', { name: `Theme: ${PROPERTY}` }).click()
  await expect(page).toHaveTitle(/^Locker Bank Terminal Theme ·/)
  await expect(page.getByRole('heading', { level: 1, name: PROPERTY })).toBeVisible()
  await expect(page.getByText('All texts are readable on their backgrounds (WCAG AA).')).toBeVisible()

  const color = (field: string) => page.locator(`input[type=color][data-path=${field}]`)
  const preview = page.getByRole('img', { name: 'Menu', exact: true })
  await color('HeaderTextColor').fill('#7f7fff')
  await color('HeaderColor').fill('#8080ff')
  await expect(page.getByText('Header text on Header: contrast 1 : 1, at least 4.5 : 1 is needed to be readable.')).toBeVisible()
  await expect(preview.locator('header')).toHaveCSS('background-color', 'rgb(128, 128, 255)')
  await color('HeaderColor').fill('#000000')
  await color('HeaderTextColor').fill('#ffffff')

  await choose(page, 'Font family', 'Courier')
  await expect(preview).toHaveCSS('font-family', /Courier/)
  // In real proportions.
  const box = (await preview.boundingBox())!
  expect(box.width / box.height).toBeCloseTo(1024 / 768, 1)
  await page.getByRole('textbox', { name: 'Screensaver text' }).fill('Welcome to the Quay')
  await page.getByText('Screensaver', { exact: true }).last().click()
  await expect(page.getByRole('img', { name: 'Screensaver', exact: true })).toContainText('Welcome to the Quay')
  await page.getByText('Error', { exact: true }).click()
  await expect(page.getByRole('img', { name: 'Error', exact: true })).toContainText('This access code is not correct.')
  await page.getByText('Menu', { exact: true }).click()
  await page.getByRole('button', { name: 'Real size' }).click()
  const real = page.getByRole('dialog', { name: 'Menu' })
  await expect(async () => {
    expect((await real.getByRole('img', { name: 'Menu' }).boundingBox())?.width).toBeCloseTo(1024, 0)
  }).toPass()
  expect(await flawsOf(page)).toEqual([])
  await page.keyboard.press('Escape')

  const logo = page.locator('input[type=file]').first()
  const picture = sharp({ create: { width: 300, height: 140, channels: 3, background: '#dc2626' } })
  // A picture of another type that was renamed.
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await picture.clone().webp().toBuffer() })
  await expect(page.getByText('Invalid file type')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Terminal logo' })).toBeHidden()
  const buffer = await picture.png().toBuffer()
  const large = Buffer.concat([buffer, Buffer.alloc(1_000_001)])
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: large })
  await expect(page.getByText('Image max size exceeded!')).toBeVisible()
  await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await expect(page.getByRole('img', { name: 'Terminal logo' })).toBeVisible()

  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByText(/The theme has been sent to \d+ terminals?\./)).toBeVisible()
  const terminals = page.getByRole('region', { name: 'Terminals' })
  await expect(terminals.getByRole('listitem').filter({ hasText: 'Up to date' }).first()).toBeVisible()
  await expect(page.getByRole('img', { name: 'Terminal logo' })).toHaveAttribute('src', /^data:image\/png/)
  expect(await flawsOf(page)).toEqual([])

  const bank = terminals.getByRole('listitem').filter({ hasText: 'Up to date' }).first().getByRole('link')
  const bankId = (await bank.getAttribute('href'))!.split('/').at(-1)!
  await goTo(page, `/lockerbank/${bankId}/editView`)
  await expect(page.getByRole('link', { name: 'Up to date' })).toBeVisible()
  await page.getByRole('link', { name: 'Up to date' }).click()
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('list', { name: 'History' })).toContainText('Theme changed')
})

test('themes › are copied from another property and reset, and saved only on Save', async ({ page, signIn }) => {
  await signIn()
  const open = async (property: string) => {
    await goTo(page, '/property/list')
    await page.getByRole('link', { name: `Theme: ${property}` }).click()
    await expect(page.getByRole('heading', { level: 1, name: property })).toBeVisible()
  }
  const footer = page.getByRole('textbox', { name: 'Footer for residents' })
  await open('The Mill Lofts')
  await footer.fill('Ask the concierge at the mill')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Theme has been saved successfully.')).toBeVisible()

  await open('Parkside Tower')
  await choose(page, 'Copy from another property', 'The Mill Lofts')
  await expect(footer).toHaveValue('Ask the concierge at the mill')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.getByRole('button', { name: 'Reset to defaults' }).click()
  await expect(footer).toHaveValue('Enter your access code to collect your packages.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Properties' })).toBeVisible()
})
