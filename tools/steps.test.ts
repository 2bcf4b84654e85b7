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

test('it ends with one line that adds up what passed and what failed', async () => {
  const { code, last, lines } = await run([checked(true), { passed: 7, failed: 0 }, { passed: 5, failed: 0 }])
  expect([code, last]).toEqual([0, '12 passed, 0 failed'])
  expect(lines.filter((line) => line.startsWith('✓')).map((line) => line.replace(/\d+\.\d s/, '… s'))).toEqual([
    '✓ step 1: … s',
    '✓ step 2: … s (7 passed, 0 failed)',
    '✓ step 3: … s (5 passed, 0 failed)',
  ])
})

test('a check that fails and a step that throws are one failed each, and the others go on', async () => {
  const { code, last } = await run([checked(false), new Error('no'), { passed: 3, failed: 2 }])
  expect([code, last]).toEqual([1, '3 passed, 4 failed'])
})

test('nothing run is no success', async () => {
  expect((await run([checked(true)])).code).toBe(1)
})
