import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './runners.ts'

/** A row of a table below docs/coverage: a requirement, its files and its tests. */
export type Row = { what: string; files: string[]; tests: { file: string; title: string }[]; state: string }

/** The absolute path of a file named there: below `features/`, unless it starts with another top folder. */
export const pathOf = (file: string) => join(ROOT, /^(apps|platform|e2e|tools)\//.test(file) ? '' : 'features', file)

/** A page of docs/coverage. */
export type CoveragePage = {
  /** Its path below docs/coverage. */
  readonly file: string
  readonly title: string
  /** The sections of the specifications in its title, as `2-4` for `spec 2 §4`; none on a page of additions. */
  readonly sections: readonly string[]
  readonly text: string
}

/** The pages of docs/coverage in their order: those of the specifications, then the additions. Throws for a page without a title. */
export const coveragePages = (): CoveragePage[] =>
  globSync(['*.md', 'additions/*.md'], { cwd: join(ROOT, 'docs/coverage') })
    .filter((file) => file !== 'README.md')
    .sort()
    .map((file) => {
      const text = readFileSync(join(ROOT, 'docs/coverage', file), 'utf8')
      const title = /^# (.+)\n/.exec(text)?.[1]
      if (!title) throw new Error(`docs/coverage/${file} has no title.`)
      return { file, title, sections: sectionsOf(title), text }
    })

/** The sections in a title such as `2.4 Expiry` or `3.3–3.5 Entities`. */
function sectionsOf(title: string): string[] {
  const [, specification, first, last = first] = /^(\d)\.(\d+)(?:–\d\.(\d+))? /.exec(title) ?? []
  if (!specification) return []
  return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${specification}-${Number(first) + index}`)
}

const items = (cell: string) => cell.split('<br>').filter((item) => item !== '')

/** The rows of every table below docs/coverage. Throws for a row that does not have four cells. */
export const coverageRows = (): Row[] =>
  coveragePages()
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => line.startsWith('| ') && !/^\| (What|---) \|/.test(line))
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
