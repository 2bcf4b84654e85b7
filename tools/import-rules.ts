import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { ringsIn } from './import-cycles.ts'
import { PACKAGES, type Place, placeOf } from './import-places.ts'
import { type Import, type Imports, importsOf } from './imports.ts'

const SOURCES = ['*.ts', '{platform,features,apps,database,e2e,bench,tools}/**/*.{ts,tsx}']
/** Places whose files may only re-export. */
const SHARED = ['server api', 'portal shared']

type Source = Imports & { readonly file: string }
type Manifest = {
  readonly imports?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/**
 * Checks who imports whom in a repository. Gives a line for each import that breaks a rule, for each ring of files that
 * import each other and for each file that only gives on what others export; empty when all is well.
 */
export function brokenRules(root: string): string[] {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
  const files = globSync(SOURCES, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
  const sources = files.map((file) => ({ file, ...importsOf(join(root, file)) }))
  const targets = new Map(
    sources.map(({ file, imports }) => [file, imports.map((one) => targetOf(one.specifier, file, manifest))]),
  )
  const graph = new Map([...targets].map(([file, all]) => [file, all.filter((target) => target !== undefined)]))
  return [
    ...sources.flatMap((source) => brokenBy(source, targets.get(source.file)!, root, manifest)),
    ...ringsIn(graph).map((ring) => `${ring[0]}  files import each other in a ring: ${ring.join(' → ')}`),
  ]
}

/** The file that an import of the repository's own names, from its root; undefined for a package. */
function targetOf(specifier: string, file: string, { imports = {} }: Manifest): string | undefined {
  const path = specifier.replace(/\?.*$/, '')
  if (path.startsWith('.')) return posix.join(posix.dirname(file), path)
  const alias = Object.keys(imports).find((name) => path.startsWith(name.replace('*', '')))
  return alias && posix.join(imports[alias]!.replace('*', path.slice(alias.length - 1)))
}

function brokenBy(
  { file, imports, onlyReexports }: Source,
  targets: readonly (string | undefined)[],
  root: string,
  manifest: Manifest,
): string[] {
  const place = placeOf(file)
  if (!place) return [`${file}  no place of tools/import-places.ts has this file: say there who may import it`]
  const barrel = onlyReexports && !SHARED.includes(place.name) ? [`${file}  a file that only gives on what others export`] : []
  const broken = imports.flatMap((one, i) => {
    const target = targets[i]
    const why = target === undefined ? whyNotPackage(place, one, manifest) : whyNotFile(place, file, one, target, root)
    return why ? [`${file}:${one.line}  ${why}`] : []
  })
  return [...barrel, ...broken]
}

function whyNotPackage({ name, packages }: Place, { specifier, isType }: Import, manifest: Manifest): string | undefined {
  const isNode = specifier.startsWith('node:')
  const wanted = isNode ? 'Node' : /^(@[^/]+\/)?[^/]+/.exec(specifier)![0]
  if (!PACKAGES[packages].allows(wanted))
    return `${name} may not import ${specifier}; of packages it may ${PACKAGES[packages].words}`
  if (isNode || wanted in (manifest.dependencies ?? {})) return undefined
  if (!(wanted in (manifest.devDependencies ?? {}))) return `${wanted} is not in package.json`
  return isType || packages === 'any' ? undefined : `${wanted} is only for development and is missing where the program runs`
}

function whyNotFile(place: Place, file: string, { specifier }: Import, target: string, root: string): string | undefined {
  if (!existsSync(join(root, target))) return `${specifier} leads to no file`
  if (specifier.startsWith('.') && file.includes('/') && unitOf(file) !== unitOf(target))
    return `${specifier} leaves ${unitOf(file)}: write #${target}, so that it can be found when either moves`
  if (place.may === 'everything') return undefined
  const other = placeOf(target)?.name
  if (other === undefined) return `no place of tools/import-places.ts has ${target}`
  if (place.may.includes(other) || (place.may.includes(`own ${other}`) && unitOf(file) === unitOf(target))) return undefined
  return `${place.name} may not import ${other} (${target}); it may import ${place.may.join(', ') || 'nothing'}`
}

/** The folder within which files name each other by relative paths: one feature, one app, the platform … */
function unitOf(file: string): string {
  const [first = '', second] = file.split('/')
  return first === 'features' || first === 'apps' ? `${first}/${second}` : first
}

if (import.meta.main) {
  const broken = brokenRules(join(import.meta.dirname, '..'))
  for (const line of broken) console.error(line)
  console.log(broken.length === 0 ? 'Import rules: kept.' : `Import rules: ${broken.length} broken.`)
  process.exitCode = broken.length === 0 ? 0 : 1
}
