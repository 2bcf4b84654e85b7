import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './runners.ts'

type Row = { what: string; files: string[]; tests: { file: string; title: string }[]; state: string }

/** Paths in the table begin at `features/` unless they begin with another top folder. */
const pathOf = (said: string) => join(ROOT, /^(apps|platform|e2e)\//.test(said) ? '' : 'features', said)
const items = (cell: string) => cell.split('<br>').filter((item) => item !== '')

/** The rows of every table of docs/coverage.md; throws at one that is not made like the others. */
const rows = readFileSync(join(ROOT, 'docs/coverage.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (What|---) /.test(line))
  .map((line): Row => {
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

const sources = new Map<string, string>()
function sourceOf(file: string): string {
  const source = sources.get(file) ?? (existsSync(pathOf(file)) ? readFileSync(pathOf(file), 'utf8') : '')
  sources.set(file, source)
  return source
}
const hasTitle = (file: string, title: string) => [`'`, '"', '`'].some((q) => sourceOf(file).includes(q + title + q))

test('the list of coverage names files that exist', () => {
  const missing = rows.flatMap(({ what, files }) => files.filter((file) => !existsSync(pathOf(file))).map((f) => `${what}: ${f}`))
  expect(missing).toEqual([])
})

test('the list of coverage names tests that exist', () => {
  const named = rows.flatMap(({ tests }) => tests)
  expect(named).not.toEqual([])
  expect(named.filter(({ file, title }) => !hasTitle(file, title))).toEqual([])
})

test('a row of the list of coverage is done with a test, built with a file, or later with a name', () => {
  const wrong = rows.filter(({ files, tests, state }) => {
    if (state === 'done') return files.length === 0 || tests.length === 0
    if (state === 'built') return files.length === 0 || tests.length > 0
    return !/^later: \S/.test(state)
  })
  expect(wrong).toEqual([])
})
