import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, flawsInBothThemes, goTo, test, USERS, WIDE } from './fixtures.ts'
import { bookWithPhoto, form, open, scan } from './intake-screens.ts'

test.use({ viewport: WIDE })

/** A drawing of the project, written with `heif-enc -q 50` of Debian's libheif-examples, as phones write their photos. */
const HEIC = readFileSync(join(import.meta.dirname, 'pictures/label.heic'))
/** The same, which says that it has 6,000 × 4,001 pixels. */
function tooLarge(): Buffer {
  const photo = Buffer.from(HEIC)
  const size = photo.indexOf('ispe')
  photo.writeUInt32BE(6_000, size + 8)
  photo.writeUInt32BE(4_001, size + 12)
  return photo
}

async function chooseFile(page: Page, button: string | RegExp, name: string, buffer: Buffer, mimeType = 'image/heic') {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).first().click()
  await (await chooser).setFiles({ name, mimeType, buffer })
}
/** The colour of a picture at a place, in parts of its size. */
const colourAt = (page: Page, name: string, x: number, y: number) =>
  page
    .getByRole('img', { name })
    .first()
    .evaluate(
      async (img, [x, y]) => {
        const bitmap = await createImageBitmap(img as HTMLImageElement)
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
        const context = canvas.getContext('2d')!
        context.drawImage(bitmap, 0, 0)
        return [...context.getImageData(bitmap.width * x, bitmap.height * y, 1, 1).data.slice(0, 3)]
      },
      [x, y] as const,
    )
const near = (colour: number[], expected: number[]) => colour.every((part, i) => Math.abs(part - expected[i]!) < 30)

test('a photo of a phone in HEIC is a photo of a label; its library is loaded only then', async ({ page, signIn }) => {
  const loaded: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('heic')) loaded.push(request.url())
  })
  await signIn(USERS.mailroom)
  await open(page)
  await scan(page, 'E2E-HEIC-1')
  await chooseFile(page, 'Take a photo', 'large.heic', tooLarge())
  await expect(
    page.getByText('This photo has more than 24 megapixels. Take it with a lower resolution, or save it as JPEG.'),
  ).toBeVisible()
  expect(loaded).toEqual([])
  // Windows does not know the type of such a file.
  await chooseFile(page, 'Take a photo', 'IMG_0001.HEIC', HEIC, '')
  await expect(form(page).getByRole('img', { name: 'Photo of the label' })).toBeVisible()
  expect(loaded).toHaveLength(1)
  expect(near(await colourAt(page, 'Photo of the label', 0.5, 0.1), [18, 50, 79])).toBe(true)
  expect(near(await colourAt(page, 'Photo of the label', 0.8, 0.75), [200, 30, 30])).toBe(true)
  expect(await flawsInBothThemes(page)).toEqual([])

  await chooseFile(page, 'Take a photo', 'damaged.heic', HEIC.subarray(0, 700))
  await expect(page.getByText('This picture cannot be read. Please use a JPEG or PNG.')).toBeVisible()
  await bookWithPhoto(page)
})

test('a photo in HEIC is a logo', async ({ page, signIn }) => {
  await signIn(USERS.manager)
  await goTo(page, '/organisation/myedit')
  const logo = page.getByRole('img', { name: 'Logo' })
  const before = await logo.getAttribute('src')
  const chosen = (buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name: 'logo.heic', mimeType: 'image/heic', buffer })
  await chosen(tooLarge())
  await expect(page.getByText('This photo has more than 24 megapixels.')).toBeVisible()
  await expect(logo).toHaveAttribute('src', before!)
  await chosen(HEIC)
  await expect(logo).toHaveAttribute('src', /^data:image\/jpeg/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // The former one is shown until the saved organisation is read again.
  await expect(logo).not.toHaveAttribute('src', before!)
  await expect(logo).toHaveAttribute('src', /logo\?v=/)
})
