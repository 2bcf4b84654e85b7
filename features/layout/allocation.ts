import { LOCKER_MODES, type LockerState, type LockerType } from './model.ts'

/** A locker as far as it may be given to a drop-off. `isReserved`: another drop-off that is under way has it. */
export type Candidate = {
  readonly lockerType: LockerType
  readonly size: number
  readonly lockerMode: number
  readonly isDDAReserved: boolean
  readonly isMapped: boolean
  readonly isReserved: boolean
  readonly state: LockerState
}

/**
 * `isOutbound`: a resident drops something off for dry cleaning. `needsAccessible`: it is for a resident with special needs.
 * `keepsAccessible`: the bank keeps its accessible lockers for them.
 */
export type LockerRequirement = {
  readonly size: number
  readonly isOutbound: boolean
  readonly needsAccessible: boolean
  readonly keepsAccessible: boolean
}

const OUTBOUND: readonly number[] = [LOCKER_MODES.drycleaning, LOCKER_MODES.outbound]

const isForOutbound = (locker: Candidate) => locker.lockerType === 'locker' && OUTBOUND.includes(locker.lockerMode)

const isFree = (locker: Candidate) =>
  locker.lockerType === 'locker' && locker.isMapped && !locker.isReserved && locker.state === 'Available'

/**
 * The locker that a drop-off gets: the smallest free one of at least the wanted size, the first in layout order among
 * equals; undefined when there is none. Lockers for outbound take nothing else, and where a bank has such lockers outbound
 * goes nowhere else. Residents with special needs get an accessible one, or an ordinary one when none is left; the others
 * get an ordinary one, or an accessible one when none is left and the bank does not keep those.
 */
export function smallestFitting<C extends Candidate>(lockers: readonly C[], wanted: LockerRequirement): C | undefined {
  const special = wanted.isOutbound && lockers.some(isForOutbound)
  const fitting = lockers
    .filter((locker) => isFree(locker) && locker.size >= wanted.size)
    .filter((locker) => (special ? isForOutbound(locker) : locker.lockerMode === LOCKER_MODES.none))
    .toSorted((one, other) => one.size - other.size)
  const accessible = fitting.find((locker) => locker.isDDAReserved)
  const ordinary = fitting.find((locker) => !locker.isDDAReserved)
  if (wanted.needsAccessible) return accessible ?? ordinary
  return ordinary ?? (wanted.keepsAccessible ? undefined : accessible)
}
