import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { emulatedLockBoards } from '../testing/emulated-lock-boards.ts'
import { temporaryFolder } from '../testing/lobby.ts'
import { createBus } from './bus.ts'

test('does not take a late answer for the answer to the next request', async () => {
  const folder = temporaryFolder()
  const path = join(folder.path, 'tty')
  const boards = emulatedLockBoards([0], path)
  const replyMs = 300
  const bus = createBus({ path, log: () => {}, replyMs }, { down: () => {} })
  onTestFinished(async () => {
    await bus.close()
    boards.unplug()
    folder.remove()
  })
  await bus.open()
  boards.door(0, 0).isOpen = true
  boards.transmit((bytes) => [{ afterMs: replyMs * 1.5, bytes }])
  expect(await bus.status(0)).toBeUndefined()
  boards.door(0, 0).isOpen = false
  boards.transmit((bytes) => [{ afterMs: replyMs * 0.7, bytes }])
  expect(await bus.status(0)).toBe(0xffff)
})
