import { setTimeout as sleep } from 'node:timers/promises'
import { type By, EVENTS, type EventDraft } from '#features/kiosks/protocol.ts'
import {
  type PackageInLocker,
  type Recipient,
  type Reservation,
  type TerminalSession,
  terminals,
} from '#features/terminal/contract.ts'
import { unpackMessage } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import type { ServerApi } from '../connection/server-api.ts'
import type { DoorOpening, Doors } from '../doors/doors.ts'
import type { Memory } from '../events/memory.ts'

/** The person at the terminal. */
export type Person = {
  print(line: string): void
  /**
   * Asks whether the package is inside; false when it was taken back. Need not end: the signal aborts when the answer counts no
   * longer.
   */
  isInside(question: string, signal: AbortSignal): Promise<boolean>
}
type Deps = {
  readonly server: ServerApi
  readonly memory: Memory
  readonly doors: Doors
  /** Sends the recorded events. */
  readonly flush: () => void
  readonly person: Person
  readonly log: (line: string) => void
  /** How long a door may stay open before a drop-off counts as unconfirmed, in ms. */
  readonly closeMs: number
  /** Aborts when the kiosk stops: what has not ended is settled at the next start. */
  readonly stopping: AbortSignal
  /** How long the person may take to say that nothing is inside, in ms. */
  readonly choiceMs?: number
}
export type Login = { readonly agent: string; readonly pin: string }
export type AccessCode = { readonly code: string; readonly unit?: string }
/** Finds a recipient by unit and name. `resident` is an id that chooses one of several matches. */
export type RecipientQuery = { readonly unit?: string; readonly name?: string; readonly resident?: string }
/** What a resident reports about a package. */
export type Finding = 'collected' | 'not-mine' | 'absent'

const RETRY_MS = 1_000
/** A drop-off without a choice counts as delivered after so long, in ms. */
const CHOICE_MS = 20_000

/** What people do at the terminal. Each step is stored as an intent before its door opens. */
export function createTerminal({ server, memory, doors, flush, person, log, closeMs, stopping, choiceMs = CHOICE_MS }: Deps) {
  const { print } = person
  async function withSession<T>({ agent, pin }: Login, work: (session: TerminalSession) => Promise<T>): Promise<T> {
    const session = await server.call(terminals.signIn, { UserName: agent, Pin: pin })
    print(`${session.Name} is signed in`)
    try {
      return await work(session)
    } finally {
      await server.call(terminals.signOut, { SessionId: session.SessionId }).catch(() => {})
    }
  }
  const whyNotOpen = (result: DoorOpening['result'], lockerName: string) =>
    result === 'no-answer' ? `The lock board of locker ${lockerName} does not answer.` : `Locker ${lockerName} did not open.`
  /** Stores what has happened at a door. A disk that is full is tried again: otherwise the server would not know of it. */
  async function stored(work: () => Promise<unknown>): Promise<void> {
    for (;;) {
      try {
        await work()
        return
      } catch (error) {
        stopping.throwIfAborted()
        log(`what has happened is not stored yet: ${(error as Error).message}`)
        await sleep(RETRY_MS, undefined, { signal: stopping })
      }
    }
  }
  const record = (events: readonly EventDraft[], intent: string) => stored(() => memory.recordEvents(events, intent))
  const byOf = ({ Kind, Id }: TerminalSession): By => ({ Kind, Id })

  async function findRecipient(SessionId: string, { unit, name, resident }: RecipientQuery): Promise<Recipient> {
    const found = await server.call(terminals.recipients, { SessionId, UnitNumber: unit, Name: name })
    const matches = resident ? found.filter(({ ResidentId }) => ResidentId === resident) : found
    if (matches.length === 1) return matches[0]!
    if (matches.length === 0) throw new Error('No resident has this unit or name.')
    const choices = matches.map(({ Name, UnitNumber, ResidentId }) => `  ${Name}, unit ${UnitNumber}: --resident ${ResidentId}`)
    throw new Error(`Several residents match. Add --name, or one of these:\n${choices.join('\n')}`)
  }

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
    const giveBack = () => server.call(terminals.giveBack, undefined, { id: reservation.ReservationId }).catch(() => {})
    const intent = await memory.recordIntent({ unopened: unconfirmed, opened: unconfirmed }).catch(async (error: unknown) => {
      // A refusal keeps it: the next reservation must be of another locker.
      if ((error as NodeJS.ErrnoException).syscall) await giveBack()
      throw error
    })
    const { result } = await doors.open({ serialNumber, lockerId, commandId: null }, () =>
      stored(() => memory.recordOpened(intent)),
    )
    if (result !== 'opened') {
      await record([], intent)
      await giveBack()
      throw new Error(`${whyNotOpen(result, reservation.LockerName)} Please try again.`)
    }
    print(`locker ${reservation.LockerName} is open: put the package in and close the door`)
    const isClosed = await doors.waitUntilClosed(serialNumber, closeMs)
    if (isClosed && !(await isInside(reservation.LockerName))) {
      const { PackageId, ReservationId } = reservation
      await record([{ Kind: 'gave-up', PackageId, LockerId: lockerId, ReservationId, By: by }], intent)
      flush()
      return `Nothing was left in locker ${reservation.LockerName}.`
    }
    await record([droppedOff(isClosed)], intent)
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
      const { result } = await doors.open({ serialNumber, lockerId, commandId: null }, () =>
        stored(() => memory.recordOpened(intent)),
      )
      if (result !== 'opened') {
        await record([], intent)
        lines.push(whyNotOpen(result, LockerName))
        continue
      }
      print(`locker ${LockerName} is open: take the package out and close the door`)
      await doors.waitUntilClosed(serialNumber, closeMs)
      await record(events, intent)
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
        return dropOffInto(await server.call(terminals.reserve, input), byOf(session), parsed.data)
      })
    },
    load: (login: Login, packageNumber: string, size: number): Promise<string> =>
      withSession(login, async (session) => {
        const input = { SessionId: session.SessionId, ReservationId: newId(), PackageNumber: packageNumber, Size: size }
        return dropOffInto(await server.call(terminals.reserveForMailroomPackage, input), byOf(session), '')
      }),
    dryClean: async ({ code, unit }: AccessCode, size: number): Promise<string> => {
      const input = { AccessCode: code, UnitNumber: unit, ...newIds(), Size: size }
      const reservation = await server.call(terminals.reserveForDryCleaning, input)
      return dropOffInto(reservation, { Kind: 'resident', Id: reservation.ResidentId! }, '')
    },
    collect: async ({ code, unit }: AccessCode, finding: Finding): Promise<string> => {
      const { ResidentId, DelegateId, Name, Packages } = await server.call(terminals.collection, {
        AccessCode: code,
        UnitNumber: unit,
      })
      const by: By = DelegateId ? { Kind: 'delegate', Id: DelegateId } : { Kind: 'resident', Id: ResidentId }
      const lines = await takeOut(Packages, (pkg) => ({ Kind: finding, ...packageEvent(pkg, by) }))
      return linesOr(lines, `There are no packages for ${Name}.`)
    },
    recover: (login: Login): Promise<string> =>
      withSession(login, async (session) => {
        const packages = await server.call(terminals.recovery, { SessionId: session.SessionId })
        const lines = await takeOut(packages, (pkg) => ({ Kind: 'recovered', ...packageEvent(pkg, byOf(session)) }))
        return linesOr(lines, 'There is nothing to take back.')
      }),
    confirm: (login: Login): Promise<string> =>
      withSession(login, async (session) => {
        const packages = await server.call(terminals.confirmation, { SessionId: session.SessionId })
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
