import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const BUILT = join(import.meta.dirname, '../.built/portal')
const ENTRY = 'index.html'

/** Limits of what a browser loads before a page is visible: JavaScript and styles, gzip, in kB of 1000 bytes. */
const GATES = [
  { name: 'sign-in', gate: 122, chunks: ['sign-in'] },
  { name: 'first grid', gate: 288, chunks: ['signed-in', 'features/packages/portal/PackageViewer.tsx'] },
]

type Chunk = { file: string; name?: string; src?: string; css?: string[]; imports?: string[] }
const manifest = JSON.parse(readFileSync(join(BUILT, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

/** The manifest's key of a chunk that the build names (vite.config.ts), or of a module; keys are relative to the portal's own folder. */
function keyOf(chunk: string): string {
  const key = Object.keys(manifest).find((key) => manifest[key]!.name === chunk || join('apps/portal', key) === chunk)
  if (!key) throw new Error(`${chunk} is not in the build`)
  return key
}

/** The files that a chunk imports statically, and their styles. */
function filesOf(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(chunk.file)) return seen
  for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file)
  for (const next of chunk.imports ?? []) filesOf(next, seen)
  return seen
}

/** Limit of the report viewer for other pages without React, in the same unit. */
const VIEWER_GATE = 46

const weightOf = (file: string) => gzipSync(readFileSync(join(BUILT, file))).length / 1000

for (const { name, gate, chunks } of GATES) {
  const files = new Set([ENTRY, ...chunks.map(keyOf)].flatMap((key) => [...filesOf(key)]))
  const weights = [...files].map((file) => ({ file, kB: weightOf(file) })).sort((a, b) => b.kB - a.kB)
  const total = weights.reduce((sum, { kB }) => sum + kB, 0)
  console.log(`${name}: ${total.toFixed(1)} kB of ${gate} kB`)
  if (process.argv.includes('--files')) for (const { file, kB } of weights) console.log(`  ${kB.toFixed(1).padStart(6)}  ${file}`)
  if (total > gate) process.exitCode = 1
}

/** Limits of a page's scripts on the public site, in the same unit. */
const SITE_GATES = { index: 60, other: 15 }
const SITE = join(BUILT, '../site')
/** A script of the site and those that it imports at once. */
const withImports = (file: string): string[] => [
  file,
  ...[...readFileSync(join(SITE, 'assets', file), 'utf8').matchAll(/(?:import|from)\s*"\.\/([^"]+)"/g)].flatMap(([, next]) =>
    withImports(next!),
  ),
]
for (const page of globSync('**/index.html', { cwd: SITE })) {
  const scripts = [...readFileSync(join(SITE, page), 'utf8').matchAll(/<script [^>]*src="\/assets\/([^"]+)"/g)].map(
    ([, file]) => file!,
  )
  const total = [...new Set(scripts.flatMap(withImports))].reduce((sum, file) => sum + weightOf(join('../site/assets', file)), 0)
  const gate = page === 'index.html' ? SITE_GATES.index : SITE_GATES.other
  console.log(`site ${page}: ${total.toFixed(1)} kB of ${gate} kB`)
  if (total > gate) process.exitCode = 1
}

const viewer = JSON.parse(readFileSync(join(BUILT, 'report-viewer/.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
const own = Object.values(viewer).filter(({ file }) => file.endsWith('.js') && !file.includes('react-'))
const viewerTotal = own.reduce((sum, { file }) => sum + weightOf(join('report-viewer', file)), 0)
console.log(`report viewer: ${viewerTotal.toFixed(1)} kB of ${VIEWER_GATE} kB, without React`)
if (viewerTotal > VIEWER_GATE) process.exitCode = 1
