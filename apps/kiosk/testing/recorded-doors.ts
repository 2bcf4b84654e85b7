import { onTestFinished } from 'vitest'
import type { EventDraft } from '#features/kiosks/protocol.ts'
import { createDoors } from '../doors/doors.ts'
import type { Hardware } from '../doors/hardware.ts'

/** The doors of this hardware, and the kinds of the events that they record. */
export function recordedDoors(hardware: Hardware, openRetries: number, openTimeoutMs = 250) {
  const events: string[] = []
  const doors = createDoors({
    hardware,
    recordEvents: async (drafts: readonly EventDraft[]) => {
      events.push(...drafts.map(({ Kind }) => Kind))
      return []
    },
    lockerOf: () => null,
    whileMapped: (_pair, open) => open(),
    log: () => {},
    openingSettings: () => ({ openRetries, openTimeoutMs }),
    leftOpenMs: () => 60_000,
  })
  onTestFinished(() => doors.stop())
  const open = async (serialNumber: string, onOpened?: () => Promise<void>) =>
    (await doors.open({ serialNumber, lockerId: null, commandId: null }, onOpened)).result
  return { open, events }
}
