import { onTestFinished } from 'vitest'
import type { EventDraft } from '#features/kiosks/protocol.ts'
import { createDoors } from '../doors/doors.ts'
import type { Hardware } from '../doors/hardware.ts'

/** The doors of a kiosk with this hardware, and the events that it tells. */
export function doorsOf(hardware: Hardware, openRetries: number, openTimeoutMs = 250) {
  const events: string[] = []
  const doors = createDoors({
    hardware,
    tell: async (drafts: readonly EventDraft[]) => {
      events.push(...drafts.map(({ Kind }) => Kind))
      return []
    },
    lockerOf: () => null,
    whileMapped: (_wanted, open) => open(),
    say: () => {},
    opening: () => ({ openRetries, openTimeoutMs }),
    leftOpenMs: () => 60_000,
  })
  onTestFinished(() => doors.stop())
  const open = async (serialNumber: string) => (await doors.open({ serialNumber, lockerId: null, commandId: null })).opening
  return { open, events }
}
