import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const SKELETON = join(import.meta.dirname, 'skeleton')
const NAME = /^[a-z]+(-[a-z]+)*$/

type Words = ReturnType<typeof wordsFor>

/** The names of a feature, `lost-items`, as they appear in the skeleton's files and paths. */
function wordsFor(plural: string, number: string) {
  const singular = plural.endsWith('ies') ? plural.replace(/ies$/, 'y') : plural.replace(/s$/, '')
  const pascal = (name: string) => name.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase())
  const camel = (name: string) => pascal(name).replace(/^\w/, (letter) => letter.toLowerCase())
  return {
    kebab: plural,
    number,
    table: plural.replaceAll('-', '_'),
    path: pascal(singular).toLowerCase(),
    names: camel(plural),
    name: camel(singular),
    Names: pascal(plural),
    Name: pascal(singular),
  }
}

const filled = (text: string, words: Words) =>
  text.replace(/__(\w+?)__/g, (whole, word: string) => (words as Readonly<Record<string, string>>)[word] ?? whole)

/** Inserts a line behind the first one that contains `anchor`; the anchor's absence is an error. */
function insertAfter(root: string, file: string, anchor: string, line: string): void {
  const path = join(root, file)
  const lines = readFileSync(path, 'utf8').split('\n')
  const at = lines.findIndex((one) => one.includes(anchor))
  if (at < 0) throw new Error(`${file} has no line with "${anchor}", after which the feature is registered.`)
  lines.splice(at + 1, 0, line)
  writeFileSync(path, lines.join('\n'))
}

function nextMigration(root: string): string {
  const numbers = readdirSync(join(root, 'database/migrations')).map((file) => Number.parseInt(file, 10))
  return String(Math.max(...numbers) + 1).padStart(4, '0')
}

/**
 * Writes a working feature: contract, rules, messages with translations to fill in, routes, store, list, form, migration, one
 * server test and one browser test, and registers it. Returns the written files. Throws when the name is not in kebab case or
 * the folder exists.
 */
export function newFeature(root: string, plural: string): string[] {
  if (!NAME.test(plural) || !plural.endsWith('s'))
    throw new Error(`"${plural}" is not a plural in kebab case, such as lost-items.`)
  if (existsSync(join(root, 'features', plural))) throw new Error(`features/${plural} exists.`)
  const words = wordsFor(plural, nextMigration(root))
  const { Name, Names, name, names, table } = words
  const written = globSync('**/*.txt', { cwd: SKELETON }).map((template) => {
    const target = filled(template.replaceAll('\\', '/').replace('features/__names__', 'features/__kebab__'), words)
    const file = target.replace(/\.txt$/, '').replace(`server/${names}.test`, `server/${plural}.test`)
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), filled(readFileSync(join(SKELETON, template), 'utf8'), words))
    return file
  })
  for (const language of ['de', 'es']) written.push(writeTranslations(root, plural, language))

  insertAfter(
    root,
    'apps/server/features.ts',
    "from '#features/couriers/",
    `import { ${names}Feature } from '#features/${plural}/server/feature.ts'`,
  )
  insertAfter(root, 'apps/server/features.ts', '  couriersFeature,', `  ${names}Feature,`)
  insertAfter(
    root,
    'apps/portal/features.ts',
    "from '#features/couriers/",
    `import { ${names}Feature } from '#features/${plural}/portal/feature.ts'`,
  )
  insertAfter(root, 'apps/portal/features.ts', '  couriersFeature,', `  ${names}Feature,`)
  insertAfter(
    root,
    'database/tables.ts',
    "from './tables-of-imports.ts'",
    `import type { ${Names}Tables } from './tables-of-${plural}.ts'`,
  )
  replaceIn(root, 'database/tables.ts', 'export type Tables = ', `export type Tables = ${Names}Tables & `)
  insertAfter(root, 'docs/glossary.md', '| **Courier** (', `| **${Name}** (\`${plural}\`) | Describe a ${name}. |`)
  for (const [verb, key] of [
    ['deleted', 'AuditDeleted'],
    ['created', 'AuditCreated'],
    ['changed', 'AuditChanged'],
  ])
    insertAfter(root, 'platform/audit-actions.ts', "  'courier deleted':", `  '${name} ${verb}': t('${key}'),`)
  addPermissions(root, Name)
  addAccess(root, words)
  insertAfter(root, 'apps/server/testing/seed-fixtures.ts', '    courier: newId(),', `    ${name}: newId(),`)
  insertAfter(root, 'apps/server/testing/seed-fixtures.ts', "      | 'courier'", `      | '${name}'`)
  insertAfter(
    root,
    'apps/server/testing/examples.ts',
    "from '#features/couriers/",
    `import { ${names}Examples } from '#features/${plural}/testing/examples.ts'`,
  )
  insertAfter(root, 'apps/server/testing/examples.ts', '    couriersExamples,', `    ${names}Examples,`)
  insertAfter(
    root,
    'apps/server/testing/seed-fixtures.ts',
    'await inOrganisation(server, organisation_id, async (db) => {',
    `    await db.insertInto('${table}').values({ organisation_id, id: ids.${name}, name: mark('${Name}') }).execute()`,
  )
  return written
}

