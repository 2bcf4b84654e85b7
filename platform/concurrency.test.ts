import { expect, test } from 'vitest'
import { createLimiter } from './concurrency.ts'

const held = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { promise, end: resolve }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a limiter runs so many works of a key at a time, and the others in order', async () => {
  const limited = createLimiter(2, { waitMs: 10_000, tooLong: () => new Error('too long') })
  const works = Array.from({ length: 5 }, held)
  const begun: number[] = []
  const run = (nth: number) =>
    limited('one', () => {
      begun.push(nth)
      return works[nth]!.promise
    })
  const all = works.map((_, nth) => run(nth))
  expect(await limited('another', async () => 'runs')).toBe('runs')
  expect(begun).toEqual([0, 1])
  works[1]!.end()
  await settled()
  expect(begun).toEqual([0, 1, 2])
  for (const { end } of works) end()
  await Promise.all(all)
  expect(begun).toEqual([0, 1, 2, 3, 4])
})

test('a limiter gives up a work that waits too long, and continues after works that fail', async () => {
  const limited = createLimiter(1, { waitMs: 20, tooLong: () => new Error('too long') })
  const first = held()
  const running = limited('one', () => first.promise.then(() => Promise.reject(new Error('failed'))))
  await expect(limited('one', async () => 'never runs')).rejects.toThrow('too long')
  first.end()
  await expect(running).rejects.toThrow('failed')
  expect(await limited('one', async () => 'runs')).toBe('runs')
})
