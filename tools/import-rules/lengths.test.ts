import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { tooLong } from './lengths.ts'

const lines = (count: number) => 'void 0\n'.repeat(count)

/** What is too long in a repository of this one file. */
function found(file: string, text: string): string[] {
  const root = temporaryFolder()
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
  return tooLong(root)
}

test.each(['features/couriers/rules.ts', 'e2e/couriers.spec.ts', 'platform/portal/grid/grid.module.css'])(
  'a file of more than 300 lines is found: %s',
  (file) => {
    const line = file.endsWith('.css') ? 'a {}\n' : 'void 0\n'
    expect(found(file, line.repeat(300))).toEqual([])
    expect(found(file, line.repeat(301))).toEqual([`${file}  has 301 lines; a file has at most 300`])
  },
)

test('texts of the public site may be longer', () => {
  expect(found('apps/site/content/en.ts', lines(400))).toEqual([])
})

test.each([
  ['a declaration', 'function one() {', '}'],
  ['an arrow function', 'export const one = () => {', '}'],
  ['a callback', "test('one', async () => {", '})'],
  ['a component', 'export function One() {', 'return <p>\n</p>\n}'],
  ['a method', 'const one = { two() {', '} }'],
])('a function of more than 120 lines is found: %s', (_, head, end) => {
  const rest = linesOf(end) + 1
  const functionOf = (count: number) => `${lines(5)}${head}\n${lines(count - rest)}${end}\n`
  expect(found('apps/one.tsx', functionOf(120))).toEqual([])
  expect(found('apps/one.tsx', functionOf(121))).toEqual(['apps/one.tsx:6  a function of 121 lines; a function has at most 120'])
})
const linesOf = (text: string) => text.split('\n').length

test.each(["describe('one', () => {", "describe.each([1])('one %i', () => {", "test.describe('one', () => {"])(
  'the callback of a suite may be longer: %s',
  (head) => {
    expect(found('features/one.test.ts', `${head}\n${lines(200)}})\n`)).toEqual([])
  },
)
