import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { closingLines, exitCodeOf, type Gate } from './gates.ts'
import { measured } from './measured.ts'
import { restartable, startSmtp } from './processes.ts'
import { type Measure, runMeasures } from './run-measures.ts'

/** A real measure of something that takes no time. */
const quick = async () => [await measured('a sum', async (i) => i + 1)]
const missed = async (): Promise<Gate[]> => [
  { name: 'throughput', ratio: 0.8, bound: { atLeast: 1 }, figures: '8/s against 10/s' },
]
const failing = async (): Promise<Gate[]> => {
  throw new Error('the door did not open\nCall log: …')
}

async function ran(measures: Record<string, Measure>, options: Partial<Parameters<typeof runMeasures>[1]> = {}) {
  const lines: string[] = []
  const outcomes = await runMeasures(measures, { print: (line) => lines.push(line), limitSeconds: 60, ...options })
  return { outcomes, printed: lines.join('\n'), closing: closingLines(outcomes), exitCode: exitCodeOf(outcomes) }
}

test('a failing measure is reported with its reason, and the others run', async () => {
  const { outcomes, printed, closing, exitCode } = await ran({ failing, quick })
  expect(outcomes.map(({ measure, gates, failure }) => [measure, gates.length, failure])).toEqual([
    ['failing', 0, 'the door did not open'],
    ['quick', 1, undefined],
  ])
  expect(printed).toMatch(
    /^failing: \d+\.\d s\n {2}FAIL {2}failing — the door did not open\nquick: \d+\.\d s\n {2}ok .*a sum: p99/m,
  )
  expect(closing).toEqual(['FAIL  failing — the door did not open', 'all 1 gates kept', '1 of 2 measures failed'])
  expect(exitCode).toBe(1)
})

test('a missed bound is no failure, and its exit code is 1', async () => {
  const { closing, exitCode } = await ran({ missed, quick })
  expect(closing).toEqual(['MISS      0.80  (≥ 1)  throughput — 8/s against 10/s', '1 of 2 gates missed', 'all 2 measures ended'])
  expect(exitCode).toBe(1)
})

test('the exit code is 0 when all measures end and all gates hold', async () => {
  const { closing, exitCode } = await ran({ quick })
  expect(closing).toEqual(['all 1 gates kept', 'all 1 measures ended'])
  expect(exitCode).toBe(0)
})

test('a measure without an end is given up, and may undo its changes before the next one runs', async () => {
  const given = Promise.withResolvers<never>()
  const order: string[] = []
  const endless = async () => {
    await given.promise.finally(async () => {
      await sleep(50)
      order.push('undone')
    })
    return []
  }
  const next = async () => {
    order.push('next')
    return quick()
  }
  const giveUp = async () => given.reject(new Error('the server has stopped'))
  const { outcomes } = await ran({ endless, next }, { limitSeconds: 0.1, giveUp })
  expect(outcomes.map(({ failure }) => failure)).toEqual(['did not end within 0.1 s', undefined])
  expect(order).toEqual(['undone', 'next'])
})

test('the reason names a failed measure and a failed undo', async () => {
  const undoing = async (): Promise<Gate[]> => {
    await using undo = new AsyncDisposableStack()
    undo.defer(() => {
      throw new Error('not undone')
    })
    return await failing()
  }
  const { closing } = await ran({ undoing })
  expect(closing[0]).toMatch(/^FAIL {2}undoing — .*not undone; the door did not open$/)
})

test('an uncaught error fails the running measure, and the others run', async () => {
  const program = `
    const { runMeasures } = await import('./bench/run-measures.ts')
    const { exitCodeOf } = await import('./bench/gates.ts')
    const stray = () => new Promise(() => setTimeout(() => { throw new Error('stray') }))
    const options = { print: console.log, limitSeconds: 60, graceSeconds: 0 }
    process.exit(exitCodeOf(await runMeasures({ stray, next: async () => [] }, options)))`
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  await expect(run).rejects.toMatchObject({ code: 1, stdout: expect.stringMatching(/FAIL {2}stray — stray\nnext: /) })
})

test('a process that has died is started again', async () => {
  const { running, stop } = restartable(startSmtp)
  try {
    const first = await running()
    expect((await running()).pid).toBe(first.pid)
    process.kill(first.pid, 'SIGKILL')
    while (!first.hasEnded()) await sleep(10)
    const second = await running()
    expect(second.pid).not.toBe(first.pid)
    expect(second.hasEnded()).toBe(false)
  } finally {
    await stop()
  }
})
