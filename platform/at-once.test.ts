import { setImmediate as breathe } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { atOnce, createTurns } from './at-once.ts'

describe('items that are worked through at once', () => {
  test('are so many at a time as is said, each once and in their order', async () => {
    const begun: number[] = []
    let [underWay, most] = [0, 0]
    await atOnce(2, [1, 2, 3, 4, 5], async (item) => {
      begun.push(item)
      underWay += 1
      most = Math.max(most, underWay)
      await breathe()
      underWay -= 1
    })
    expect({ begun, most, underWay }).toEqual({ begun: [1, 2, 3, 4, 5], most: 2, underWay: 0 })
  })

  test('end with the first that fails: what is under way is waited for, and nothing more is begun', async () => {
    const ended: number[] = []
    const work = async (item: number) => {
      if (item === 1) throw new Error('the first')
      await breathe()
      ended.push(item)
    }
    await expect(atOnce(2, [1, 2, 3, 4], work)).rejects.toThrow('the first')
    expect(ended).toEqual([2])
  })
})

test('who takes turns begins when the one before has ended, even if that failed', async () => {
  const inTurn = createTurns()
  const said: string[] = []
  const work = (name: string) => async () => {
    said.push(`${name} begins`)
    await breathe()
    said.push(`${name} ends`)
    if (name === 'first') throw new Error(name)
    return name
  }
  const [first, second] = await Promise.allSettled([inTurn(work('first')), inTurn(work('second'))])
  expect(said).toEqual(['first begins', 'first ends', 'second begins', 'second ends'])
  expect([first.status, second]).toEqual(['rejected', { status: 'fulfilled', value: 'second' }])
})

test('turns of several at a time begin in the order in which they were asked for, each when one has ended', async () => {
  const inTurn = createTurns(2)
  const said: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const runs = ['a', 'b', 'c', 'd'].map((name) => {
    const end = Promise.withResolvers<void>()
    ends.set(name, end)
    return inTurn(() => {
      said.push(name)
      return end.promise
    })
  })
  await breathe()
  expect(said).toEqual(['a', 'b'])
  ends.get('b')!.resolve()
  await breathe()
  expect(said).toEqual(['a', 'b', 'c'])
  for (const { resolve } of ends.values()) resolve()
  await Promise.all(runs)
  expect(said).toEqual(['a', 'b', 'c', 'd'])
})
