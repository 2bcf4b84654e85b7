import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './runners.ts'

test('the conformance page of the report viewer names existing tests', () => {
  const files = globSync('{features/{reports,session}/**/*.test.ts,e2e/report*.spec.ts}', { cwd: ROOT })
  const sources = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')
  const page = readFileSync(join(ROOT, 'docs/report-viewer.md'), 'utf8')
  const rows = page.slice(page.indexOf('## Conformance'), page.indexOf('## Keys')).split('\n')
  const cells = rows
    .filter((row) => row.startsWith('| ') && !row.startsWith('| ---'))
    .map((row) => row.split(' | ')[1]!.replace(/ \|$/, ''))
  const named = cells
    .filter((cell) => cell !== 'Test' && !cell.startsWith('not built'))
    .flatMap((cell) => cell.split('; ').map((title) => title.replace(/ \(`[^`]+`\)$/, '')))
  expect(named.length).toBeGreaterThan(30)
  // A title may itself have a semicolon, so a part of a title counts.
  expect(named.filter((title) => !sources.includes(title))).toEqual([])
})
