import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ends } from './clusters.ts'
import { freeze, treeOf } from './processes.ts'
import { soon } from './waiting.ts'

/** Starts others all the time, each of which starts one too. */
const BUSY = 'while :; do (sleep 0.2; :) & sleep 0.02; done'

let root: number
beforeAll(async () => {
  root = spawn('sh', ['-c', BUSY], { stdio: 'ignore' }).pid!
  await soon(() => expect(treeOf(root).length).toBeGreaterThan(3))
})
afterAll(async () => {
  process.kill(root, 'SIGKILL')
  expect(await ends(root)).toBe(true)
})
const pidsOf = (root: number) => treeOf(root).map(({ pid }) => pid)
const running = () => treeOf(root).filter(({ state }) => !'TZD'.includes(state))

describe('freeze', () => {
  test('stops every process of a tree that starts others meanwhile', async () => {
    for (let i = 0; i < 5; i += 1) {
      const thaw = await freeze(root)
      expect(running()).toEqual([])
      const before = pidsOf(root)
      await sleep(20)
      expect(pidsOf(root)).toEqual(before)
      thaw()
      await soon(() => expect(running()).not.toEqual([]))
    }
  })

  test.fails('stops them in a test that fails', async () => {
    await freeze(root)
    expect(running()).not.toEqual([])
  })

  test('leaves none of them stopped after it', async () => {
    await soon(() => expect(treeOf(root).filter(({ state }) => state === 'T')).toEqual([]))
    expect(running()).not.toEqual([])
  })
})
