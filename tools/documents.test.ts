import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { decisions, SECTIONS, statementAt, withSection } from './documents.ts'
import { ROOT } from './runners.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

test.each(SECTIONS)('$file › the section $name is up to date (`npm run documents` writes it)', (section) => {
  const document = read(section.file)
  expect(document).toBe(withSection(document, section))
})

test('README.md › names existing folders', () => {
  const readme = read('README.md')
  const folders = [...readme.matchAll(/^\| `([a-z0-9/-]+)` \|/gm)].map(([, name]) => name!)
  expect(folders.filter((name) => !existsSync(join(ROOT, name)))).toEqual([])
  expect(folders).toContain('features')
})

test.each(['README.md', 'docs/architecture.md'])('%s › names every app', (document) => {
  const apps = readdirSync(join(ROOT, 'apps')).map((name) => `apps/${name}`)
  expect(apps).toContain('apps/server')
  expect(apps.filter((app) => !read(document).includes(`\`${app}\``))).toEqual([])
})

test('docs/README.md › leads to every page that is not listed by another index', () => {
  const pages = globSync(['*.md', 'how-to/*.md', '*/README.md'], { cwd: join(ROOT, 'docs') }).filter(
    (page) => page !== 'README.md',
  )
  expect(pages).toContain('how-to/get-started.md')
  expect(pages.filter((page) => !read('docs/README.md').includes(`](${page})`))).toEqual([])
})

test('docs/glossary.md › defines the word of every feature', () => {
  const glossary = read('docs/glossary.md')
  expect(readdirSync(join(ROOT, 'features')).filter((name) => !glossary.includes(`\`${name}\``))).toEqual([])
})

const documents = [...globSync('*.md', { cwd: ROOT }), ...globSync('docs/**/*.md', { cwd: ROOT })]

