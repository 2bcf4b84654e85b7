import type { EventDraft } from '#features/kiosks/protocol.ts'
import type { PackageInLocker } from '#features/terminal/contract.ts'
import { createDoorSteps, type DoorDeps, whyNotOpen } from './door-steps.ts'

/** Takes packages out of their lockers. */
export function createTakeOut(deps: DoorDeps) {
  const { memory, doors, flush, person, closeMs } = deps
  const { open, record } = createDoorSteps(deps)

  /** Opens the lockers of these packages one by one and records an event for each package. Returns a line per locker. */
  return async function takeOut(
    packages: readonly PackageInLocker[],
    eventOf: (pkg: PackageInLocker) => EventDraft,
  ): Promise<string[]> {
    const lines: string[] = []
    for (const lockerId of new Set(packages.map(({ LockerId }) => LockerId))) {
      const inside = packages.filter((pkg) => pkg.LockerId === lockerId)
      const { SerialNumber: serialNumber, LockerName } = inside[0]!
      const events = inside.map(eventOf)
      // If the door was never seen to open, the package is still inside.
      const intent = await memory.recordIntent({ unopened: [], opened: events })
      const { result } = await open(serialNumber, lockerId, intent)
      if (result !== 'opened') {
        await record([], intent)
        lines.push(whyNotOpen(result, LockerName))
        continue
      }
      person.print(`locker ${LockerName} is open: take the package out and close the door`)
      await doors.waitUntilClosed(serialNumber, closeMs)
      await record(events, intent)
      flush()
      lines.push(`Locker ${LockerName}: ${inside.length} ${inside.length === 1 ? 'package' : 'packages'}.`)
    }
    return lines
  }
}
