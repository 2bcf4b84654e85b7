import type { EventDraft, KioskEvent } from '#features/kiosks/protocol.ts'
import type { Memory } from '../events/memory.ts'
import type { Hardware } from './hardware.ts'

/** A locker and the device that opens it; null for none. */
type Pair = { readonly lockerId: string | null; readonly serialNumber: string | null }
type Deps = {
  readonly memory: Pick<Memory, 'deviceOf' | 'config'>
  readonly hardware: Hardware
  /** Stores events and sends them to the server. */
  readonly recordEvents: (drafts: readonly EventDraft[]) => Promise<KioskEvent[]>
}
type MappingChange = { readonly lockerId: string; readonly serialNumber: string | null; readonly commandId: string }
type MappingResult = { readonly event: KioskEvent } | { readonly whyNot: string }
export type Mapping = ReturnType<typeof createMapping>

const overlaps = (one: Pair, other: Pair) =>
  (one.lockerId !== null && one.lockerId === other.lockerId) ||
  (one.serialNumber !== null && one.serialNumber === other.serialNumber)

/**
 * Which device opens which locker. Openings and mapping changes of the same locker or device exclude each other: no door
 * opens for a locker that was mapped to another device in the meantime, and a mapping does not change while its door is
 * being opened. The order of the events is therefore the order in which they took effect.
 */
export function createMapping({ memory, hardware, recordEvents }: Deps) {
  const opening = new Set<Pair>()
  let changing: Pair | null = null

  const mayOpen = (pair: Pair): boolean => {
    if (changing && overlaps(changing, pair)) return false
    const device = pair.lockerId === null ? undefined : memory.deviceOf(pair.lockerId)
    return device === undefined || device === pair.serialNumber
  }

  async function whyNotChange({ lockerId, serialNumber }: MappingChange): Promise<string | null> {
    if (serialNumber === null) return null
    const devices = await hardware.devices(false)
    if (!devices.some((device) => device.serialNumber === serialNumber)) return `there is no device ${serialNumber}.`
    const terminal = memory
      .config()
      ?.Layout.some(({ LockerCollection }) =>
        LockerCollection.some(({ Id, LockerType }) => Id === lockerId && LockerType === 'terminal'),
      )
    return terminal ? 'a terminal has no lock.' : null
  }

  return {
    /** Runs `open`, or returns null when another device opens the locker now. */
    whileMapped: async <T>(pair: Pair, open: () => Promise<T>): Promise<T | null> => {
      if (!mayOpen(pair)) return null
      const entry = { ...pair }
      opening.add(entry)
      try {
        return await open()
      } finally {
        opening.delete(entry)
      }
    },
    /** Maps a locker to a device, or with null to none, by recording the event 'locker-mapped'. */
    change: async (change: MappingChange): Promise<MappingResult> => {
      const whyNot = await whyNotChange(change)
      if (whyNot) return { whyNot }
      const previous = { lockerId: null, serialNumber: memory.deviceOf(change.lockerId) ?? null }
      if (changing || [...opening].some((pair) => overlaps(pair, change) || overlaps(pair, previous)))
        return { whyNot: 'a door is being opened at this moment. Please try again.' }
      changing = change
      try {
        const [event] = await recordEvents([
          { Kind: 'locker-mapped', LockerId: change.lockerId, SerialNumber: change.serialNumber, CommandId: change.commandId },
        ])
        return { event: event! }
      } finally {
        changing = null
      }
    },
  }
}
