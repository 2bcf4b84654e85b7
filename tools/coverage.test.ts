import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { everyOperation } from '#apps/server/testing/examples.ts'
import type { Operation } from '#platform/operation.ts'
import { coveragePages, coverageRows, pathOf } from './coverage.ts'
import { decisions } from './documents.ts'
import { ROOT } from './runners.ts'

const rows = coverageRows()
const sources = new Map<string, string>()
function sourceOf(file: string): string {
  const source = sources.get(file) ?? (existsSync(pathOf(file)) ? readFileSync(pathOf(file), 'utf8') : '')
  sources.set(file, source)
  return source
}
const hasTitle = (file: string, title: string) => [`'`, '"', '`'].some((q) => sourceOf(file).includes(q + title + q))

test('coverage › names existing files', () => {
  const missing = rows.flatMap(({ what, files }) => files.filter((file) => !existsSync(pathOf(file))).map((f) => `${what}: ${f}`))
  expect(missing).toEqual([])
})

test('coverage › names existing tests', () => {
  const named = rows.flatMap(({ tests }) => tests)
  expect(named).not.toEqual([])
  expect(named.filter(({ file, title }) => !hasTitle(file, title))).toEqual([])
})

test('coverage › a row is done with a test, built with a file, or later with a name', () => {
  const wrong = rows.filter(({ files, tests, state }) => {
    if (state === 'done') return files.length === 0 || tests.length === 0
    if (state === 'built') return files.length === 0 || tests.length > 0
    return !/^later: \S/.test(state)
  })
  expect(wrong).toEqual([])
})

/** The files whose comments may cite a specification or a decision. */
const citing = globSync('{apps,bench,database,e2e,features,platform,tools}/**/*.{ts,tsx,mjs,sql,css}', { cwd: ROOT })
const sections = coveragePages().flatMap((page) => page.sections)

/** The sections cited in a text, as `2-4` for `spec 2 §4`. Short forms count too: `spec 2 §2, §7` and `spec 1 §6, 2 §6`. */
function citedSections(text: string): string[] {
  return [...text.matchAll(/\bspecs? (\d §\d+(?:(?:,| and|;) (?:spec )?(?:\d )?§\d+)*)/g)].flatMap(([, list]) => {
    let specification = ''
    return [...list!.matchAll(/(?:(\d) )?§(\d+)/g)].map(([, number, section]) => {
      specification = number ?? specification
      return `${specification}-${section}`
    })
  })
}

test('cited sections › are recognised in short form', () => {
  expect(citedSections('(spec 2 §2, §7; spec 1 §6, 3 §6) and spec 1 §4')).toEqual(['2-2', '2-7', '1-6', '3-6', '1-4'])
})

test('coverage › has one page for each section of a specification', () => {
  expect(sections).toEqual(expect.arrayContaining(['1-1', '2-8', '2-9', '3-4']))
  expect(sections.filter((section, index) => sections.indexOf(section) !== index)).toEqual([])
})

test('cited sections › have a page in the coverage', () => {
  const missing = citing.flatMap((file) =>
    citedSections(readFileSync(join(ROOT, file), 'utf8'))
      .filter((section) => !sections.includes(section))
      .map((section) => `${file}: spec ${section.replace('-', ' §')}`),
  )
  expect(missing).toEqual([])
})

/** The titles cited in a text: `(decisions "Wire", "Roles")`, also across the lines of a comment. */
const citedTitles = (text: string): string[] =>
  [...text.matchAll(/\bdecisions?[\s*/-]+((?:"[^"\n]+"(?:, | and )?)+)/g)].flatMap(([, list]) =>
    [...list!.matchAll(/"([^"]+)"/g)].map(([, title]) => title!),
  )

test('cited decisions › exist', () => {
  const titles = decisions().map(({ title }) => title)
  const missing = [...citing, ...globSync('docs/**/*.md', { cwd: ROOT })].flatMap((file) =>
    citedTitles(readFileSync(join(ROOT, file), 'utf8'))
      .filter((title) => !titles.includes(title))
      .map((title) => `${file}: ${title}`),
  )
  expect(missing).toEqual([])
})

/** The rows of docs/access.md, which is written from the specifications: the operation and its access. */
const accessRows = [
  ...readFileSync(join(ROOT, 'docs/access.md'), 'utf8').matchAll(/^\| `([A-Z]+ \S+)` \| (.+?) \| (.+) \|$/gm),
].map(([, name, access, source]) => ({ name: name!, access: access!, source: source! }))
const OTHER_ACCESS = { public: 'everybody', authenticated: 'signed in', ticket: 'ticket', kiosk: 'kiosk' }

/** The access of an operation in the words of docs/access.md. */
function accessOf({ needs: { access, permission, ticket } }: Operation): string {
  if (access) return OTHER_ACCESS[access] + (ticket ? ' or ticket' : '')
  if (typeof permission === 'object' && 'add' in permission) return `add ${permission.add}, edit ${permission.edit}`
  return [permission].flat().join(', ') + (ticket ? ' or ticket' : '')
}

test('access › of every operation is what docs/access.md derives from the specifications', () => {
  const expected = accessRows.map(({ name, access }) => `${name}: ${access}`)
  expect(everyOperation.map((op) => `${op.method} ${op.path}: ${accessOf(op)}`).sort()).toEqual(expected.sort())
})

test('access › names a source for every operation', () => {
  expect(accessRows.filter(({ source }) => !/spec \d §\d|\]\(decisions\/\d{4}-/.test(source))).toEqual([])
})
