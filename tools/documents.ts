import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PERMISSIONS, ROLE_PERMISSIONS, ROLES, type Role } from '#platform/permissions.ts'
import { settingsTable } from '#platform/server/config/settings.ts'
import { placesTable } from './import-places.ts'
import { ROOT } from './runners.ts'

/** A part of a document that is made from the program: between `<!-- name -->` and `<!-- end of name -->`. */
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
  { file: 'docs/architecture.md', name: 'import rules', make: placesTable },
  { file: 'docs/roles.md', name: 'roles', make: rolesTable },
]

/** What each role may do in the portal. Agents and locker banks sign in at terminals and hold none of these. */
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

/** The document with this section made anew. Throws when the document has no place for it. */
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
