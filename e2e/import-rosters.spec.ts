import type { Page } from '@playwright/test'
import { workbookOfTexts } from '#features/imports/testing/workbooks.ts'
import { expect, flawsInBothThemes, goTo, test } from './fixtures.ts'

const lines = (page: Page) => page.getByRole('grid', { name: 'Lines' })
const panel = (page: Page) => page.getByRole('region', { name: 'How the file is read' })

async function upload(page: Page, content: string | Buffer, name: string) {
  await goTo(page, '/resident/import')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose file' }).click()
  await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}
async function choose(page: Page, label: string, option: string) {
  await panel(page).getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test.beforeEach(({ signIn }) => signIn())

/** As ResMan exports it: one file for each property, up to three residents in a line, a title and a total. */
const RESMAN = [
  'Resident Contact Information,,,,,,,,',
  'Unit,Resident 1 First Name,Resident 1 Middle Name,Resident 1 Last Name,Resident 1 Phone,Resident 1 Email,Resident 2 First Name,Resident 2 Last Name,Status',
  '9401,Ann,,Etoeroster,(555) 010-0101,ann.roster@example.test; a@example.test,Bob,Etoeroster,Current',
  '9402,Cy,,Etoeroster,N/A,none,,,Applicant',
  'Total residents: 3,,,,,,,,',
].join('\n')

test('a file of a property system without a property is imported once property, building and a status are chosen', async ({
  page,
}) => {
  await upload(page, RESMAN, 'Residents.csv')
  await expect(page.getByRole('alert').filter({ hasText: 'Property' })).toContainText('Not found in the file: Property')
  expect(await flawsInBothThemes(page)).toEqual([])
  await choose(page, 'Property', 'Riverside Quay')
  await choose(page, 'Building', 'Quay North')
  await panel(page).getByRole('button', { name: 'Check again' }).click()
  await expect(lines(page).getByRole('row').filter({ hasText: 'Ann Etoeroster' })).toContainText(
    'Email: only the first one is imported.',
  )
  await expect(lines(page).getByRole('row').filter({ hasText: 'Bob Etoeroster' })).toContainText('New')
  await expect(lines(page).getByRole('row').filter({ hasText: 'Left out' })).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  await expect(page.getByText('Say first what these words mean: Applicant.')).toBeVisible()
  expect(await flawsInBothThemes(page)).toEqual([])
  await choose(page, 'Applicant', 'Moving in')
  await panel(page).getByRole('button', { name: 'Check again' }).click()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Import complete.')).toBeVisible()
  await lines(page).getByRole('link', { name: 'Bob Etoeroster' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bob Etoeroster' })).toBeVisible()

  // The next file of these headings may be another property's, so that one click confirms the property.
  await upload(page, RESMAN, 'Residents.csv')
  await expect(page.getByRole('alert').filter({ hasText: 'property' })).toContainText('Then press “Check again”.')
  await expect(panel(page).getByRole('combobox', { name: 'Property', exact: true })).toHaveValue('Riverside Quay')
  await panel(page).getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('This file contains no changes.')).toBeVisible()
})

test('headings, columns and the encoding are chosen by a person', async ({ page }) => {
  const content = 'Report of the house\nWhere;Door;Who\nRiverside Quay;9411;Müller Zoë'
  await upload(page, Buffer.from(content), 'odd.csv')
  await expect(panel(page).getByRole('combobox', { name: 'Line with the headings' })).toHaveValue('2: Where, Door, Who')
  await expect(panel(page).getByText('Müller Zoë')).toBeVisible()
  await choose(page, 'Where', 'Property')
  await choose(page, 'Door', 'Unit Number')
  await choose(page, 'Who', 'Full name')
  await choose(page, 'Names without a comma', 'Last name first')
  await choose(page, 'Property', 'Riverside Quay')
  await choose(page, 'Building', 'Quay North')
  await panel(page).getByRole('button', { name: 'Check again' }).click()
  await expect(lines(page).getByRole('row').filter({ hasText: 'Zoë Müller' })).toContainText('New')
  await page.getByText('How the file is read').click()
  await choose(page, 'Encoding', 'Mac Roman')
  await expect(page.getByRole('alert').filter({ hasText: 'damaged' })).toBeVisible()
  await page.getByText('How the file is read').click()
  await choose(page, 'Encoding', 'UTF-8')
  await expect(lines(page).getByRole('row').filter({ hasText: 'Zoë Müller' })).toContainText('New')
  expect(await flawsInBothThemes(page)).toEqual([])
})

test('an Excel workbook is imported', async ({ page }) => {
  const content = await workbookOfTexts([
    ['Property', 'Building', 'Unit', 'Resident'],
    ['Riverside Quay', 'Quay North', '0942', 'Etoeworkbook, Kim'],
  ])
  await upload(page, content, 'Residents.xlsx')
  await expect(lines(page).getByRole('row').filter({ hasText: 'Kim Etoeworkbook' })).toContainText('0942')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Import complete.')).toBeVisible()
})
