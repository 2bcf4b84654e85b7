import { join } from 'node:path'
import { beforeEach, onTestFinished } from 'vitest'
import type { DoorChange, Hardware } from '../doors/hardware.ts'
import { type LockBoardOptions, lockBoards } from '../lock-boards/lock-boards.ts'
import { type EmulatedLockBoards, emulatedLockBoards } from './emulated-lock-boards.ts'
import { temporaryFolder } from './lobby.ts'

/** A wait in which a working door opens even on a busy machine, in ms. */
export const OPEN_MS = 5_000
export type Cabinet = Hardware & { readonly changes: DoorChange[] }

/** Emulates boards 0 and 3 for each test of a file; `use` receives them and the means to drive them. */
export function eachOnLockBoards(use: (boards: EmulatedLockBoards, wired: WiredLockBoards) => void): void {
  beforeEach(() => {
    const folder = temporaryFolder()
    const path = join(folder.path, 'tty')
    const boards = emulatedLockBoards([0, 3], path)
    use(boards, wiredTo(path))
    return () => {
      boards.unplug()
      folder.remove()
    }
  })
}

function wiredTo(path: string) {
  const logged: string[] = []
  return {
    path,
    /** The driver's log. */
    logged,
    /** The driver of these boards with short intervals, and the door changes that it reports. Closed after the test. */
    cabinet: async (options: Partial<LockBoardOptions> = {}): Promise<Cabinet> => {
      const hardware = await lockBoards({
        path,
        log: (line) => logged.push(line),
        boards: [0, 3],
        pollMs: 20,
        missingMs: 50,
        minRetryMs: 20,
        maxRetryMs: 100,
        ...options,
      })
      onTestFinished(() => hardware.close())
      const changes: DoorChange[] = []
      hardware.onChange((change) => changes.push(change))
      return { ...hardware, changes }
    },
  }
}
export type WiredLockBoards = ReturnType<typeof wiredTo>

export const change = (serialNumber: string, isOpen: boolean): DoorChange => ({ serialNumber, isOpen })
