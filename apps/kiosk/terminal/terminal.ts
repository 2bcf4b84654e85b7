import {
  kiosks,
  type PackageInLocker,
  type Recipient,
  type Reservation,
  type TerminalSession,
} from '#features/kiosks/contract.ts'
import { type By, EVENTS, type EventDraft } from '#features/kiosks/protocol.ts'
import { newId } from '#platform/ids.ts'
import type { Server } from '../connection/server-api.ts'
import type { Doors, Opened } from '../doors/doors.ts'
import type { Memory } from '../events/memory.ts'

type Deps = {
  readonly server: Server
  readonly memory: Memory
  readonly doors: Doors
  /** Sends the events that were told. */
  readonly flush: () => void
  readonly say: (line: string) => void
  /** How long somebody may take to close a door before what they did counts as unconfirmed, in ms. */
  readonly closeMs: number
}
export type Terminal = ReturnType<typeof createTerminal>
export type Login = { readonly agent: string; readonly pin: string }
export type WithCode = { readonly code: string; readonly unit?: string }
/** A recipient is told by unit, by name, or by id when several fit. */
export type RecipientQuery = { readonly unit?: string; readonly name?: string; readonly resident?: string }
/** What a resident says of a package that they came for. */
export type Finding = 'collected' | 'not-mine' | 'absent'

