import { setTimeout as sleep } from 'node:timers/promises'
import type { By, EventDraft } from '#features/kiosks/protocol.ts'
import { type Reservation, terminals } from '#features/terminal/contract.ts'
import type { ServerApi } from '../connection/server-api.ts'
import { createDoorSteps, type DoorDeps, whyNotOpen } from './door-steps.ts'

type Deps = DoorDeps & {
  readonly server: ServerApi
  /** How long the person may take to say that nothing is inside, in ms. */
  readonly choiceMs?: number | undefined
}

/** A drop-off without a choice counts as delivered after so long, in ms. */
const CHOICE_MS = 20_000

/** Drops packages off into reserved lockers. */
export function createDropOff(deps: Deps) {
  const { server, memory, doors, flush, person, closeMs, stopping, choiceMs = CHOICE_MS } = deps
  const { open, record } = createDoorSteps(deps)

  /** Whether the package is inside: the person says so, or says nothing for `choiceMs`. */
  async function isInside(lockerName: string): Promise<boolean> {
    const asking = new AbortController()
    const noChoice = sleep(choiceMs, true, { signal: AbortSignal.any([asking.signal, stopping]) }).catch(() => {
      stopping.throwIfAborted()
      return true
    })
    const answer = person.isInside(`Is the package in locker ${lockerName}?`, asking.signal)
    try {
      return await Promise.race([answer.catch(() => noChoice), noChoice])
    } finally {
      asking.abort()
    }
  }

  /**
   * Drops a package off into a reserved locker: delivered when its door has closed and the person says that it is inside, or makes no
   * choice. Ends the reservation if the door does not open, or if the package did not fit.
   */
  return async function dropOffInto(reservation: Reservation, by: By, trackingNumber: string): Promise<string> {
    const { SerialNumber: serialNumber, LockerId, PackageId, ReservationId, LockerName } = reservation
    const droppedOff = (DoorClosed: boolean) => dropOffOf(reservation, by, trackingNumber, DoorClosed)
    const unconfirmed = [droppedOff(false)]
    const giveBack = () => server.call(terminals.giveBack, undefined, { id: ReservationId }).catch(() => {})
    const intent = await memory.recordIntent({ unopened: unconfirmed, opened: unconfirmed }).catch(async (error: unknown) => {
      // A refusal keeps it: the next reservation must be of another locker.
      if ((error as NodeJS.ErrnoException).syscall) await giveBack()
      throw error
    })
    const { result } = await open(serialNumber, LockerId, intent)
    if (result !== 'opened') {
      await record([], intent)
      await giveBack()
      throw new Error(`${whyNotOpen(result, LockerName)} Please try again.`)
    }
    person.print(`locker ${LockerName} is open: put the package in and close the door`)
    const isClosed = await doors.waitUntilClosed(serialNumber, closeMs)
    if (isClosed && !(await isInside(LockerName))) {
      await record([{ Kind: 'gave-up', PackageId, LockerId, ReservationId, By: by }], intent)
      flush()
      return `Nothing was left in locker ${LockerName}.`
    }
    await record([droppedOff(isClosed)], intent)
    flush()
    return isClosed
      ? `Dropped off in locker ${LockerName} for ${reservation.RecipientName}.`
      : `Locker ${LockerName} was not closed: the drop-off must be confirmed.`
  }
}

const dropOffOf = (reservation: Reservation, By: By, TrackingNumber: string, DoorClosed: boolean): EventDraft => ({
  Kind: 'dropped-off',
  PackageId: reservation.PackageId,
  LockerId: reservation.LockerId,
  ReservationId: reservation.ReservationId,
  Purpose: reservation.Purpose,
  DoorClosed,
  By,
  ResidentId: reservation.ResidentId,
  RecipientName: reservation.RecipientName,
  UnitNumber: reservation.UnitNumber,
  TrackingNumber,
})
