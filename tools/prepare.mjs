// Prepares a checkout for `npm start`, `npm test` and others: installs the packages when they differ from
// package-lock.json; with --build also builds the front ends when their sources changed. Plain JavaScript for Node 20 or
// newer, because the Node of the product is one of the packages.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const NODE = 'node_modules/.bin/node'
/** The viewer is built into the portal's output, which the first build empties. */
const CONFIGS = ['apps/portal/vite.config.ts', 'apps/report-viewer/vite.config.ts', 'apps/site/vite.config.ts']
const OUTPUTS = ['.built/portal', '.built/site']
const STAMP = '.built/stamp'
/** Smaller files fit in a packet or two as they are. */
const WORTH_COMPRESSING = 1024

process.chdir(ROOT)
try {
  if (!installed()) await install()
  checkNode()
  if (process.argv.includes('--build') && CONFIGS.every(existsSync)) await build()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}

/** Does the work and logs how long it took. */
async function timed(what, work) {
  const begin = Date.now()
  await work()
  console.log(`${what} (${((Date.now() - begin) / 1000).toFixed(1)} s)`)
}

/** True when node_modules holds what package-lock.json names; npm writes the second file when it is done. */
function installed() {
  if (!existsSync('node_modules/.package-lock.json')) return false
  const packages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages
  const have = packages('node_modules/.package-lock.json')
  const withoutDev = process.env.NODE_ENV === 'production' || (process.env.npm_config_omit ?? '').includes('dev')
  return Object.entries(packages('package-lock.json')).every(([path, expected]) => {
    if (path === '') return true
    const found = have[path]
    // Packages for other platforms are left out by npm.
    if (!found) return expected.optional || expected.devOptional || (expected.dev && withoutDev)
    return found.version === expected.version && found.integrity === expected.integrity
  })
}

async function install() {
  console.log('Installing the packages of package-lock.json …')
  await timed('Packages installed', () => {
    const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
    const options = { stdio: ['ignore', 'ignore', 'inherit'] }
    const npm = process.env.npm_execpath
    const underNpm = npm !== undefined && basename(npm) === 'npm-cli.js'
    const { status } = underNpm
      ? spawnSync(process.execPath, [npm, ...args], options)
      : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
    if (status !== 0) throw new Error('The packages could not be installed: see the output of npm above.')
  })
}

function checkNode() {
  const { status } = spawnSync(NODE, ['--version'], { stdio: 'ignore', shell: process.platform === 'win32' })
  if (status !== 0)
    throw new Error(
      `${NODE} is missing or does not run here: run \`npm rebuild node --ignore-scripts=false\`, or delete node_modules.`,
    )
}

async function build() {
  const sources = digestOfSources()
  if (existsSync(STAMP) && OUTPUTS.every(existsSync) && readFileSync(STAMP, 'utf8') === sources) return
  await timed('Front ends built', async () => {
    // An interrupted build leaves no stamp and is repeated.
    rmSync(STAMP, { force: true })
    for (const config of CONFIGS) {
      const vite = ['node_modules/vite/bin/vite.js', 'build', '--config', config, '--logLevel', 'warn']
      const { status } = spawnSync(NODE, vite, { stdio: 'inherit', shell: process.platform === 'win32' })
      if (status !== 0) throw new Error('The front ends could not be built: see the output of Vite above.')
    }
    await compress()
    mkdirSync(dirname(STAMP), { recursive: true })
    writeFileSync(STAMP, sources)
  })
}

/** By content: a fresh clone or a copied folder has new modification times. */
function digestOfSources() {
  const roots = ['apps', 'features', 'platform'].filter(existsSync)
  const files = roots.flatMap(filesIn).filter((file) => !/(^|[\\/])server[\\/]|\.test\.ts$/.test(file))
  const digest = createHash('sha256')
  for (const file of [...files.sort(), 'package-lock.json', 'package.json'])
    digest.update(`${file}\0`).update(readFileSync(file)).update('\0')
  return digest.digest('hex')
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesIn(path) : [path]
  })
}

/** Writes .br and .gz beside text and WebAssembly files, so that the server need not compress them. */
async function compress() {
  const files = OUTPUTS.flatMap(filesIn).filter((file) => /\.(js|css|html|svg|wasm)$/.test(file))
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file)
      if (content.length < WORTH_COMPRESSING) return
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(content))
      writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}
