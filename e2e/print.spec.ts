import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { expect, flawsOf, goTo, test, USERS } from './fixtures.ts'

/** Width of A4 paper within usual margins, in CSS pixels. */
const PAPER = { width: 718, height: 1000 }

/** The page as it is on paper: what is laid out again for the paper's width is CSS only, as when one prints. */
async function asPrinted(page: Page) {
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
}

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const head = (page: Page) => page.getByText(/^Riverside Living · .*\d{4}.* \d/)

for (const [path, name, chip] of [
  ['/resident/list?UnitNumber=1', 'Residents', 'Unit Number: 1'],
  ['/search?StatusGroupIds=1&size=50', 'Package Viewer', 'Status: Active'],
] as const)
  test(`${name} on paper is the title, the filters that are set and every row, without controls`, async ({ page, signIn }) => {
    await signIn()
    await goTo(page, path)
    await expect(title(page)).toContainText(name)
    const rows = page.getByRole('rowheader')
    await expect(rows.first()).toBeVisible()
    await expect(head(page)).toBeHidden()
    await asPrinted(page)
    await expect(title(page)).toBeVisible()
    await expect(head(page)).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Columns' })).toBeHidden()
    await expect(page.getByRole('checkbox')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Next page' })).toBeHidden()
    await expect(page.getByText(/^\d+–\d+ of \d/)).toBeVisible()
    await expect(page.getByRole('button', { name: chip })).toBeVisible()
    await expect(page.getByRole('button', { name: /: Any$/ })).toHaveCount(0)
    // Every row, and nothing beside or below the paper.
    const { cut, last } = await page.getByRole('grid').evaluate((grid) => {
      const box = grid.parentElement!
      const row = [...grid.querySelectorAll('tr')].at(-1)!.getBoundingClientRect()
      return { cut: box.scrollHeight - box.clientHeight, last: row.bottom <= document.documentElement.scrollHeight }
    })
    expect({ cut, last }).toEqual({ cut: 0, last: true })
    const pdf = await page.pdf({ format: 'A4' })
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)!.length).toBeGreaterThan(0)
  })

test('a package’s label is printed alone on a label, and its barcode is the package’s number', async ({ page, signIn }) => {
  await signIn(USERS.mailroom)
  await goTo(page, '/search')
  const row = page.getByRole('rowheader').first()
  const number = (await row.textContent())!
  await row.getByRole('link').click()
  await page.getByRole('dialog').getByRole('link', { name: 'Print label' }).click()
  await expect(title(page)).toHaveText(`Package ${number}`)
  const bars = page.getByRole('img', { name: `Barcode of ${number}` })
  await expect(bars).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await flawsOf(page)).toEqual([])
  }
  await page.setViewportSize(PAPER)
  await asPrinted(page)
  await expect(title(page)).toBeHidden()
  await expect(head(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print label' })).toBeHidden()
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer } })
  const [read] = await readBarcodes(new Uint8Array(await page.screenshot()))
  expect(read).toMatchObject({ text: number, format: 'Code128' })
  // One page of the label's size: 100 × 62 mm are 283 × 176 points.
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
  expect(pdf).toMatch(/\/MediaBox \[0 0 28[23](\.\d+)? 17[56](\.\d+)?\]/)
})
