import type { EventDraft, KioskEvent } from '#features/kiosks/protocol.ts'
import type { OpeningSettings } from '#features/kiosks/rules.ts'
import type { Hardware, OpenResult } from './hardware.ts'
import type { Mapping } from './mapping.ts'

type Deps = {
  readonly hardware: Hardware
  readonly recordEvents: (drafts: readonly EventDraft[]) => Promise<KioskEvent[]>
  /** The locker that a device is mapped to, or null. */
  readonly lockerOf: (serialNumber: string) => string | null
  readonly whileMapped: Mapping['whileMapped']
  readonly log: (line: string) => void
  /** The current settings, read at each opening. */
  readonly openingSettings: () => OpeningSettings
  /** How long a door may be open before the event 'door-left-open', in ms. */
  readonly leftOpenMs: () => number
}
type OpenRequest = { readonly serialNumber: string; readonly lockerId: string | null; readonly commandId: string | null }
/** 'remapped': another device opens the locker now, and no lock was released. */
export type DoorOpening = { readonly result: OpenResult | 'remapped'; readonly events: readonly KioskEvent[] }
export type Doors = ReturnType<typeof createDoors>

/** The doors of the cabinet. Every change of a door is recorded as an event, whatever caused it. */
export function createDoors({ hardware, recordEvents, lockerOf, whileMapped, log, openingSettings, leftOpenMs }: Deps) {
  /** Doors that are being opened: their sensor's change is recorded with the result of the opening. */
  const opening = new Set<string>()
  /** Openings whose result is being recorded; later changes of the door are recorded after it. */
  const recording = new Map<string, Promise<unknown>>()
  /** The locker for which a device was last opened. */
  const openedFor = new Map<string, string>()
  const leftOpenTimers = new Map<string, NodeJS.Timeout>()
  const watchers = new Set<() => void>()
  let stopped = false

  const lockerIdOf = (serialNumber: string) => lockerOf(serialNumber) ?? openedFor.get(serialNumber) ?? null
  /** Starts to record before the callers that wait for the door continue. */
  function recordOrLog(draft: EventDraft & { readonly SerialNumber: string }) {
    const previous = recording.get(draft.SerialNumber)
    const recorded = previous ? previous.catch(() => {}).then(() => recordEvents([draft])) : recordEvents([draft])
    return recorded.catch((error) => log(`event could not be recorded: ${(error as Error).message}`))
  }

  function watchLeftOpen(serialNumber: string) {
    clearTimeout(leftOpenTimers.get(serialNumber))
    const timer = setTimeout(() => {
      if (hardware.isOpen(serialNumber))
        void recordOrLog({ Kind: 'door-left-open', LockerId: lockerIdOf(serialNumber), SerialNumber: serialNumber })
    }, leftOpenMs())
    leftOpenTimers.set(serialNumber, timer)
  }

  async function openWithRetries(serialNumber: string): Promise<OpenResult> {
    const { openRetries, openTimeoutMs } = openingSettings()
    for (let retries = openRetries; ; retries -= 1) {
      const result = await hardware.open(serialNumber, openTimeoutMs)
      if (result !== 'not-detected' || retries <= 0) return result
    }
  }

  hardware.onChange(({ serialNumber, isOpen }) => {
    for (const watcher of watchers) watcher()
    const door = { LockerId: lockerIdOf(serialNumber), SerialNumber: serialNumber }
    if (isOpen) {
      watchLeftOpen(serialNumber)
      if (!opening.has(serialNumber)) void recordOrLog({ Kind: 'door-opened', ...door, CommandId: null })
    } else {
      clearTimeout(leftOpenTimers.get(serialNumber))
      leftOpenTimers.delete(serialNumber)
      void recordOrLog({ Kind: 'door-closed', ...door })
    }
  })

  async function open({ serialNumber, lockerId, commandId }: OpenRequest, onOpened: () => Promise<void>): Promise<DoorOpening> {
    if (lockerId) openedFor.set(serialNumber, lockerId)
    opening.add(serialNumber)
    // After this, a lock that springs late is recorded as a door that was opened.
    const result = await openWithRetries(serialNumber).finally(() => opening.delete(serialNumber))
    if (result === 'unknown-device' || result === 'no-answer') return { result, events: [] }
    const Kind = result === 'opened' ? 'door-opened' : 'not-detected'
    const LockerId = lockerId ?? lockerIdOf(serialNumber)
    const recorded = (result === 'opened' ? onOpened() : Promise.resolve())
      .then(() => recordEvents([{ Kind, LockerId, SerialNumber: serialNumber, CommandId: commandId }]))
      .catch((error: unknown) => {
        // A person at the terminal goes on: what becomes of the package matters more than this event.
        if (commandId !== null) throw error
        log(`event could not be recorded: ${(error as Error).message}`)
        return []
      })
    recording.set(serialNumber, recorded)
    const events = await recorded.finally(() => recording.delete(serialNumber))
    return { result, events }
  }

  return {
    /** Opens a door and records the result. `onOpened` runs when the sensor reports the door open, before the event is recorded. */
    open: async (request: OpenRequest, onOpened: () => Promise<void> = async () => {}): Promise<DoorOpening> =>
      (await whileMapped(request, () => open(request, onOpened))) ?? { result: 'remapped', events: [] },
    /** Starts the left-open timers of doors that were already open, for example at a restart. */
    watchAlreadyOpen: (serialNumbers: readonly string[]): void => {
      for (const serialNumber of serialNumbers) if (!leftOpenTimers.has(serialNumber)) watchLeftOpen(serialNumber)
    },
    /** Waits at most `ms` for a door to close. Returns whether it is closed; throws when the kiosk stops in the meantime. */
    waitUntilClosed: (serialNumber: string, ms: number): Promise<boolean> =>
      new Promise((resolve, reject) => {
        const finish = () => {
          clearTimeout(timeout)
          watchers.delete(watcher)
          if (stopped) reject(new Error('The kiosk is stopping. This step will be reported to the server at the next start.'))
          else resolve(!hardware.isOpen(serialNumber))
        }
        const watcher = () => {
          if (stopped || !hardware.isOpen(serialNumber)) finish()
        }
        const timeout = setTimeout(finish, ms)
        watchers.add(watcher)
        watcher()
      }),
    stop: () => {
      stopped = true
      for (const watcher of watchers) watcher()
      for (const timer of leftOpenTimers.values()) clearTimeout(timer)
    },
  }
}
