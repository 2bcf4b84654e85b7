import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { ORDER, whyNotUpwards } from './feature-order.ts'
import { PACKAGES, type Place, placeOf } from './import-places.ts'
import { type Import, importsOf } from './imports.ts'

const SOURCES = ['*.ts', '{platform,features,apps,database,e2e,bench,tools}/**/*.{ts,tsx}']

type Manifest = { readonly imports?: Readonly<Record<string, string>> }

/**
 * Checks the imports of a repository against the table of places and the order of features; cycles, barrel files and undeclared dependencies are
 * Biome's. Returns one line for each import that breaks a rule.
 */
export function brokenRules(root: string, order = ORDER): string[] {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
  const files = globSync(SOURCES, { cwd: root }).map((file) => file.replaceAll('\\', '/'))
  return files.sort().flatMap((file) => brokenBy(file, root, manifest, order))
}

/** The file that an import names, from the root of the repository; undefined for a package. */
function targetOf(specifier: string, file: string, { imports = {} }: Manifest): string | undefined {
  const path = specifier.replace(/\?.*$/, '')
  if (path.startsWith('.')) return posix.join(posix.dirname(file), path)
  const alias = Object.keys(imports).find((name) => path.startsWith(name.replace('*', '')))
  return alias && posix.join(imports[alias]!.replace('*', path.slice(alias.length - 1)))
}

function brokenBy(file: string, root: string, manifest: Manifest, order: typeof ORDER): string[] {
  const place = placeOf(file)
  if (!place) return [`${file}  no place of tools/import-rules/import-places.ts has this file: add it to one`]
  return importsOf(join(root, file)).flatMap((one) => {
    const target = targetOf(one.specifier, file, manifest)
    const whyNot =
      target === undefined
        ? whyNotPackage(place, one)
        : (whyNotFile(place, file, one, target, root) ?? whyNotByOrder(place, file, target, order))
    return whyNot ? [`${file}:${one.line}  ${whyNot}`] : []
  })
}

function whyNotPackage({ name, packages }: Place, { specifier }: Import): string | undefined {
  const packageName = specifier.startsWith('node:') ? 'Node' : /^(@[^/]+\/)?[^/]+/.exec(specifier)![0]
  if (PACKAGES[packages].allows(packageName)) return undefined
  return `${name} may not import ${specifier}; of packages it may ${PACKAGES[packages].words}`
}

function whyNotFile(place: Place, file: string, { specifier }: Import, target: string, root: string): string | undefined {
  if (!existsSync(join(root, target))) return `${specifier} leads to no file`
  if (specifier.startsWith('.') && file.includes('/') && unitOf(file) !== unitOf(target))
    return `${specifier} leaves ${unitOf(file)}: write #${target}, so that it can be found when either moves`
  if (place.may === 'everything') return undefined
  const other = placeOf(target)?.name
  if (other === undefined) return `no place of tools/import-rules/import-places.ts has ${target}`
  if (place.may.includes(other) || (place.may.includes(`own ${other}`) && unitOf(file) === unitOf(target))) return undefined
  return `${place.name} may not import ${other} (${target}); it may import ${place.may.join(', ') || 'nothing'}`
}

/** Tests may import any feature. */
function whyNotByOrder({ may }: Place, file: string, target: string, order: typeof ORDER): string | undefined {
  const [feature, other] = [featureOf(file), featureOf(target)]
  if (may === 'everything' || !feature || !other || feature === other) return undefined
  return whyNotUpwards(feature, other, order)
}
const featureOf = (file: string) => /^features\/([^/]+)\//.exec(file)?.[1]

/** The folder within which files name each other by relative paths: one feature, one app, the platform … */
function unitOf(file: string): string {
  const [first = '', second] = file.split('/')
  return first === 'features' || first === 'apps' ? `${first}/${second}` : first
}

if (import.meta.main) {
  const broken = brokenRules(join(import.meta.dirname, '../..'))
  for (const line of broken) console.error(line)
  console.log(broken.length === 0 ? 'Import rules: kept.' : `Import rules: ${broken.length} broken.`)
  process.exitCode = broken.length === 0 ? 0 : 1
}
