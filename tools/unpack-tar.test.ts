import { execFileSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { unpackTar } from './unpack-tar.ts'

let folder: string
const at = (...names: string[]) => join(folder, ...names)
const pack = (...args: string[]) => execFileSync('tar', ['--format=ustar', '-cf', at('packed.tar'), '-C', at('source'), ...args])
const unpack = () => unpackTar(createReadStream(at('packed.tar')), at('out'))

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parcelhall-tar-'))
  await mkdir(at('source', 'lib'), { recursive: true })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

it('restores folders, files with their mode, and links', async () => {
  await writeFile(at('source', 'lib', 'program'), 'x'.repeat(1500), { mode: 0o755 })
  await writeFile(at('source', 'empty'), '')
  await symlink('program', at('source', 'lib', 'link'))
  pack('lib', 'empty')
  await unpack()
  expect(await readFile(at('out', 'lib', 'program'), 'utf8')).toBe('x'.repeat(1500))
  expect((await stat(at('out', 'lib', 'program'))).mode & 0o777).toBe(0o755)
  expect(await readFile(at('out', 'empty'), 'utf8')).toBe('')
  expect(await readlink(at('out', 'lib', 'link'))).toBe('program')
})

it('refuses a path outside its folder', async () => {
  await writeFile(at('source', 'evil'), 'x')
  pack('-P', '--transform=s,^,../,', 'evil')
  await expect(unpack()).rejects.toThrow('../evil points out of its folder')
})
