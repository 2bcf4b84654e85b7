import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { expect, flawsInBothThemes, goTo, test, USERS } from './fixtures.ts'

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
    // A relative time means nothing on paper.
    await expect(page.getByText(/ ago$|^in \d/)).toHaveCount(0)
    await expect(page.getByRole('button', { name: /: Any$/ })).toHaveCount(0)
    // Every row of the page of the list, and nothing beside the paper.
    const range = (await page.getByText(/^\d+–\d+ of \d/).textContent())!
    const [first, last] = range.match(/\d+/g)!.map(Number) as [number, number]
    await page.setViewportSize(PAPER)
    await expect(rows).toHaveCount(last - first + 1)
    const right = await page.locator('main').evaluate((main) => {
      const printed = [...main.querySelectorAll('*')].filter((one) => one.checkVisibility())
      return Math.max(...printed.map((one) => one.getBoundingClientRect().right))
    })
    expect(right).toBeLessThanOrEqual(PAPER.width)
  })

test('a record on paper is its title and its fields, without its bar, its tabs and an open drawer', async ({ page, signIn }) => {
  await signIn()
  await goTo(page, '/courier/list')
  await page.getByRole('rowheader').first().getByRole('link').click()
  const field = page.getByRole('textbox', { name: 'Courier' })
  await expect(field).toBeVisible()
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.setViewportSize(PAPER)
  await asPrinted(page)
  await expect(page.locator('[role=dialog]')).toBeHidden()
  await expect(page.locator('h1')).toBeVisible()
  await expect(page.getByText('Riverside Living · ')).toBeVisible()
  for (const name of ['Save', 'Cancel']) await expect(page.locator('button').filter({ hasText: name }).first()).toBeHidden()
  await expect(page.locator('nav').filter({ hasText: 'History' })).toBeHidden()
  const right = await page.locator('input').evaluateAll((all) => Math.max(...all.map((one) => one.getBoundingClientRect().right)))
  expect(right).toBeLessThanOrEqual(PAPER.width)
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
  expect(await flawsInBothThemes(page)).toEqual([])
  await page.setViewportSize(PAPER)
  // A notice that is open is not on the label.
  await page.context().setOffline(true)
  await expect(page.getByText(/^Connection lost/)).toBeVisible()
  await asPrinted(page)
  await expect(page.getByText(/^Connection lost/)).toBeHidden()
  await page.context().setOffline(false)
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
