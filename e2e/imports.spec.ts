import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { imports } from '#features/imports/contract.ts'
import { expect, flawsOf, goTo, sortByEachColumn, test, WIDE } from './fixtures.ts'

const HEADINGS = 'Property,Building,UnitNumber,FirstName,LastName,Email'
const HOME = 'Riverside Quay,Quay North'
const file = (...lines: string[]) => [HEADINGS, ...lines].join('\n')
const ROBIN = `${HOME},9101,Robin,Etoeimport,robin.import@example.test`
const lines = (page: Page) => page.getByRole('grid', { name: 'Lines' })
const counts = (page: Page) => page.getByRole('region', { name: 'Preview' })

async function choose(page: Page, name: string, content: string) {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose file' }).click()
  await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}
async function upload(page: Page, content: string, name = 'residents.csv') {
  await goTo(page, '/resident/import')
  await expect(page.getByRole('heading', { level: 1, name: 'Import residents' })).toBeVisible()
  await choose(page, name, content)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** The first row of the list, from the server. */
async function newestImport(page: Page): Promise<{ Id: string; LastImportDate: string }> {
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('residentialApp.apiToken'))}`
  const reply = await page.request.post('/api/importfile/getpaged', { headers: { authorization }, data: {} })
  return (await reply.json()).Data[0]
}

test.beforeEach(({ signIn }) => signIn())

test('only a .csv or .xlsx file is accepted, and the template has the headings', async ({ page }) => {
  await goTo(page, '/resident/list')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await choose(page, 'residents.txt', 'x')
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Only a .csv or .xlsx file can be imported.')
  expect(await flawsOf(page)).toEqual([])
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download template' }).click()
  const template = await readFile(await (await downloading).path(), 'utf8')
  expect(template).toBe(
    '\ufeffProperty,Building,UnitNumber,FirstName,LastName,Email,MobilePhone,Phone1,Phone2,ExternalId,OccupancyStatus,Language\r\n',
  )
})

test('a file is previewed, imported with progress and listed; the second time it changes nothing', async ({ page }) => {
  await upload(page, file(ROBIN, `${HOME},,Nobody,Nowhere,`))
  await expect(counts(page)).toContainText('Nothing has changed yet.')
  await expect(lines(page).getByRole('row').filter({ hasText: 'Robin Etoeimport' })).toContainText('New')
  await expect(lines(page).getByRole('row').filter({ hasText: 'Refused' })).toContainText('Unit number cannot be empty')
  expect(await flawsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Import', exact: true }).dblclick()
  await expect(page.getByText('Import complete.')).toBeVisible()
  await expect(page.getByText('Done, 1 refused')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('alert')).toHaveCount(0)
  await lines(page).getByRole('link', { name: 'Robin Etoeimport' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Robin Etoeimport' })).toBeVisible()

  await upload(page, file(ROBIN), 'again.csv')
  await expect(page.getByText('This file contains no changes.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()

  await goTo(page, '/importfile/list')
  const list = page.getByRole('grid', { name: 'Resident imports' })
  const columns = list.getByRole('columnheader')
  for (const name of ['File', 'Purpose', 'Last import', 'Status', 'Id'])
    await expect(columns.filter({ hasText: name })).toHaveCount(1)
  const { Id, LastImportDate } = await newestImport(page)
  await expect(list.getByRole('row').filter({ hasText: Id })).toContainText('again.csv')
  await expect(list.locator(`time[datetime="${LastImportDate}"]`).first()).toBeVisible()
  await expect(
    list
      .getByRole('row')
      .filter({ hasText: /residents\.csv/ })
      .filter({ hasText: 'Upload' }),
  ).toContainText('Done')
  await expect(list.getByRole('row').filter({ hasText: 'again.csv' })).toContainText('Ready')
  expect(await flawsOf(page)).toEqual([])
  // In a narrower list a column with a long name is in the second line.
  await page.setViewportSize(WIDE)
  await sortByEachColumn(page, 'imports', imports.page)
  await list.getByRole('row').filter({ hasText: 'Upload' }).getByRole('link', { name: 'residents.csv' }).first().click()
  await expect(lines(page)).toBeVisible()
  await sortByEachColumn(page, 'import-lines', imports.lines)
})

test('an export of residents is imported again without changes, whatever their names are', async ({ page }) => {
  const names = ["'=1+1", "'+44 7700", "''-x", "x;'=1", '＠Etoe', "O'Neil; Ltd"]
  await upload(page, file(...names.map((name, i) => `${HOME},9${200 + i},${name},Etoeround,`)), 'names.csv')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Import complete.')).toBeVisible()
  await goTo(page, '/resident/list?LastName=Etoeround')
  const found = page.getByRole('grid', { name: 'Residents', exact: true }).getByRole('row').filter({ hasText: 'Etoeround' })
  await expect(found).toHaveCount(names.length)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const exported = await readFile(await (await downloading).path(), 'utf8')
  expect(
    exported
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',Etoeround,')[0]),
  ).toEqual(expect.arrayContaining(["'=1+1", "'+44 7700", "''-x", `"x;'=1"`, "'＠Etoe", `"O'Neil; Ltd"`]))
  await upload(page, exported, 'exported.csv')
  await expect(page.getByText('This file contains no changes.')).toBeVisible()
  await expect(lines(page).getByRole('row').filter({ hasText: 'Etoeround' })).toHaveCount(names.length)
  await expect(lines(page).getByRole('row').filter({ hasText: 'Refused' })).toHaveCount(0)
})

test('a full list shows who would move out, and asks for a confirmation', async ({ page }) => {
  await upload(page, file(`${HOME},9102,Sasha,Etoefull,`))
  await page.getByRole('switch', { name: 'This file is a full list' }).click()
  await page.getByRole('button', { name: 'Action: Any' }).click()
  await page.getByRole('option', { name: 'Moves out' }).click()
  await expect(lines(page).getByRole('row').nth(1)).toContainText('Moves out')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('They will lose their access codes.')
  expect(await flawsOf(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Resident imports' })).toBeVisible()
})

test('unknown headings are assigned once and recognised from then on', async ({ page }) => {
  const content = `Site;House;Door;Called;Family\n${HOME.replace(',', ';')};9103;Kim;Etoecolumns`
  await upload(page, content)
  await expect(page.getByRole('alert')).toContainText('Assign their columns below')
  const said = { Site: 'Property', House: 'Building', Door: 'Unit Number', Called: 'First Name', Family: 'Last Name' }
  for (const [heading, column] of Object.entries(said)) {
    await page.getByRole('combobox', { name: heading, exact: true }).click()
    await page.getByRole('option', { name: column, exact: true }).click()
  }
  expect(await flawsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(lines(page).getByRole('row').filter({ hasText: 'Kim Etoecolumns' })).toContainText('New')
  await upload(page, content, 'next.csv')
  await expect(lines(page).getByRole('row').filter({ hasText: 'Kim Etoecolumns' })).toContainText('New')
})

test('an unreadable file is discarded, or replaced by another one', async ({ page }) => {
  await upload(page, `${HEADINGS}\n`, 'headings.csv')
  await expect(page.getByRole('alert')).toHaveText('The file has no lines below the headings.')
  await expect(page.getByRole('button', { name: 'Check again' })).toHaveCount(0)
  expect(await flawsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import residents' })).toBeVisible()

  await upload(page, '\u0000\u0001\u0002\n\u0000\t\n', 'picture.csv')
  await expect(page.getByRole('alert')).toHaveText('None of the first lines has readable headings.')
  await expect(page.getByRole('combobox')).toHaveCount(0)
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Resident imports' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'headings.csv' })).toContainText('Failed')
  await expect(page.getByRole('row').filter({ hasText: 'picture.csv' })).toHaveCount(0)
})
