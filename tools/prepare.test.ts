import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'

const HERE = join(import.meta.dirname, '..')
const roots: string[] = []
let root: string

/** A small checkout whose packages are those of its lock file. */
beforeEach(() => {
  root = temporaryFolder()
  roots.push(root)
  write('package.json', '{"type":"module"}')
  lock('node_modules/one', { version: '1.0.0', integrity: 'sha512-1' })
  cpSync(join(root, 'package-lock.json'), join(root, 'node_modules/.package-lock.json'))
  mkdirSync(join(root, 'tools'))
  copyFileSync(join(HERE, 'tools/prepare.mjs'), join(root, 'tools/prepare.mjs'))
  mkdirSync(join(root, 'node_modules/.bin'))
  symlinkSync(process.execPath, join(root, 'node_modules/.bin/node'))
  symlinkSync(join(HERE, 'node_modules/vite'), join(root, 'node_modules/vite'))
  write(
    'npm/npm-cli.js',
    `import { writeFileSync } from 'node:fs'; writeFileSync('asked-of-npm', process.argv[2]); process.exit(process.env.NPM_FAILS ? 1 : 0)`,
  )
})
afterAll(() => {
  for (const one of roots) rmSync(one, { recursive: true })
})

function write(path: string, content: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

function lock(path: string, entry: Record<string, unknown>) {
  write('package-lock.json', JSON.stringify({ packages: { '': {}, [path]: entry } }))
  mkdirSync(join(root, 'node_modules'), { recursive: true })
}

/** Runs the tool with an npm that only records its command. */
function prepare(args: string[] = [], env: Record<string, string> = {}) {
  const options = {
    env: { ...process.env, NODE_ENV: '', npm_execpath: join(root, 'npm/npm-cli.js'), ...env },
    encoding: 'utf8',
  } as const
  try {
    return execFileSync(process.execPath, [join(root, 'tools/prepare.mjs'), ...args], { ...options, stdio: 'pipe' })
  } catch (error) {
    return (error as { stderr: string }).stderr
  }
}
const npmCommands = () => (existsSync(join(root, 'asked-of-npm')) ? readFileSync(join(root, 'asked-of-npm'), 'utf8') : 'nothing')

test('does nothing and prints nothing when everything is installed', () => {
  expect([prepare(), npmCommands()]).toEqual(['', 'nothing'])
})

test('installs when the lock file names another version', () => {
  lock('node_modules/one', { version: '1.0.1', integrity: 'sha512-2' })
  expect(prepare()).toMatch(/^Installing the packages of package-lock.json …\nPackages installed \(\d+\.\d s\)\n$/)
  expect(npmCommands()).toBe('ci')
})

test('installs when there are no packages', () => {
  rmSync(join(root, 'node_modules/.package-lock.json'))
  prepare()
  expect(npmCommands()).toBe('ci')
})

test('ignores packages of other platforms', () => {
  lock('node_modules/elsewhere', { version: '1.0.0', integrity: 'sha512-3', optional: true })
  prepare()
  expect(npmCommands()).toBe('nothing')
})

test('needs development packages, but not in production', () => {
  lock('node_modules/checker', { version: '1.0.0', integrity: 'sha512-4', dev: true })
  prepare([], { NODE_ENV: 'production' })
  expect(npmCommands()).toBe('nothing')
  prepare()
  expect(npmCommands()).toBe('ci')
})

test('reports that npm failed', () => {
  lock('node_modules/one', { version: '1.0.1', integrity: 'sha512-2' })
  expect(prepare([], { NPM_FAILS: 'yes' })).toBe('The packages could not be installed: see the output of npm above.\n')
})

test('reports what to do when the Node of the product is missing', () => {
  rmSync(join(root, 'node_modules/.bin/node'))
  expect(prepare()).toContain('run `npm rebuild node --ignore-scripts=false`')
})

test('builds the front ends when their sources changed, and only then', () => {
  write('apps/portal/index.html', '<script type="module" src="./main.js"></script>')
  write('apps/portal/main.js', `console.log(${JSON.stringify('parcel '.repeat(400))})`)
  write(
    'apps/portal/vite.config.ts',
    `export default { root: import.meta.dirname, build: { outDir: '../../.built/portal', emptyOutDir: true, minify: false } }`,
  )
  write('apps/site/page.js', 'console.log(2)')
  write(
    'apps/site/vite.config.ts',
    `export default { root: import.meta.dirname, build: { outDir: '../../.built/site', rolldownOptions: { input: 'page.js' } } }`,
  )
  write('apps/report-viewer/embed.js', 'console.log(1)')
  write(
    'apps/report-viewer/vite.config.ts',
    `export default { root: import.meta.dirname, build: { outDir: '../../.built/portal/report-viewer', rolldownOptions: { input: 'embed.js' } } }`,
  )
  const builds = () => prepare(['--build'])
  expect(builds()).toMatch(/^Front ends built \(\d+\.\d s\)\n$/)
  expect(builds()).toBe('')
  write('apps/server/main.ts', 'the server is not part of the build')
  expect(builds()).toBe('')
  write('features/parcels/messages.ts', 'export {}')
  expect(builds()).toMatch(/^Front ends built/)

  const script = execFileSync('find', [join(root, '.built/portal/assets'), '-name', '*.js'], { encoding: 'utf8' }).trim()
  const content = readFileSync(script)
  expect(brotliDecompressSync(readFileSync(`${script}.br`)).equals(content)).toBe(true)
  expect(gunzipSync(readFileSync(`${script}.gz`)).equals(content)).toBe(true)
})

/** One that a platform lacks at the registry is left out by `npm install`, and `npm ci` then refuses the file on every machine. */
test('the lock file has every dependency of its packages', () => {
  type Locked = { dependencies?: object; optionalDependencies?: object; devDependencies?: object }
  const { packages } = JSON.parse(readFileSync(join(HERE, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
  /** The folders in which Node.js looks for a package's dependencies. */
  const lookedIn = (path: string): string[] => {
    const parent = path.lastIndexOf('/node_modules/')
    return [path && `${path}/`, ...(path ? lookedIn(parent < 0 ? '' : path.slice(0, parent)) : [])]
  }
  const missing = Object.entries(packages).flatMap(([path, locked]) =>
    Object.keys({ ...locked.dependencies, ...locked.optionalDependencies, ...(path ? {} : locked.devDependencies) })
      .filter((name) => !lookedIn(path).some((folder) => `${folder}node_modules/${name}` in packages))
      .map((name) => `${path}: ${name}`),
  )
  expect(missing).toEqual([])
})