/** New permissions are for the organisation's managers until the roles are decided; those of the specification exist already. */
function addPermissions(root: string, Name: string): void {
  if (readFileSync(join(root, 'platform/permissions.ts'), 'utf8').includes(`'View${Name}'`)) return
  const added = ['View', 'Add', 'Edit', 'Delete'].map((verb) => `${verb}${Name}`)
  for (const permission of added.toReversed())
    insertAfter(root, 'platform/permissions.ts', "  'DeleteCourier',", `  '${permission}',`)
  insertAfter(root, 'platform/permissions.ts', "  ...crud('GeneralSetting'),", `  ...crud('${Name}'),`)
  // In English, to be translated.
  const names = added.map((one) => `    "Permission${one}": "${one.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')}",`).join('\n')
  for (const language of ['de', 'es'])
    insertAfter(root, `features/portal-users/messages.${language}.json`, '  "Permission": {', names)
  replaceIn(root, 'platform/permissions.test.ts', "const ADDED = '", `const ADDED = '${added.join(' ')} `)
  insertAfter(root, 'platform/permissions.test.ts', 'const NOT_OF_PROPERTY_MANAGERS = `', `  ${added.join(' ')}`)
}

/** The rows of its operations; the sentence that each follows is written with the decision. */
function addAccess(root: string, { path, name, Name }: Words): void {
  const source = '[Roles](decisions/0004-roles.md)'
  const rows = [
    ['`POST /kebab/getpaged`', `View${Name}`],
    [`\`GET /kebab/get/{${name}Id}\``, `Edit${Name}`],
    [`\`GET /kebab/{${name}Id}/changes\``, `View${Name}`],
    ['`POST /kebab/save`', `add Add${Name}, edit Edit${Name}`],
    ['`POST /kebab/delete`', `Delete${Name}`],
  ].map(([operation, access]) => `| ${operation!.replace('kebab', path)} | ${access} | ${source} |`)
  insertAfter(root, 'docs/access.md', '| `POST /courier/delete` |', rows.join('\n'))
}

function replaceIn(root: string, file: string, from: string, to: string): void {
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no "${from}".`)
  writeFileSync(path, text.replace(from, to))
}

/** The texts in en-US, to be translated; the completeness test checks that each is there. */
function writeTranslations(root: string, plural: string, language: string): string {
  const tables = ['messages.ts', 'screens.ts'].map((file) => readFileSync(join(root, 'features', plural, file), 'utf8'))
  const texts = tables.map((source) => {
    const [, table = ''] = /defineMessages\('(\w+)'/.exec(source) ?? []
    return [table, Object.fromEntries([...source.matchAll(/^ {2}(\w+): '(.*)',$/gm)].map(([, key, text]) => [key, text]))]
  })
  const file = `features/${plural}/messages.${language}.json`
  writeFileSync(join(root, file), `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`)
  return file
}
