import { expect, test } from 'vitest'
import { checked, type Outcome, type Print, runLanes, type Step } from './steps.ts'

const step = (name: string, outcome: Outcome | Error): Step => ({
  name,
  run: async () => {
    if (outcome instanceof Error) throw outcome
    return outcome
  },
})

async function run(...lanes: readonly (readonly Step[])[]) {
  let text = ''
  const code = await runLanes(lanes, (part) => {
    text += part
  })
  const lines = text.replaceAll(/\d+\.\d s/g, '… s').split('\n')
  return { code, lines, last: lines.at(-2) }
}
const numbered = (outcomes: readonly (Outcome | Error)[]) => outcomes.map((outcome, i) => step(`step ${i + 1}`, outcome))

test('ends with one line that adds up passed and failed', async () => {
  const { code, last, lines } = await run(numbered([checked(true), { passed: 7, failures: [] }, { passed: 5, failures: [] }]))
  expect([code, last]).toEqual([0, '12 passed, 0 failed'])
  const [first, second, third] = ['✓ step 1: … s', '✓ step 2: … s (7 passed, 0 failed)', '✓ step 3: … s (5 passed, 0 failed)']
  // After each step, and together at the end.
  expect(lines.filter((line) => line.startsWith('✓'))).toEqual([first, second, third, first, second, third])
})

test('a failed check and a step that throws count as one failed each; the others continue', async () => {
  const { code, last } = await run(numbered([checked(false), new Error('no'), { passed: 3, failures: ['a', 'b'] }]))
  expect([code, last]).toEqual([1, '3 passed, 4 failed'])
})

test('repeats failures at the end, each in one line and without colours', async () => {
  const { lines } = await run(
    numbered([
      { passed: 3, failures: ['a.test.ts: one: expected\n  \u001b[32m1\u001b[39m\n  to be 2'] },
      new Error('no'),
      { passed: 2, failures: [] },
    ]),
  )
  expect(lines.slice(-5, -3)).toEqual(['✗ step 1: a.test.ts: one: expected 1 to be 2', '✗ step 2: Error: no'])
})

test('fails when no test ran', async () => {
  expect((await run(numbered([checked(true)]))).code).toBe(1)
})

test('lists the seconds of the test files, the longest first, and those below a second together', async () => {
  const suites = [0.25, 3, 0.5, 61].map((seconds) => ({ name: `${seconds}.test.ts`, seconds }))
  const lines: string[] = []
  await runLanes([[step('tests', { passed: 4, failures: [], suites })]], (text) => lines.push(text))
  expect(lines.filter((line) => line.endsWith('  tests\n'))).toEqual([
    '   61.0 s  61.test.ts  tests\n',
    '    3.0 s  3.test.ts  tests\n',
    '    0.8 s  2 files below 1 s  tests\n',
  ])
})

test('lanes run at once; each has its output in one piece, and a failure in one does not stop another', async () => {
  const waiting = { first: Promise.withResolvers<void>(), second: Promise.withResolvers<void>() }
  const printing = (name: string, work: (print: Print) => Promise<void>): Step => ({
    name,
    run: async (print) => {
      await work(print)
      return { passed: 1, failures: [] }
    },
  })
  const { code, lines, last } = await run(
    [
      printing('first', async (print) => {
        print('a\n')
        waiting.second.resolve()
        await waiting.first.promise
        print('b\n')
      }),
      step('broken', new Error('no')),
    ],
    [
      printing('second', async (print) => {
        await waiting.second.promise
        print('c\n')
        waiting.first.resolve()
      }),
      step('last', { passed: 2, failures: [] }),
    ],
  )
  const shown = lines.filter((line) => /^[a-c▶]/.test(line))
  expect(shown).toEqual(['▶ first', 'a', 'b', '▶ broken', '▶ second', 'c', '▶ last'])
  expect([code, last]).toEqual([1, '4 passed, 1 failed'])
})
