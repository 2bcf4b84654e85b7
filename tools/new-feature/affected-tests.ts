import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Names in changed files to which a new feature adds nothing, or only a row in a table of its own. */
const UNAFFECTED = ['ROLES', 'PORTAL_ROLES', 'roleById', 'seedFixtures']

/** How a test lists source files, the operations of the server, or the tables of the database. */
const LISTS = /\bglobSync\(|\breaddirSync\(join\([A-Z]|\.operations\b|\b(information_schema|pg_class|pg_policy)\b/

const IMPORT = /^import (type )?(?:\{([^}]*)\}|.+?) from '([^']+)'/gm

/**
 * True for a test whose result a new feature can change without changing what the test names: one that was changed itself,
 * that imports a value from a changed file, or that lists files, operations or tables.
 */
export function affectedBy(changed: readonly string[], file: string, text: string): boolean {
  if (changed.includes(file) || LISTS.test(text)) return true
  return [...text.matchAll(IMPORT)].some(([, isType, names = '*', from]) => {
    const path = from!.startsWith('#') ? from!.slice(1) : join(dirname(file), from!).replaceAll('\\', '/')
    const values = names.split(',').map((name) => name.trim())
    return !isType && changed.includes(path) && values.some((name) => name && !/^type /.test(name) && !UNAFFECTED.includes(name))
  })
}

/** The unit and server tests below the root that a new feature affects, apart from its own. */
export const affectedTests = (root: string, changed: readonly string[]): string[] =>
  globSync('{platform,features,apps,database,tools}/**/*.test.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => affectedBy(changed, file, readFileSync(join(root, file), 'utf8')))
    .sort()
