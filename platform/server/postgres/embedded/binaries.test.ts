import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isRoot } from '../../config/data-dir.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { postgresPackage, readyBinaries } from './binaries.ts'
import { canAccess } from './location.ts'

const root = temporaryFolder()
afterAll(() => rmSync(root, { recursive: true }))
const NOBODY = { uid: 65534, gid: 65534 }
const noCopies = () => {
  throw new Error('nothing is to be copied')
}

/** A package as `npm ci --ignore-scripts` installs it: without links. */
function packageWithoutLinks(name: string) {
  const pkg = join(root, name)
  cpSync(postgresPackage(), pkg, { recursive: true, verbatimSymlinks: true })
  const links: { target: string }[] = JSON.parse(readFileSync(join(pkg, 'native/pg-symlinks.json'), 'utf8'))
  for (const { target } of links) rmSync(join(pkg, target), { force: true })
  return { pkg, link: join('lib', links.at(-1)!.target.split('/').at(-1)!) }
}

test('uses the installed programs in place', () => {
  expect(readyBinaries(postgresPackage(), {}, noCopies, () => {})).toBe(join(postgresPackage(), 'native/bin'))
})

test('creates the links of the libraries that install scripts would have created', () => {
  const { pkg, link } = packageWithoutLinks('unscripted')
  const bin = readyBinaries(pkg, {}, noCopies, () => {})
  expect(lstatSync(join(dirname(bin), link)).isSymbolicLink()).toBe(true)
})

test.runIf(isRoot)('copies programs that the account cannot reach once, with their links, and logs where', () => {
  const { pkg, link } = packageWithoutLinks('hidden/package')
  chmodSync(join(root, 'hidden'), 0o700)
  const copies = join(root, 'copies')
  mkdirSync(copies)
  const lines: string[] = []
  const ready = () =>
    readyBinaries(
      pkg,
      NOBODY,
      () => copies,
      (line) => lines.push(line),
    )
  const bin = ready()
  expect(dirname(dirname(bin))).toBe(copies)
  expect(existsSync(join(dirname(bin), link))).toBe(true)
  expect(canAccess(NOBODY, '-x', join(bin, 'postgres'))).toBe(true)
  expect(ready()).toBe(bin)
  expect(lines).toEqual([`Copying PostgreSQL's programs to ${dirname(bin)}, which its account can read.`])
})
