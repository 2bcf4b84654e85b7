import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PERMISSIONS, ROLE_PERMISSIONS, ROLES, type Role } from '#platform/permissions.ts'
import { settingsTable } from '#platform/server/config/settings.ts'
import { coveragePages } from './coverage.ts'
import { layersDiagram } from './import-rules/feature-order.ts'
import { placesTable } from './import-rules/import-places.ts'
import { ROOT } from './runners.ts'

/** A part of a document that is generated from the code, between `<!-- name -->` and `<!-- end of name -->`. */
type Section = { readonly file: string; readonly name: string; make(): string }

export const SECTIONS: readonly Section[] = [
  {
    file: 'README.md',
    name: 'settings',
    make: () =>
      table(
        ['Variable', 'When it is unset', 'What it is'],
        settingsTable.map(([name, ...rest]) => [`\`${name}\``, ...rest]),
      ),
  },
  { file: 'docs/architecture.md', name: 'order of features', make: layersDiagram },
  { file: 'docs/architecture.md', name: 'import rules', make: placesTable },
  { file: 'docs/roles.md', name: 'roles', make: rolesTable },
  { file: 'docs/decisions/README.md', name: 'decisions', make: decisionsTable },
  { file: 'docs/coverage/README.md', name: 'pages of the coverage', make: coverageLists },
  ...globSync('docs/how-to/*.md', { cwd: ROOT }).sort().flatMap(quotesIn),
]

/** The sections of a document that quote code: `<!-- quote FILE START -->`, where START begins the first quoted line. */
function quotesIn(document: string): Section[] {
  const quotes = readFileSync(join(ROOT, document), 'utf8').matchAll(/<!-- (quote (\S+) (.+)) -->/g)
  return [...quotes].map(([, name, file, start]) => ({ file: document, name: name!, make: () => quote(file!, start!) }))
}

function quote(file: string, start: string): string {
  const code = statementAt(readFileSync(join(ROOT, file), 'utf8').split('\n'), start)
  if (!code) throw new Error(`${file} has no line that begins with "${start}", which docs/how-to quotes.`)
  return `\`\`\`${/\w+$/.exec(file)![0]}\n// ${file}\n${code.join('\n')}\n\`\`\``
}

/** The lines of the statement or element that begins with `start`, without their common indentation; undefined when none does. */
export function statementAt(lines: readonly string[], start: string): string[] | undefined {
  const first = lines.findIndex((line) => line.trimStart().startsWith(start))
  if (first < 0) return undefined
  const indent = indentOf(lines[first]!)
  const rest = lines.slice(first + 1)
  const end = rest.findIndex((line) => line !== '' && indentOf(line) <= indent && !CONTINUES.test(line))
  const length = end < 0 ? rest.length : end + (CLOSES.test(rest[end]!) && indentOf(rest[end]!) === indent ? 1 : 0)
  const text = [lines[first]!, ...rest.slice(0, length)].map((line) => line.slice(indent)).join('\n')
  return text.trimEnd().split('\n')
}
const indentOf = (line: string) => line.search(/\S/)
const CLOSES = /^\s*([)}\]]|\/>|<\/)/
/** A line such as `}: Props) {`, which closes one part of a statement and opens the next. */
const CONTINUES = /^\s*([)}\]].*[({[]|>)$/

export type Decision = { readonly file: string; readonly number: number; readonly title: string; readonly status: string }

/** The decisions in the order of their numbers. Throws for a file that does not follow the template. */
export function decisions(): readonly Decision[] {
  const folder = join(ROOT, 'docs/decisions')
  return readdirSync(folder)
    .filter((file) => file !== 'README.md')
    .sort()
    .map((file) => {
      const [, number, title, status] = TEMPLATE.exec(readFileSync(join(folder, file), 'utf8')) ?? []
      if (!number || !title || !status) throw new Error(`docs/decisions/${file} does not follow the template in README.md.`)
      return { file, number: Number(number), title, status }
    })
}

const TEMPLATE =
  /^# (\d+)\. ([^\n]+)\n\nDate: \d{4}-\d{2}-\d{2}\n\nStatus: (accepted|superseded by \d{4})\n\n## Context\n\n.+\n\n## Decision\n\n.+\n\n## Consequences\n\n.+\n$/s

function decisionsTable(): string {
  const rows = decisions().map(({ file, number, title, status }) => [`${number}`, `[${title}](${file})`, status])
  return table(['Number', 'Decision', 'Status'], rows)
}

/** Links to the pages of the coverage: a list for each specification, and one of the additions. */
function coverageLists(): string {
  const headings = ['Portal and lockers', 'People and packages', 'Organisation, reports, site']
  const pages = coveragePages()
  const list = (heading: string, isIn: (first: string | undefined) => boolean) =>
    [
      `## ${heading}\n`,
      ...pages.filter(({ sections }) => isIn(sections[0])).map(({ file, title }) => `- [${title}](${file})`),
    ].join('\n')
  const specifications = headings.map((heading, index) =>
    list(`${index + 1} ${heading}`, (first) => first?.startsWith(`${index + 1}-`) ?? false),
  )
  return [...specifications, list('Additions', (first) => first === undefined)].join('\n\n')
}

/** The permissions of each role. Agents and locker banks sign in at terminals and hold none of them. */
function rolesTable(): string {
  const roles = (Object.keys(ROLES) as Role[]).filter((role) => ROLE_PERMISSIONS[role].length > 0)
  const rows = PERMISSIONS.map((permission) => [
    permission,
    ...roles.map((role) => (ROLE_PERMISSIONS[role].includes(permission) ? '✓' : '')),
  ])
  return table(['Permission', ...roles.map((role) => ROLES[role].name)], rows)
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** The document with this section regenerated. Throws when the document lacks the markers. */
export function withSection(document: string, { name, file, make }: Section): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`]
  const [from, to] = [document.indexOf(begin), document.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${file} has no ${begin} … ${end}.`)
  return `${document.slice(0, from + begin.length)}\n\n${make()}\n\n${document.slice(to)}`
}

if (import.meta.main)
  for (const section of SECTIONS) {
    const file = join(ROOT, section.file)
    writeFileSync(file, withSection(readFileSync(file, 'utf8'), section))
  }
