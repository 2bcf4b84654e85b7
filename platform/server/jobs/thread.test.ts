import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { Stopped } from './stopped.ts'
import { createThread } from './thread.ts'

let counts: Int32Array
beforeEach(() => {
  counts = new Int32Array(new SharedArrayBuffer(8))
})

function thread(options: Parameters<typeof createThread>[2] = {}) {
  const made = createThread(new URL('../testing/thread-of-a-test.ts', import.meta.url), counts.buffer, options)
  onTestFinished(() => made.stop())
  return { ...made, run: (id: string) => made.run({ organisationId: 'an organisation', id }) }
}

test('jobs are done in one thread, several at once', async () => {
  const { run } = thread()
  await Promise.all(['a', 'b', 'c'].map(run))
  expect([...counts]).toEqual([1, 3])
})

test('what a job throws comes back with its text and code, and the thread goes on', async () => {
  const { run } = thread()
  await expect(run('refuse')).rejects.toMatchObject({ message: 'not this one', code: 'E1' })
  await run('a')
  expect([...counts]).toEqual([1, 1])
})

test('a thread that ends under a job fails it, and the next job has another', async () => {
  const { run } = thread()
  const others = [run('wait'), run('wait')].map((one) => expect(one).rejects.toThrow('the thread has ended'))
  await expect(run('end')).rejects.toThrow('the thread has ended')
  await Promise.all(others)
  await run('a')
  expect([...counts]).toEqual([2, 1])
})

test('a thread that ends while it has nothing to do leaves the next job to another', async () => {
  const { run } = thread()
  await run('end afterwards')
  // Long enough for it to be heard of, and far less than it takes to end by itself.
  await sleep(500)
  await run('a')
  expect([...counts]).toEqual([2, 2])
})

test('a job that takes too much memory ends its thread, and nothing else', async () => {
  const { run } = thread({ limits: { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 4 } })
  await expect(run('eat')).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' })
  await run('a')
  expect([...counts]).toEqual([2, 1])
})

test('a thread keeps to its own limits where the program has been started with larger ones', async () => {
  setFlagsFromString('--max-old-space-size=1024')
  const { run } = thread({ limits: { maxOldGenerationSizeMb: 100, maxYoungGenerationSizeMb: 12 } })
  const failed: Error = await run('measure').then(
    () => Promise.reject(),
    (error) => error,
  )
  expect(Number(failed.message)).toBeGreaterThan(100)
  expect(Number(failed.message)).toBeLessThan(150)
})

test('a thread ends when it has had nothing to do for a while, not while it does something', async () => {
  const { run } = thread({ idleMs: 100 })
  await run('a')
  const waiting = expect(run('wait')).rejects.toThrow('the thread has ended')
  await sleep(300)
  await run('b')
  expect([...counts]).toEqual([1, 2])
  await run('end').catch(() => {})
  await waiting
  await run('c')
  await sleep(300)
  await run('d')
  expect([...counts]).toEqual([3, 4])
})

test('a thread that is stopped ends what it does, and does nothing any more', async () => {
  const { run, stop } = thread()
  const waiting = expect(run('wait')).rejects.toBeInstanceOf(Stopped)
  await run('a')
  await stop()
  await waiting
  await expect(run('b')).rejects.toBeInstanceOf(Stopped)
  expect([...counts]).toEqual([1, 1])
})
