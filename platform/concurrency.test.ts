import { setImmediate as breathe } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createQueue, forEachConcurrent } from './concurrency.ts'

describe('forEachConcurrent', () => {
  test('processes each item once, in order, with at most the given number at a time', async () => {
    const started: number[] = []
    let [running, most] = [0, 0]
    await forEachConcurrent(2, [1, 2, 3, 4, 5], async (item) => {
      started.push(item)
      running += 1
      most = Math.max(most, running)
      await breathe()
      running -= 1
    })
    expect({ started, most, running }).toEqual({ started: [1, 2, 3, 4, 5], most: 2, running: 0 })
  })

  test('stops at the first failure, after the running items have ended', async () => {
    const ended: number[] = []
    const work = async (item: number) => {
      if (item === 1) throw new Error('the first')
      await breathe()
      ended.push(item)
    }
    await expect(forEachConcurrent(2, [1, 2, 3, 4], work)).rejects.toThrow('the first')
    expect(ended).toEqual([2])
  })
})

test('createQueue › starts work when the work before has ended, also if that failed', async () => {
  const enqueue = createQueue()
  const log: string[] = []
  const work = (name: string) => async () => {
    log.push(`${name} starts`)
    await breathe()
    log.push(`${name} ends`)
    if (name === 'first') throw new Error(name)
    return name
  }
  const [first, second] = await Promise.allSettled([enqueue(work('first')), enqueue(work('second'))])
  expect(log).toEqual(['first starts', 'first ends', 'second starts', 'second ends'])
  expect([first.status, second]).toEqual(['rejected', { status: 'fulfilled', value: 'second' }])
})

test('createQueue › starts several at a time, in order, each when another has ended', async () => {
  const enqueue = createQueue(2)
  const log: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const runs = ['a', 'b', 'c', 'd'].map((name) => {
    const end = Promise.withResolvers<void>()
    ends.set(name, end)
    return enqueue(() => {
      log.push(name)
      return end.promise
    })
  })
  await breathe()
  expect(log).toEqual(['a', 'b'])
  ends.get('b')!.resolve()
  await breathe()
  expect(log).toEqual(['a', 'b', 'c'])
  for (const { resolve } of ends.values()) resolve()
  await Promise.all(runs)
  expect(log).toEqual(['a', 'b', 'c', 'd'])
})
