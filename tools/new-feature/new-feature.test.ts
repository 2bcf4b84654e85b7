import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { ROOT } from '../runners.ts'
import { newFeature } from './new-feature.ts'

// Runs the compiler and the linter over a whole copy of the repository.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 })

let copy: string
let files: string[]
beforeAll(() => {
  copy = join(temporaryFolder(), 'copy')
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  files = listed.split('\n').filter(Boolean)
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(ROOT, file), join(copy, file), { force: true })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rmSync(dirname(copy), { recursive: true, force: true }))

/** Runs a program in the copy; what it printed is the reason when it fails. */
function run(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${args.join(' ')}\n${stdout}\n${stderr}`)
  return stdout
}

test('npm run new feature › writes a feature that passes types, lint, import rules and its tests', () => {
  const written = newFeature(copy, 'lost-items')
  expect(written).toContain('features/lost-items/contract.ts')
  const changed = files.filter((file) => !readFileSync(join(copy, file)).equals(readFileSync(join(ROOT, file))))
  const biome = ['check', '--write', '--vcs-enabled=false', '--files-ignore-unknown=true']
  run('node_modules/@biomejs/biome/bin/biome', ...biome, ...written, ...changed)
  run('tools/documents.ts')
  // Several checkers repeat half of each other's work, while other tests need the processors.
  run('node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1')
  expect(run('tools/import-rules/import-rules.ts')).toContain('kept')
  const tests = [
    'features/lost-items',
    'features/resources/completeness',
    'platform/permissions',
    'database/tables',
    'tools/documents',
    'tools/coverage',
  ]
  expect(run('node_modules/vitest/vitest.mjs', 'run', ...tests)).toContain('passed')
})

test.each(['Lost', 'lost item', 'lost-item', '../x'])('npm run new feature › refuses the name %j', (name) => {
  expect(() => newFeature(copy, name)).toThrow('plural in kebab case')
})

test('npm run new feature › refuses a feature that exists', () => {
  expect(() => newFeature(copy, 'couriers')).toThrow('exists')
})
