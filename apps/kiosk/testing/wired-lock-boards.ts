import { join } from 'node:path'
import { beforeEach, onTestFinished } from 'vitest'
import type { DoorChange, Hardware } from '../doors/hardware.ts'
import { type LockBoardOptions, lockBoards } from '../lock-boards/lock-boards.ts'
import { type EmulatedLockBoards, emulatedLockBoards } from './emulated-lock-boards.ts'
import { temporaryFolder } from './lobby.ts'

/** A door that opens at all has done so by then, in ms, also on a busy machine. */
export const SOON_MS = 5_000
export type Cabinet = Hardware & { readonly changes: DoorChange[] }

/** Before each test of a file two emulated boards, 0 and 3; `use` is given what a test needs of them. */
export function eachOnLockBoards(use: (boards: EmulatedLockBoards, wired: Wired) => void): void {
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
  const said: string[] = []
  return {
    path,
    /** What the driver tells the person at the kiosk. */
    said,
    /** The driver at these boards, quick to ask, and what it tells of the doors; closed after the test. */
    cabinet: async (options: Partial<LockBoardOptions> = {}): Promise<Cabinet> => {
      const hardware = await lockBoards({
        path,
        say: (line) => said.push(line),
        boards: [0, 3],
        pollMs: 20,
        missingMs: 50,
        firstWait: 20,
        longestWait: 100,
        ...options,
      })
      onTestFinished(() => hardware.close())
      const changes: DoorChange[] = []
      hardware.onChange((change) => changes.push(change))
      return { ...hardware, changes }
    },
  }
}
export type Wired = ReturnType<typeof wiredTo>

export const change = (serialNumber: string, isOpen: boolean): DoorChange => ({ serialNumber, isOpen })
