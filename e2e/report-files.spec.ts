import { readFile } from 'node:fs/promises'
import { expect, goTo, test } from './fixtures.ts'

/** The first bytes of each format: of PDF, and of a zip. */
const FILES = [
  { name: 'PDF', file: 'pdf', start: '%PDF-1.7' },
  { name: 'Excel', file: 'xlsx', start: 'PK' },
  { name: 'Word', file: 'docx', start: 'PK' },
]

for (const { name, file, start } of FILES)
  test(`a report is exported as ${name}`, async ({ page, signIn }) => {
    await signIn()
    await goTo(page, '/rptpropertysummary')
    const report = page.getByRole('region', { name: 'Report', exact: true })
    await expect(page.getByRole('region', { name: 'Page 1', exact: true })).toContainText('Drop-offs by hour of the day')
    await report.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name }).click()
    const saved = await download
    expect(saved.suggestedFilename()).toMatch(new RegExp(`\\.${file}$`))
    expect((await readFile(await saved.path())).toString('latin1', 0, start.length)).toBe(start)
  })