/** What people do at the terminal. Every step that a door depends on is written down before the door opens. */
export function createTerminal({ server, memory, doors, flush, say, closeMs }: Deps) {
  async function withSession<T>({ agent, pin }: Login, work: (session: TerminalSession) => Promise<T>): Promise<T> {
    const session = await server.ask(kiosks.signIn, { UserName: agent, Pin: pin })
    say(`${session.Name} is signed in`)
    try {
      return await work(session)
    } finally {
      await server.ask(kiosks.signOut, { SessionId: session.SessionId }).catch(() => {})
    }
  }
  const whyShut = (opening: Opened['opening'], lockerName: string) =>
    opening === 'no-answer' ? `The lock board of locker ${lockerName} does not answer.` : `Locker ${lockerName} did not open.`
  const byOf = ({ Kind, Id }: TerminalSession): By => ({ Kind, Id })

  async function theRecipient(SessionId: string, { unit, name, resident }: RecipientQuery): Promise<Recipient> {
    const found = await server.ask(kiosks.recipients, { SessionId, UnitNumber: unit, Name: name })
    const fitting = resident ? found.filter(({ ResidentId }) => ResidentId === resident) : found
    if (fitting.length === 1) return fitting[0]!
    if (fitting.length === 0) throw new Error('Nobody of this unit or name lives here.')
    const choices = fitting.map(({ Name, UnitNumber, ResidentId }) => `  ${Name}, unit ${UnitNumber}: --resident ${ResidentId}`)
    throw new Error(`Several people fit. Say the name too, or one of these:\n${choices.join('\n')}`)
  }

  /** A reserved locker's door is opened, filled and closed. A door that does not open gives the locker back. */
  async function fill(reservation: Reservation, by: By, trackingNumber: string): Promise<string> {
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
    const interrupted = [droppedOff(false)]
    const intent = await memory.intend({ unopened: interrupted, opened: interrupted })
    const { opening } = await doors.open({ serialNumber, lockerId, commandId: null }, () => memory.opened(intent))
    if (opening !== 'opened') {
      await memory.tell([], intent)
      await server.ask(kiosks.giveBack, undefined, { id: reservation.ReservationId }).catch(() => {})
      throw new Error(`${whyShut(opening, reservation.LockerName)} Please try again.`)
    }
    say(`locker ${reservation.LockerName} is open: put it in and close the door`)
    const isClosed = await doors.closed(serialNumber, closeMs)
    await memory.tell([droppedOff(isClosed)], intent)
    flush()
    return isClosed
      ? `Dropped off in locker ${reservation.LockerName} for ${reservation.RecipientName}.`
      : `Locker ${reservation.LockerName} was not closed: the drop-off has to be confirmed.`
  }

  /** Opens the lockers of these packages one after the other and tells what became of each package. */
  async function empty(packages: readonly PackageInLocker[], eventOf: (pkg: PackageInLocker) => EventDraft): Promise<string[]> {
    const lines: string[] = []
    for (const lockerId of new Set(packages.map(({ LockerId }) => LockerId))) {
      const here = packages.filter((pkg) => pkg.LockerId === lockerId)
      const { SerialNumber: serialNumber, LockerName } = here[0]!
      const taken = here.map(eventOf)
      // A door that was never seen to open has given nothing out.
      const intent = await memory.intend({ unopened: [], opened: taken })
      const { opening } = await doors.open({ serialNumber, lockerId, commandId: null }, () => memory.opened(intent))
      if (opening !== 'opened') {
        await memory.tell([], intent)
        lines.push(whyShut(opening, LockerName))
        continue
      }
      say(`locker ${LockerName} is open: take it out and close the door`)
      await doors.closed(serialNumber, closeMs)
      await memory.tell(taken, intent)
      flush()
      lines.push(`Locker ${LockerName}: ${here.length} ${here.length === 1 ? 'package' : 'packages'}.`)
    }
    return lines
  }
  const inLocker = ({ PackageId, LockerId }: PackageInLocker, by: By) => ({ PackageId, LockerId, By: by })
  const orNothing = (lines: readonly string[], nothing: string) => (lines.length > 0 ? lines.join('\n') : nothing)
  const ids = () => ({ ReservationId: newId(), PackageId: newId() })

  return {
    dropOff: async (login: Login, wanted: RecipientQuery, size: number, trackingNumber: string): Promise<string> => {
      // Refused before a door opens: the server could make no package of the event.
      const read = EVENTS['dropped-off'].shape.TrackingNumber.safeParse(trackingNumber)
      if (!read.success) throw new Error(`The tracking number is not valid: ${read.error.issues[0]!.message}`)
      return withSession(login, async (session) => {
        const { ResidentId } = await theRecipient(session.SessionId, wanted)
        const wish = { SessionId: session.SessionId, ...ids(), ResidentId, Size: size }
        return fill(await server.ask(kiosks.reserve, wish), byOf(session), read.data)
      })
    },
    load: (login: Login, packageNumber: string, size: number): Promise<string> =>
      withSession(login, async (session) => {
        const wish = { SessionId: session.SessionId, ReservationId: newId(), PackageNumber: packageNumber, Size: size }
        return fill(await server.ask(kiosks.reserveForMailroomPackage, wish), byOf(session), '')
      }),
    dryClean: async ({ code, unit }: WithCode, size: number): Promise<string> => {
      const reservation = await server.ask(kiosks.reserveForDryCleaning, {
        AccessCode: code,
        UnitNumber: unit,
        ...ids(),
        Size: size,
      })
      return fill(reservation, { Kind: 'resident', Id: reservation.ResidentId! }, '')
    },
    collect: async ({ code, unit }: WithCode, finding: Finding): Promise<string> => {
      const { ResidentId, DelegateId, Name, Packages } = await server.ask(kiosks.collection, {
        AccessCode: code,
        UnitNumber: unit,
      })
      const by: By = DelegateId ? { Kind: 'delegate', Id: DelegateId } : { Kind: 'resident', Id: ResidentId }
      const lines = await empty(Packages, (pkg) => ({ Kind: finding, ...inLocker(pkg, by) }))
      return orNothing(lines, `There is nothing here for ${Name}.`)
    },
    recover: (login: Login): Promise<string> =>
      withSession(login, async (session) => {
        const packages = await server.ask(kiosks.recovery, { SessionId: session.SessionId })
        const lines = await empty(packages, (pkg) => ({ Kind: 'recovered', ...inLocker(pkg, byOf(session)) }))
        return orNothing(lines, 'There is nothing to take back.')
      }),
    confirm: (login: Login): Promise<string> =>
      withSession(login, async (session) => {
        const packages = await server.ask(kiosks.confirmation, { SessionId: session.SessionId })
        if (packages.length > 0)
          await memory.tell(packages.map((pkg) => ({ Kind: 'confirmed', ...inLocker(pkg, byOf(session)) }) as const))
        flush()
        return orNothing(
          packages.map(({ LockerName }) => `Locker ${LockerName}: confirmed.`),
          'There is nothing to confirm.',
        )
      }),
    dirty: (login: Login, lockerId: string): Promise<string> =>
      withSession(login, async (session) => {
        await memory.tell([{ Kind: 'locker-dirty', LockerId: lockerId, By: byOf(session) }])
        flush()
        return 'Thank you, it will be cleaned.'
      }),
  }
}
