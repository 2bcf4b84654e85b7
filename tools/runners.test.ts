import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { playwright, ROOT, runProgram, vitest } from './runners.ts'

// Each test starts whole runners.
vi.setConfig({ testTimeout: 180_000 })

let folder: string
beforeAll(() => {
  folder = temporaryFolder()
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A folder with these test files, each in the language of its runner. */
function suite(name: string, files: Readonly<Record<string, string>>): string {
  const root = join(folder, name)
  mkdirSync(root)
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text)
  return root
}
const withVitest = (root: string) => vitest(['run'], { cwd: root, silent: true })
const withPlaywright = (root: string) => playwright([], { cwd: root, silent: true })

const VITEST = `import { expect, test } from 'vitest'\n`
const PLAYWRIGHT = `import { expect, test } from '@playwright/test'\n`
const ONE_OF_TWO = `test('one', () => {})\ntest('two', () => { expect(1).toBe(2) })\ntest.skip('three', () => {})`

test('counts passed tests, names failed ones with their reason, ignores skipped ones', async () => {
  const failure = expect.stringMatching(/a\.test\.js: two: .*expect/s)
  expect(await withVitest(suite('mixed', { 'a.test.js': VITEST + ONE_OF_TWO }))).toEqual({ passed: 1, failures: [failure] })
  expect(await withPlaywright(suite('mixed-e2e', { 'a.test.js': PLAYWRIGHT + ONE_OF_TWO }))).toEqual({
    passed: 1,
    failures: [failure],
  })
})

test('counts a file that cannot be loaded as one failed test', async () => {
  const files = (head: string) => ({ 'a.test.js': `${head}test('one', () => {})`, 'b.test.js': `throw new Error('not today')` })
  const failures = [expect.stringContaining('not today')]
  expect(await withVitest(suite('broken', files(VITEST)))).toEqual({ passed: 1, failures })
  expect((await withPlaywright(suite('broken-e2e', files(PLAYWRIGHT)))).failures).toEqual(failures)
})

test('counts an error outside the tests as one failed test', async () => {
  const stray = `${VITEST}test('one', () => { Promise.reject(new Error('stray')) })`
  expect(await withVitest(suite('stray', { 'a.test.js': stray }))).toEqual({ passed: 1, failures: ['ended with 1'] })
})

test('counts a run without tests as one failed test', async () => {
  expect(await withVitest(suite('empty', {}))).toEqual({ passed: 0, failures: ['ended with 1'] })
  expect(await withPlaywright(suite('empty-e2e', {}))).toEqual({ passed: 0, failures: [expect.any(String)] })
})

test('a program gives its exit code', async () => {
  const script = join(suite('program', { 'exit.js': 'process.exit(3)' }), 'exit.js')
  expect(await runProgram([script])).toBe(3)
})
