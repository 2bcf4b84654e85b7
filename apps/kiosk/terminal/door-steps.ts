import { setTimeout as sleep } from 'node:timers/promises'
import type { EventDraft } from '#features/kiosks/protocol.ts'
import type { DoorOpening, Doors } from '../doors/doors.ts'
import type { Memory } from '../events/memory.ts'

/** The person at the terminal. */
export type Person = {
  print(line: string): void
  /**
   * Asks whether the package is inside; false when it was taken back. Need not end: the signal aborts when the answer counts no
   * longer.
   */
  isInside(question: string, signal: AbortSignal): Promise<boolean>
}
export type DoorDeps = {
  readonly memory: Memory
  readonly doors: Doors
  /** Sends the recorded events. */
  readonly flush: () => void
  readonly person: Person
  readonly log: (line: string) => void
  /** How long a door may stay open before a drop-off counts as unconfirmed, in ms. */
  readonly closeMs: number
  /** Aborts when the kiosk stops: what has not ended is settled at the next start. */
  readonly stopping: AbortSignal
}

const RETRY_MS = 1_000

/** The steps at a door that every use of a locker has. Each is stored as an intent before its door opens. */
export function createDoorSteps({ memory, doors, log, stopping }: Pick<DoorDeps, 'memory' | 'doors' | 'log' | 'stopping'>) {
  /** Stores what has happened at a door. A disk that is full is tried again: otherwise the server would not know of it. */
  async function stored(work: () => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await work()
        return
      } catch (error) {
        stopping.throwIfAborted()
        log(`what has happened is not stored yet: ${(error as Error).message}`)
        await sleep(RETRY_MS, undefined, { signal: stopping })
      }
    }
  }
  return {
    /** Opens the door of a locker for a stored intent. */
    open: (serialNumber: string, lockerId: string, intent: string): Promise<DoorOpening> =>
      doors.open({ serialNumber, lockerId, commandId: null }, () => stored(() => memory.recordOpened(intent))),
    /** Records events, which complete the intent. */
    record: (events: readonly EventDraft[], intent: string) => stored(() => memory.recordEvents(events, intent)),
  }
}

/** Why a door did not open, in the words for the person. */
export const whyNotOpen = (result: DoorOpening['result'], lockerName: string) =>
  result === 'no-answer' ? `The lock board of locker ${lockerName} does not answer.` : `Locker ${lockerName} did not open.`