test('documents › link to existing files', () => {
  const broken = documents.flatMap((document) =>
    [...read(document).matchAll(/\]\(((?!https?:|#)[^)#]+)/g)]
      .map(([, link]) => link!)
      .filter((link) => !existsSync(join(ROOT, dirname(document), link)))
      .map((link) => `${document}: ${link}`),
  )
  expect(broken).toEqual([])
})

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
/** The back-ticked texts of documents, and the lines of their blocks of code. */
const commands = documents.flatMap((document) => {
  const text = read(document)
  const blocks = [...text.matchAll(/^ *```\w*\n(.*?)^ *```/gms)].flatMap(([, lines]) => lines!.split('\n'))
  const spans = [...text.replace(/^ *```.*?^ *```/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!)
  return [...blocks, ...spans].map((command) => ({ document, command: command.trim() }))
})

test('documents › name existing scripts of package.json', () => {
  const named = commands.flatMap(({ document, command }) =>
    [...command.matchAll(/\bnpm (?:run (?:--silent )?([a-z:-]+)|(start|test)\b)/g)].map(([, run, short]) => ({
      document,
      name: (run ?? short)!,
    })),
  )
  expect(named.map(({ name }) => name)).toEqual(expect.arrayContaining(['start', 'test', 'check', 'test:server']))
  expect(named.filter(({ name }) => !(name in scripts))).toEqual([])
})

test('documents › name existing files in their commands', () => {
  const missing = commands.flatMap(({ document, command }) =>
    /^np[mx] /.test(command)
      ? [...command.matchAll(PATH_IN_COMMAND)]
          .filter(([, path]) => !existsSync(join(ROOT, path!)))
          .map(([, path]) => `${document}: ${path}`)
      : [],
  )
  expect(missing).toEqual([])
})
const PATH_IN_COMMAND = /(?<= )((?:apps|bench|database|docs|e2e|features|platform|tools)\/[\w./-]*[\w-])(?= |$)/g

test('documents and hooks › call no tool with the Node of the system', () => {
  const { 'simple-git-hooks': hooks } = JSON.parse(read('package.json')) as { 'simple-git-hooks': Record<string, string> }
  const ofHooks = Object.values(hooks).flatMap((hook) => hook.split(' && '))
  const all = [...commands, ...ofHooks.map((command) => ({ document: 'package.json', command }))]
  expect(all.filter(({ command }) => usesSystemNode(command))).toEqual([])
})

/** Programs of packages that a document could name without `npx`. */
const TOOLS = ['biome', 'knip', 'playwright', 'tsc', 'vite', 'vitest']
/** True for a program of node_modules/.bin other than Node, a tool by its name, and a TypeScript file run by `node`. */
function usesSystemNode(command: string): boolean {
  const isTool = TOOLS.some((tool) => command.startsWith(`${tool} `))
  return isTool || /node_modules\/\.bin\/(?!node\b)\w/.test(command) || /^node (?:-\S+ )*\S+\.tsx?\b/.test(command)
}

test.each([
  ['node_modules/.bin/vitest run features/couriers', true],
  ['playwright test e2e/couriers.spec.ts', true],
  ['node tools/documents.ts', true],
  ['node --inspect tools/documents.ts', true],
  ['node tools/prepare.mjs --build', false],
  ['node_modules/.bin/node apps/server/main.ts', false],
  ['npx vitest run features/couriers', false],
  ['npm run test:server -- features/couriers', false],
])('whether %s uses the Node of the system: %s', (command, expected) => {
  expect(usesSystemNode(command)).toBe(expected)
})

test('package.json › every script installs missing packages first', () => {
  const names = Object.keys(scripts).filter((name) => !(name.startsWith('pre') && name.slice(3) in scripts))
  expect(names).toContain('start')
  expect(names.filter((name) => !scripts[`pre${name}`]?.includes('node tools/prepare.mjs'))).toEqual([])
})

/** A back-ticked path below a top folder, without placeholders. */
const PATH = /`((?:apps|bench|database|docs|e2e|features|platform|tools)\/[\w./-]*[\w-])`/g

test('documents › name existing files and folders', () => {
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(PATH)]
      .map(([, path]) => path!)
      .filter((path) => !path.includes('NNNN') && !existsSync(join(ROOT, path)))
      .map((path) => `${document}: ${path}`),
  )
  expect(missing).toEqual([])
})

/** A name from the code: `camelCase`, `PascalCase`, `snake_case`. Parameters of paths do not count. */
const NAME = /(?<!\{)\b(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*[a-z]|[a-z]+_[a-z_]+)\b(?!\})/g

test('documents › name existing identifiers, unless their subject is not built yet', () => {
  const sources = globSync('{apps,bench,database,e2e,features,platform,tools}/**/*.{ts,tsx,mjs,sql,css,json}', { cwd: ROOT })
  const code = new Set(sources.flatMap((file) => read(file).match(/\w+/g) ?? []))
  const missing = documents
    .filter((document) => !document.startsWith('docs/coverage/') && !read(document).includes('not built yet'))
    .flatMap((document) =>
      [
        ...read(document)
          .replace(/```.*?```/gs, '')
          .matchAll(/`([^`\n]+)`/g),
      ]
        .flatMap(([, text]) => text!.match(NAME) ?? [])
        .filter((name) => !code.has(name) && !code.has(capitalised(name)))
        .map((name) => `${document}: ${name}`),
    )
  expect(missing).toEqual([])
})

/** Names on the wire may begin with either case. */
const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

test('decisions › are numbered without gaps, in the names of their files too', () => {
  const numbers = decisions().map(({ number }) => number)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  expect(decisions().map(({ file }) => Number(file.slice(0, 4)))).toEqual(numbers)
})

test('decisions › have titles of their own and are at most a page long', () => {
  const titles = decisions().map(({ title }) => title)
  expect(new Set(titles).size).toBe(titles.length)
  const long = decisions().filter(({ file }) => read(`docs/decisions/${file}`).split(/\s+/).length > WORDS_OF_A_PAGE)
  expect(long.map(({ file }) => file)).toEqual([])
})
const WORDS_OF_A_PAGE = 600

test('.nvmrc › has the version of Node that package.json installs', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: { node: string } }
  expect(read('.nvmrc').trim()).toBe(dependencies.node)
})

const CODE = `const a = [
  1,
]
  route(couriers.get, ({ db }) =>
    one(db),
  )

export function B({
  c,
}: Props) {
  return (
    <Form
      title="t"
    >
      <Field />
    </Form>
  )
}
const last = 1`

test.each([
  ['const a', 'const a = [\n  1,\n]'],
  ['route(couriers.get', 'route(couriers.get, ({ db }) =>\n  one(db),\n)'],
  ['export function B', CODE.slice(CODE.indexOf('export'), CODE.indexOf('\nconst last'))],
  ['<Form', '<Form\n  title="t"\n>\n  <Field />\n</Form>'],
  ['const last', 'const last = 1'],
  ['const missing', undefined],
])('statementAt › finds the whole of %s', (start, expected) => {
  expect(statementAt(CODE.split('\n'), start)?.join('\n')).toBe(expected)
})
