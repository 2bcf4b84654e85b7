import type { EventDraft, KioskEvent } from '#features/kiosks/protocol.ts'
import type { Memory } from '../events/memory.ts'
import type { Hardware } from './hardware.ts'

type Pair = { readonly lockerId: string | null; readonly serialNumber: string | null }
type Deps = {
  readonly memory: Pick<Memory, 'deviceOf' | 'config'>
  readonly hardware: Hardware
  /** Keeps events for the server and has them sent. */
  readonly tell: (drafts: readonly EventDraft[]) => Promise<KioskEvent[]>
}
type Change = { readonly lockerId: string; readonly serialNumber: string | null; readonly commandId: string }
export type Changed = { readonly event: KioskEvent } | { readonly whyNot: string }
export type Mapping = ReturnType<typeof createMapping>

const touches = (one: Pair, other: Pair) =>
  (one.lockerId !== null && one.lockerId === other.lockerId) ||
  (one.serialNumber !== null && one.serialNumber === other.serialNumber)

/**
 * Which device opens which locker, and the turns that openings and changes of it take: whoever asks for a locker with a
 * device that no longer opens it gets no door, and while a door is being opened its mapping stays. So the events tell
 * openings and changes in the order in which they were true.
 */
export function createMapping({ memory, hardware, tell }: Deps) {
  const opening = new Set<Pair>()
  let changing: Pair | null = null

  const mayOpen = (wanted: Pair): boolean => {
    if (changing && touches(changing, wanted)) return false
    const known = wanted.lockerId === null ? undefined : memory.deviceOf(wanted.lockerId)
    return known === undefined || known === wanted.serialNumber
  }

  async function whyNotChange({ lockerId, serialNumber }: Change): Promise<string | null> {
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
    /** Does `work`, an opening, unless the locker's device has changed since whoever asks was told; then it gives null. */
    whileMapped: async <T>(wanted: Pair, work: () => Promise<T>): Promise<T | null> => {
      if (!mayOpen(wanted)) return null
      const mine = { ...wanted }
      opening.add(mine)
      try {
        return await work()
      } finally {
        opening.delete(mine)
      }
    },
    /** Keeps that a device opens a locker, or with null that none does, together with the event that tells it. */
    change: async (wanted: Change): Promise<Changed> => {
      const whyNot = await whyNotChange(wanted)
      if (whyNot) return { whyNot }
      const before = { lockerId: null, serialNumber: memory.deviceOf(wanted.lockerId) ?? null }
      if (changing || [...opening].some((one) => touches(one, wanted) || touches(one, before)))
        return { whyNot: 'a door is being opened at this moment. Please try again.' }
      changing = wanted
      try {
        const [event] = await tell([
          { Kind: 'locker-mapped', LockerId: wanted.lockerId, SerialNumber: wanted.serialNumber, CommandId: wanted.commandId },
        ])
        return { event: event! }
      } finally {
        changing = null
      }
    },
  }
}
