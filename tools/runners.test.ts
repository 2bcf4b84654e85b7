import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { playwright, ROOT, runProgram, vitest } from './runners.ts'

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
const withVitest = (root: string) => vitest(['run'], { cwd: root })
const withPlaywright = (root: string) => playwright([], { cwd: root })

const VITEST = `import { expect, test } from 'vitest'\n`
const PLAYWRIGHT = `import { expect, test } from '@playwright/test'\n`
const ONE_OF_TWO = `test('one', () => {})\ntest('two', () => { expect(1).toBe(2) })\ntest.skip('three', () => {})`

test('counts passed tests, names failed ones with their reason, ignores skipped ones', async () => {
  const failure = expect.stringMatching(/a\.test\.js: two: .*expect/s)
  const expected = { passed: 1, failures: [failure] }
  expect(await withVitest(suite('mixed', { 'a.test.js': VITEST + ONE_OF_TWO }))).toMatchObject(expected)
  expect(await withPlaywright(suite('mixed-e2e', { 'a.test.js': PLAYWRIGHT + ONE_OF_TWO }))).toMatchObject(expected)
})

test('counts a file that cannot be loaded as one failed test', async () => {
  const files = (head: string) => ({ 'a.test.js': `${head}test('one', () => {})`, 'b.test.js': `throw new Error('not today')` })
  const failures = [expect.stringContaining('not today')]
  expect(await withVitest(suite('broken', files(VITEST)))).toMatchObject({ passed: 1, failures })
  expect((await withPlaywright(suite('broken-e2e', files(PLAYWRIGHT)))).failures).toEqual(failures)
})

test('counts an error outside the tests as one failed test', async () => {
  const stray = `${VITEST}test('one', () => { Promise.reject(new Error('stray')) })`
  expect(await withVitest(suite('stray', { 'a.test.js': stray }))).toMatchObject({ passed: 1, failures: ['ended with 1'] })
})

test('counts a run without tests as one failed test', async () => {
  expect(await withVitest(suite('empty', {}))).toMatchObject({ passed: 0, failures: ['ended with 1'] })
  expect(await withPlaywright(suite('empty-e2e', {}))).toMatchObject({ passed: 0, failures: [expect.any(String)] })
})

test('measures the seconds of each file', async () => {
  const slow = (head: string) => `${head}test('slow', () => new Promise((done) => setTimeout(done, 1_100)))`
  const files = (head: string) => ({ 'quick.test.js': `${head}test('quick', () => {})`, 'slow.test.js': slow(head) })
  for (const { suites = [] } of [
    await withVitest(suite('times', files(VITEST))),
    await withPlaywright(suite('times-e2e', files(PLAYWRIGHT))),
  ]) {
    const [quick, long] = suites.toSorted((one, other) => one.seconds - other.seconds)
    expect([quick!.name, long!.name]).toEqual([expect.stringContaining('quick.test.js'), expect.stringContaining('slow.test.js')])
    expect(long!.seconds).toBeGreaterThan(1)
  }
})

test('a program prints to its step, and gives its exit code', async () => {
  const script = join(suite('program', { 'exit.js': `console.log('one'); console.error('two'); process.exit(3)` }), 'exit.js')
  const printed: string[] = []
  expect(await runProgram([script], { print: (text) => printed.push(text) })).toBe(3)
  expect(printed.join('')).toContain('one\n')
  expect(printed.join('')).toContain('two\n')
})
