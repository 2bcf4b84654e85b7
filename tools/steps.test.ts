import { expect, test } from 'vitest'
import { checked, type Outcome, runSteps } from './steps.ts'

async function run(outcomes: readonly (Outcome | Error)[]) {
  const lines: string[] = []
  const steps = outcomes.map((outcome, i) => ({
    name: `step ${i + 1}`,
    run: async () => {
      if (outcome instanceof Error) throw outcome
      return outcome
    },
  }))
  const code = await runSteps(steps, (line) => lines.push(line))
  return { code, lines, last: lines.at(-1)?.trim() }
}

test('ends with one line that adds up passed and failed', async () => {
  const { code, last, lines } = await run([checked(true), { passed: 7, failures: [] }, { passed: 5, failures: [] }])
  expect([code, last]).toEqual([0, '12 passed, 0 failed'])
  expect(lines.filter((line) => line.startsWith('✓')).map((line) => line.replace(/\d+\.\d s/, '… s'))).toEqual([
    '✓ step 1: … s',
    '✓ step 2: … s (7 passed, 0 failed)',
    '✓ step 3: … s (5 passed, 0 failed)',
  ])
})

test('a failed check and a step that throws count as one failed each; the others continue', async () => {
  const { code, last } = await run([checked(false), new Error('no'), { passed: 3, failures: ['a', 'b'] }])
  expect([code, last]).toEqual([1, '3 passed, 4 failed'])
})

test('repeats failures at the end, each in one line and without colours', async () => {
  const { lines } = await run([
    { passed: 3, failures: ['a.test.ts: one: expected\n  \u001b[32m1\u001b[39m\n  to be 2'] },
    new Error('no'),
    { passed: 2, failures: [] },
  ])
  expect(lines.slice(-3, -1)).toEqual(['✗ step 1: a.test.ts: one: expected 1 to be 2', '✗ step 2: Error: no'])
})

test('fails when no test ran', async () => {
  expect((await run([checked(true)])).code).toBe(1)
})
