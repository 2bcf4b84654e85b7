import { LOCKER_MODES, type LockerState, type LockerType } from './model.ts'

/** The fields of a locker that the allocation reads. `isReserved`: reserved by another drop-off in progress. */
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
 * `isOutbound`: a resident drops off dry cleaning. `needsAccessible`: the recipient is a resident with special needs.
 * `keepsAccessible`: the bank reserves its accessible lockers for them.
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
 * The locker for a drop-off: the smallest free one of at least the required size, the first in layout order among equals;
 * undefined when there is none. Outbound lockers take nothing else; outbound drop-offs use other lockers only in a bank that
 * has no outbound ones. Residents with special needs get an accessible locker, or an ordinary one when none is free. Others get
 * an ordinary one, or an accessible one when none is free and the bank does not reserve those.
 */
export function smallestFitting<C extends Candidate>(lockers: readonly C[], required: LockerRequirement): C | undefined {
  const usesOutbound = required.isOutbound && lockers.some(isForOutbound)
  const fitting = lockers
    .filter((locker) => isFree(locker) && locker.size >= required.size)
    .filter((locker) => (usesOutbound ? isForOutbound(locker) : locker.lockerMode === LOCKER_MODES.none))
    .toSorted((one, other) => one.size - other.size)
  const accessible = fitting.find((locker) => locker.isDDAReserved)
  const ordinary = fitting.find((locker) => !locker.isDDAReserved)
  if (required.needsAccessible) return accessible ?? ordinary
  return ordinary ?? (required.keepsAccessible ? undefined : accessible)
}
