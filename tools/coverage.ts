import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './runners.ts'

/** A row of a table of docs/coverage.md: a requirement, its files and its tests. */
export type Row = { what: string; files: string[]; tests: { file: string; title: string }[]; state: string }

/** The absolute path of a file named there: below `features/`, unless it starts with another top folder. */
export const pathOf = (file: string) => join(ROOT, /^(apps|platform|e2e|tools)\//.test(file) ? '' : 'features', file)
const items = (cell: string) => cell.split('<br>').filter((item) => item !== '')

/** The rows of every table of docs/coverage.md. Throws for a row that does not have four cells. */
export const coverageRows = (): Row[] =>
  readFileSync(join(ROOT, 'docs/coverage.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (What|---) /.test(line))
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      if (cells.length !== 6) throw new Error(`Not four cells: ${line}`)
      const [, what, files, tests, state] = cells as [string, string, string, string, string]
      return {
        what,
        files: items(files).map((item) => item.replaceAll('`', '')),
        tests: items(tests).map((item) => {
          const [, file, title] = /^`(.+?)` › (.+)$/.exec(item) ?? []
          if (!file || !title) throw new Error(`Not a file and a title: ${item}`)
          return { file, title }
        }),
        state,
      }
    })
