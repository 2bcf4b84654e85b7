import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type FeatureNames, featureNames, isKebabCase } from './feature-names.ts'
import { registrations } from './register.ts'

const SKELETON = join(import.meta.dirname, 'skeleton')

const filled = (text: string, words: FeatureNames) =>
  text.replace(/__(\w+?)__/g, (whole, word: string) => (words as Readonly<Record<string, string>>)[word] ?? whole)

function nextMigration(root: string): string {
  const numbers = readdirSync(join(root, 'database/migrations')).map((file) => Number.parseInt(file, 10))
  return String(Math.max(...numbers) + 1).padStart(4, '0')
}

/** The written and the changed files of a new feature, relative to the root. */
export type NewFeature = { readonly written: readonly string[]; readonly changed: readonly string[] }

/**
 * Writes a working feature: contract, rules, messages with translations to fill in, its words of the audit trail, its help, routes,
 * store, list, form, source of the command palette, migration, one server test and one browser test, and registers it. Throws when a name is not in kebab case or is taken.
 * @param singular the word for one record, where the end of the plural does not show it
 */
export function newFeature(root: string, plural: string, singular?: string): NewFeature {
  if (!isKebabCase(plural) || !plural.endsWith('s'))
    throw new Error(`"${plural}" is not a plural in kebab case, such as lost-items.`)
  if (singular !== undefined && (!isKebabCase(singular) || singular === plural))
    throw new Error(`"${singular}" is not a singular in kebab case, such as lost-item.`)
  const words = featureNames(plural, singular)
  refuseTaken(root, words)
  const changed = registrations(root, words)
  const values: FeatureNames & { number: string } = { ...words, number: nextMigration(root) }
  const written = globSync('**/*.txt', { cwd: SKELETON }).map((template) => {
    const target = filled(template.replaceAll('\\', '/').replace('features/__names__', 'features/__kebab__'), values)
    const file = target.replace(/\.txt$/, '').replace(`server/${words.names}.test`, `server/${plural}.test`)
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), filled(readFileSync(join(SKELETON, template), 'utf8'), values))
    return file
  })
  for (const language of ['de', 'es']) written.push(writeTranslations(root, plural, language))
  for (const [file, text] of changed) writeFileSync(join(root, file), text)
  return { written, changed: [...changed.keys()] }
}

function refuseTaken(root: string, { kebab, table, name, Name }: FeatureNames): void {
  if (existsSync(join(root, 'features', kebab))) throw new Error(`features/${kebab} exists.`)
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const tables = globSync('database/tables-of-*.ts', { cwd: root }).map(read).join('')
  if (new RegExp(`^ {2}${table}:`, 'm').test(tables)) throw new Error(`The table ${table} exists.`)
  const kinds = globSync('features/*/audit.ts', { cwd: root }).flatMap((file) => /kinds: \{([^}]*)\}/.exec(read(file))?.[1] ?? [])
  if (kinds.some((text) => new RegExp(`\\b${name}:`).test(text))) throw new Error(`The audit trail has a kind "${name}".`)
  if (Name in globalThis) throw new Error(`${Name} is a name of JavaScript.`)
}

/** The texts in en-US, to be translated; the completeness test checks that each is there. */
function writeTranslations(root: string, plural: string, language: string): string {
  const tables = ['messages.ts', 'screens.ts', 'help.ts'].map((file) =>
    readFileSync(join(root, 'features', plural, file), 'utf8'),
  )
  const texts = tables.map((source) => {
    const [, table = ''] = /defineMessages\('(\w+)'/.exec(source) ?? []
    return [table, Object.fromEntries([...source.matchAll(/^ {2}(\w+): '(.*)',$/gm)].map(([, key, text]) => [key, text]))]
  })
  const file = `features/${plural}/messages.${language}.json`
  writeFileSync(join(root, file), `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`)
  return file
}
