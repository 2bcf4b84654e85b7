import type { EventDraft, KioskEvent } from '#features/kiosks/protocol.ts'
import type { OpeningSettings } from '#features/kiosks/rules.ts'
import type { Hardware, Opening } from './hardware.ts'
import type { Mapping } from './mapping.ts'

type Deps = {
  readonly hardware: Hardware
  readonly tell: (drafts: readonly EventDraft[]) => Promise<KioskEvent[]>
  /** The locker that a device is mapped to, null when it is none's. */
  readonly lockerOf: (serialNumber: string) => string | null
  readonly whileMapped: Mapping['whileMapped']
  readonly say: (line: string) => void
  /** As they stand when a door is opened. */
  readonly opening: () => OpeningSettings
  /** A door that stands open longer than this is told of, in ms. */
  readonly leftOpenMs: () => number
}
type OpenRequest = { readonly serialNumber: string; readonly lockerId: string | null; readonly commandId: string | null }
/** 'mapped-anew': the locker is not this device's any more, and no door was touched. */
export type Opened = { readonly opening: Opening | 'mapped-anew'; readonly events: readonly KioskEvent[] }
export type Doors = ReturnType<typeof createDoors>

/** The doors of the cabinet: every change of one becomes an event, whoever caused it. */
export function createDoors({ hardware, tell, lockerOf, whileMapped, say, opening: settings, leftOpenMs }: Deps) {
  /** Doors that we are opening: what their sensor says is the answer and not news. */
  const opening = new Set<string>()
  /** What came of an opening, while it is being kept and told: what the door does next is told after it. */
  const telling = new Map<string, Promise<unknown>>()
  /** The locker that a device was last opened for. */
  const openedFor = new Map<string, string>()
  const leftOpen = new Map<string, NodeJS.Timeout>()
  const watchers = new Set<() => void>()
  let stopped = false

  const lockerIdOf = (serialNumber: string) => lockerOf(serialNumber) ?? openedFor.get(serialNumber) ?? null
  /** Tells at once, before anybody who waits for the door goes on; or as soon as the door's opening is told. */
  function tellOrSay(draft: EventDraft & { readonly SerialNumber: string }) {
    const before = telling.get(draft.SerialNumber)
    const told = before ? before.catch(() => {}).then(() => tell([draft])) : tell([draft])
    return told.catch((error) => say(`an event could not be kept: ${(error as Error).message}`))
  }

  function watchOpen(serialNumber: string) {
    clearTimeout(leftOpen.get(serialNumber))
    const timer = setTimeout(() => {
      if (hardware.isOpen(serialNumber))
        void tellOrSay({ Kind: 'door-left-open', LockerId: lockerIdOf(serialNumber), SerialNumber: serialNumber })
    }, leftOpenMs())
    leftOpen.set(serialNumber, timer)
  }

  /** A door that was not detected is asked again as often as the settings say. */
  async function attempt(serialNumber: string): Promise<Opening> {
    const { openRetries, openTimeoutMs } = settings()
    for (let retries = openRetries; ; retries -= 1) {
      const answer = await hardware.open(serialNumber, openTimeoutMs)
      if (answer !== 'not-detected' || retries <= 0) return answer
    }
  }

  hardware.onChange(({ serialNumber, isOpen }) => {
    for (const watcher of watchers) watcher()
    const door = { LockerId: lockerIdOf(serialNumber), SerialNumber: serialNumber }
    if (isOpen) {
      watchOpen(serialNumber)
      if (!opening.has(serialNumber)) void tellOrSay({ Kind: 'door-opened', ...door, CommandId: null })
    } else {
      clearTimeout(leftOpen.get(serialNumber))
      leftOpen.delete(serialNumber)
      void tellOrSay({ Kind: 'door-closed', ...door })
    }
  })

  async function open({ serialNumber, lockerId, commandId }: OpenRequest, atOnce: () => Promise<void>): Promise<Opened> {
    if (lockerId) openedFor.set(serialNumber, lockerId)
    opening.add(serialNumber)
    // From here on a door that opens is news again: that of a lock which sprang too late.
    const answer = await attempt(serialNumber).finally(() => opening.delete(serialNumber))
    if (answer === 'unknown-device' || answer === 'no-answer') return { opening: answer, events: [] }
    const Kind = answer === 'opened' ? 'door-opened' : 'not-detected'
    const LockerId = lockerId ?? lockerIdOf(serialNumber)
    const told = (answer === 'opened' ? atOnce() : Promise.resolve()).then(() =>
      tell([{ Kind, LockerId, SerialNumber: serialNumber, CommandId: commandId }]),
    )
    telling.set(serialNumber, told)
    const events = await told.finally(() => telling.delete(serialNumber))
    return { opening: answer, events }
  }

  return {
    /** Opens a door and tells what came of it; `atOnce` runs between the door's word and the event, to keep what it means. */
    open: async (asked: OpenRequest, atOnce: () => Promise<void> = async () => {}): Promise<Opened> =>
      (await whileMapped(asked, () => open(asked, atOnce))) ?? { opening: 'mapped-anew', events: [] },
    /** Counts doors that were open before we looked, as after a restart, like doors that open now. */
    foundOpen: (serialNumbers: readonly string[]): void => {
      for (const serialNumber of serialNumbers) if (!leftOpen.has(serialNumber)) watchOpen(serialNumber)
    },
    /** Waits until a door is closed, at most `ms`. Gives whether it is; throws when the kiosk stops meanwhile. */
    closed: (serialNumber: string, ms: number): Promise<boolean> =>
      new Promise((resolve, reject) => {
        const finish = () => {
          clearTimeout(late)
          watchers.delete(watcher)
          if (stopped) reject(new Error('The kiosk stops. It tells at its next start what was not ended.'))
          else resolve(!hardware.isOpen(serialNumber))
        }
        const watcher = () => {
          if (stopped || !hardware.isOpen(serialNumber)) finish()
        }
        const late = setTimeout(finish, ms)
        watchers.add(watcher)
        watcher()
      }),
    stop: () => {
      stopped = true
      for (const watcher of watchers) watcher()
      for (const timer of leftOpen.values()) clearTimeout(timer)
    },
  }
}
