import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FeatureNames } from './feature-names.ts'

/** The files of every list that names the features or their records, with their new texts. Writes nothing. */
export function registrations(root: string, words: FeatureNames): ReadonlyMap<string, string> {
  const edit = new Edit(root)
  addToPrograms(edit, words)
  addToDatabase(edit, words)
  addToTests(edit, words)
  addToDocuments(edit, words)
  if (!edit.read('platform/permissions.ts').includes(`'View${words.Name}'`)) addPermissions(edit, words)
  return edit.texts
}

/** Changes texts of files beside a text that they contain; its absence is an error. */
class Edit {
  readonly #root: string
  readonly texts = new Map<string, string>()
  constructor(root: string) {
    this.#root = root
  }

  read(file: string): string {
    return this.texts.get(file) ?? readFileSync(join(this.#root, file), 'utf8')
  }

  /** Inserts lines behind the first one that contains `anchor`. */
  insertAfter(file: string, anchor: string, ...added: readonly string[]): void {
    const lines = this.read(file).split('\n')
    const at = lines.findIndex((one) => one.includes(anchor))
    if (at < 0) throw new Error(`${file} has no line with "${anchor}", after which the feature is registered.`)
    lines.splice(at + 1, 0, ...added)
    this.texts.set(file, lines.join('\n'))
  }

  /** Inserts lines before the first one that is `anchor`. */
  insertBefore(file: string, anchor: string, ...added: readonly string[]): void {
    this.replace(file, `\n${anchor}\n`, `\n${[...added, anchor].join('\n')}\n`)
  }

  replace(file: string, from: string, to: string): void {
    const text = this.read(file)
    if (!text.includes(from)) throw new Error(`${file} has no "${from.trim()}".`)
    this.texts.set(
      file,
      text.replace(from, () => to),
    )
  }
}

function addToPrograms(edit: Edit, { kebab, names }: FeatureNames): void {
  for (const app of ['server', 'portal']) {
    const file = `apps/${app}/features.ts`
    edit.insertAfter(file, "from '#features/couriers/", `import { ${names}Feature } from '#features/${kebab}/${app}/feature.ts'`)
    edit.insertAfter(file, '  couriersFeature,', `  ${names}Feature,`)
  }
  edit.replace('tools/import-rules/feature-order.ts', "      'settings',\n", `      'settings',\n      '${kebab}',\n`)
}

function addToDatabase(edit: Edit, { kebab, Names }: FeatureNames): void {
  const file = 'database/tables.ts'
  edit.insertAfter(file, "from './tables-of-imports.ts'", `import type { ${Names}Tables } from './tables-of-${kebab}.ts'`)
  edit.replace(file, 'export type Tables = ', `export type Tables = ${Names}Tables & `)
}

function addToTests(edit: Edit, { kebab, table, word, names, name, Name }: FeatureNames): void {
  const fixtures = 'apps/server/testing/seed-fixtures.ts'
  edit.insertAfter(fixtures, '    courier: newId(),', `    ${name}: newId(),`)
  edit.insertAfter('apps/server/testing/place-rows.ts', "    | 'courier'", `    | '${name}'`)
  edit.insertAfter(
    fixtures,
    'await inOrganisation(server, organisation_id, async (db) => {',
    `    await db.insertInto('${table}').values({ organisation_id, id: ids.${name}, name: mark('${Name}') }).execute()`,
  )
  const examples = 'apps/server/testing/examples.ts'
  edit.insertAfter(
    examples,
    "from '#features/couriers/",
    `import { ${names}Examples } from '#features/${kebab}/testing/examples.ts'`,
  )
  edit.insertAfter(examples, '    couriersExamples,', `    ${names}Examples,`)
  const values = 'apps/server/testing/audited-places.ts'
  edit.insertAfter(values, "from '#features/couriers/", `import { ${names} } from '#features/${kebab}/contract.ts'`)
  edit.insertBefore(
    values,
    '  region: {',
    `  '${word}': {`,
    `    action: '${word} changed',`,
    `    op: ${names}.save,`,
    `    fields: ${names}.save.input.shape,`,
    `    fixed: ({ own }) => ({ Id: own.first.ids.${name} }),`,
    "    before: () => ({ Name: 'Old' }),",
    "    after: () => ({ Name: 'New' }),",
    '  },',
  )
}

function addToDocuments(edit: Edit, { kebab, path, a, Word, name, Name }: FeatureNames): void {
  edit.insertAfter('docs/glossary.md', '| **Courier** (', `| **${Word}** (\`${kebab}\`) | Describe ${a}. |`)
  // The rows of its operations; the sentence that each follows is written with the decision.
  const rows = [
    [`POST /${path}/getpaged`, `View${Name}`],
    [`GET /${path}/get/{${name}Id}`, `Edit${Name}`],
    [`GET /${path}/{${name}Id}/changes`, `View${Name}`],
    [`POST /${path}/save`, `add Add${Name}, edit Edit${Name}`],
    [`POST /${path}/delete`, `Delete${Name}`],
  ].map(([operation, access]) => `| \`${operation}\` | ${access} | [Roles](decisions/0004-roles.md) |`)
  edit.insertAfter('docs/access.md', '| `POST /courier/delete` |', ...rows)
}

/** New permissions are for the organisation's managers until the roles are decided; those of the specification exist already. */
function addPermissions(edit: Edit, { Name }: FeatureNames): void {
  const added = ['View', 'Add', 'Edit', 'Delete'].map((verb) => `${verb}${Name}`)
  const permissions = added.map((permission) => `  '${permission}',`)
  edit.insertAfter('platform/permissions.ts', "  'DeleteCourier',", ...permissions)
  edit.insertAfter('platform/permissions.ts', "  ...crud('GeneralSetting'),", `  ...crud('${Name}'),`)
  // In English, to be translated.
  const names = added.map((one) => `    "Permission${one}": "${one.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')}",`)
  for (const language of ['de', 'es'])
    edit.insertAfter(`features/portal-users/messages.${language}.json`, '  "Permission": {', ...names)
  edit.insertAfter('platform/permissions.test.ts', 'const ADDED = `', `  ${added.join(' ')}`)
  edit.insertAfter('platform/permissions.test.ts', 'const NOT_OF_PROPERTY_MANAGERS = `', `  ${added.join(' ')}`)
}
