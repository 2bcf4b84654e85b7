import {
  kiosks,
  type PackageInLocker,
  type Recipient,
  type Reservation,
  type TerminalSession,
} from '#features/kiosks/contract.ts'
import { type By, EVENTS, type EventDraft } from '#features/kiosks/protocol.ts'
import { unpackMessage } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import type { ServerApi } from '../connection/server-api.ts'
import type { DoorOpening, Doors } from '../doors/doors.ts'
import type { Memory } from '../events/memory.ts'

type Deps = {
  readonly server: ServerApi
  readonly memory: Memory
  readonly doors: Doors
  /** Sends the recorded events. */
  readonly flush: () => void
  readonly print: (line: string) => void
  /** How long a door may stay open before a drop-off counts as unconfirmed, in ms. */
  readonly closeMs: number
}
export type Login = { readonly agent: string; readonly pin: string }
export type AccessCode = { readonly code: string; readonly unit?: string }
/** Finds a recipient by unit and name. `resident` is an id that chooses one of several matches. */
export type RecipientQuery = { readonly unit?: string; readonly name?: string; readonly resident?: string }
/** What a resident reports about a package. */
export type Finding = 'collected' | 'not-mine' | 'absent'

/** What people do at the terminal. Each step is stored as an intent before its door opens. */
export function createTerminal({ server, memory, doors, flush, print, closeMs }: Deps) {
  async function withSession<T>({ agent, pin }: Login, work: (session: TerminalSession) => Promise<T>): Promise<T> {
    const session = await server.call(kiosks.signIn, { UserName: agent, Pin: pin })
    print(`${session.Name} is signed in`)
    try {
      return await work(session)
    } finally {
      await server.call(kiosks.signOut, { SessionId: session.SessionId }).catch(() => {})
    }
  }
  const whyNotOpen = (result: DoorOpening['result'], lockerName: string) =>
    result === 'no-answer' ? `The lock board of locker ${lockerName} does not answer.` : `Locker ${lockerName} did not open.`
  const byOf = ({ Kind, Id }: TerminalSession): By => ({ Kind, Id })

  async function findRecipient(SessionId: string, { unit, name, resident }: RecipientQuery): Promise<Recipient> {
    const found = await server.call(kiosks.recipients, { SessionId, UnitNumber: unit, Name: name })
    const matches = resident ? found.filter(({ ResidentId }) => ResidentId === resident) : found
    if (matches.length === 1) return matches[0]!
    if (matches.length === 0) throw new Error('No resident has this unit or name.')
    const choices = matches.map(({ Name, UnitNumber, ResidentId }) => `  ${Name}, unit ${UnitNumber}: --resident ${ResidentId}`)
    throw new Error(`Several residents match. Add --name, or one of these:\n${choices.join('\n')}`)
  }

  /** Drops a package off into a reserved locker. Cancels the reservation if the door does not open. */
  async function dropOffInto(reservation: Reservation, by: By, trackingNumber: string): Promise<string> {
    const { SerialNumber: serialNumber, LockerId: lockerId } = reservation
    const droppedOff = (DoorClosed: boolean): EventDraft => ({
      Kind: 'dropped-off',
      PackageId: reservation.PackageId,
      LockerId: lockerId,
      ReservationId: reservation.ReservationId,
      Purpose: reservation.Purpose,
      DoorClosed,
      By: by,
      ResidentId: reservation.ResidentId,
      RecipientName: reservation.RecipientName,
      UnitNumber: reservation.UnitNumber,
      TrackingNumber: trackingNumber,
    })
    const unconfirmed = [droppedOff(false)]
    const intent = await memory.recordIntent({ unopened: unconfirmed, opened: unconfirmed })
    const { result } = await doors.open({ serialNumber, lockerId, commandId: null }, () => memory.recordOpened(intent))
    if (result !== 'opened') {
      await memory.recordEvents([], intent)
      await server.call(kiosks.giveBack, undefined, { id: reservation.ReservationId }).catch(() => {})
      throw new Error(`${whyNotOpen(result, reservation.LockerName)} Please try again.`)
    }
    print(`locker ${reservation.LockerName} is open: put the package in and close the door`)
    const isClosed = await doors.waitUntilClosed(serialNumber, closeMs)
    await memory.recordEvents([droppedOff(isClosed)], intent)
    flush()
    return isClosed
      ? `Dropped off in locker ${reservation.LockerName} for ${reservation.RecipientName}.`
      : `Locker ${reservation.LockerName} was not closed: the drop-off must be confirmed.`
  }

  /** Opens the lockers of these packages one by one and records an event for each package. Returns a line per locker. */
  async function takeOut(packages: readonly PackageInLocker[], eventOf: (pkg: PackageInLocker) => EventDraft): Promise<string[]> {
    const lines: string[] = []
    for (const lockerId of new Set(packages.map(({ LockerId }) => LockerId))) {
      const inside = packages.filter((pkg) => pkg.LockerId === lockerId)
      const { SerialNumber: serialNumber, LockerName } = inside[0]!
      const events = inside.map(eventOf)
      // If the door was never seen to open, the package is still inside.
      const intent = await memory.recordIntent({ unopened: [], opened: events })
      const { result } = await doors.open({ serialNumber, lockerId, commandId: null }, () => memory.recordOpened(intent))
      if (result !== 'opened') {
        await memory.recordEvents([], intent)
        lines.push(whyNotOpen(result, LockerName))
        continue
      }
      print(`locker ${LockerName} is open: take the package out and close the door`)
      await doors.waitUntilClosed(serialNumber, closeMs)
      await memory.recordEvents(events, intent)
      flush()
      lines.push(`Locker ${LockerName}: ${inside.length} ${inside.length === 1 ? 'package' : 'packages'}.`)
    }
    return lines
  }
  const packageEvent = ({ PackageId, LockerId }: PackageInLocker, by: By) => ({ PackageId, LockerId, By: by })
  const linesOr = (lines: readonly string[], ifEmpty: string) => (lines.length > 0 ? lines.join('\n') : ifEmpty)
  const newIds = () => ({ ReservationId: newId(), PackageId: newId() })

  return {
    dropOff: async (login: Login, recipient: RecipientQuery, size: number, trackingNumber: string): Promise<string> => {
      // Checked before a door opens: the server could not create a package from an invalid event.
      const parsed = EVENTS['dropped-off'].shape.TrackingNumber.safeParse(trackingNumber)
      if (!parsed.success)
        throw new Error(`The tracking number is not valid: ${unpackMessage(parsed.error.issues[0]!.message).text}`)
      return withSession(login, async (session) => {
        const { ResidentId } = await findRecipient(session.SessionId, recipient)
        const input = { SessionId: session.SessionId, ...newIds(), ResidentId, Size: size }
        return dropOffInto(await server.call(kiosks.reserve, input), byOf(session), parsed.data)
      })
    },
    load: (login: Login, packageNumber: string, size: number): Promise<string> =>
      withSession(login, async (session) => {
        const input = { SessionId: session.SessionId, ReservationId: newId(), PackageNumber: packageNumber, Size: size }
        return dropOffInto(await server.call(kiosks.reserveForMailroomPackage, input), byOf(session), '')
      }),
    dryClean: async ({ code, unit }: AccessCode, size: number): Promise<string> => {
      const input = { AccessCode: code, UnitNumber: unit, ...newIds(), Size: size }
      const reservation = await server.call(kiosks.reserveForDryCleaning, input)
      return dropOffInto(reservation, { Kind: 'resident', Id: reservation.ResidentId! }, '')
    },
    collect: async ({ code, unit }: AccessCode, finding: Finding): Promise<string> => {
      const { ResidentId, DelegateId, Name, Packages } = await server.call(kiosks.collection, {
        AccessCode: code,
        UnitNumber: unit,
      })
      const by: By = DelegateId ? { Kind: 'delegate', Id: DelegateId } : { Kind: 'resident', Id: ResidentId }
      const lines = await takeOut(Packages, (pkg) => ({ Kind: finding, ...packageEvent(pkg, by) }))
      return linesOr(lines, `There are no packages for ${Name}.`)
    },
    recover: (login: Login): Promise<string> =>
      withSession(login, async (session) => {
        const packages = await server.call(kiosks.recovery, { SessionId: session.SessionId })
        const lines = await takeOut(packages, (pkg) => ({ Kind: 'recovered', ...packageEvent(pkg, byOf(session)) }))
        return linesOr(lines, 'There is nothing to take back.')
      }),
    confirm: (login: Login): Promise<string> =>
      withSession(login, async (session) => {
        const packages = await server.call(kiosks.confirmation, { SessionId: session.SessionId })
        if (packages.length > 0)
          await memory.recordEvents(packages.map((pkg) => ({ Kind: 'confirmed', ...packageEvent(pkg, byOf(session)) }) as const))
        flush()
        return linesOr(
          packages.map(({ LockerName }) => `Locker ${LockerName}: confirmed.`),
          'There is nothing to confirm.',
        )
      }),
    dirty: (login: Login, lockerId: string): Promise<string> =>
      withSession(login, async (session) => {
        await memory.recordEvents([{ Kind: 'locker-dirty', LockerId: lockerId, By: byOf(session) }])
        flush()
        return 'Thank you. The locker will be cleaned.'
      }),
  }
}
