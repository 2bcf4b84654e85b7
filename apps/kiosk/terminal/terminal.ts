import type { By } from '#features/kiosks/protocol.ts'
import { type PackageInLocker, type Recipient, type TerminalSession, terminals } from '#features/terminal/contract.ts'
import { trackingNumber } from '#features/tracking-numbers/fields.ts'
import { unpackMessage } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import type { ServerApi } from '../connection/server-api.ts'
import { createDropOff } from './drop-off.ts'
import { createTakeOut } from './take-out.ts'

type Deps = Parameters<typeof createDropOff>[0]
export type Login = { readonly agent: string; readonly pin: string }
export type AccessCode = { readonly code: string; readonly unit?: string }
/** Finds a recipient by unit and name. `resident` is an id that chooses one of several matches. */
export type RecipientQuery = { readonly unit?: string; readonly name?: string; readonly resident?: string }
/** What a resident reports about a package. */
export type Finding = 'collected' | 'not-mine' | 'absent'

/** What people do at the terminal. Each step is stored as an intent before its door opens. */
export function createTerminal(deps: Deps) {
  const { server, memory, flush, person } = deps
  const dropOffInto = createDropOff(deps)
  const takeOut = createTakeOut(deps)
  async function withSession<T>({ agent, pin }: Login, work: (session: TerminalSession) => Promise<T>): Promise<T> {
    const session = await server.call(terminals.signIn, { UserName: agent, Pin: pin })
    person.print(`${session.Name} is signed in`)
    try {
      return await work(session)
    } finally {
      await server.call(terminals.signOut, { SessionId: session.SessionId }).catch(() => {})
    }
  }
  const packageEvent = ({ PackageId, LockerId }: PackageInLocker, by: By) => ({ PackageId, LockerId, By: by })
  const byOf = ({ Kind, Id }: TerminalSession): By => ({ Kind, Id })
  const linesOr = (lines: readonly string[], ifEmpty: string) => (lines.length > 0 ? lines.join('\n') : ifEmpty)
  const newIds = () => ({ ReservationId: newId(), PackageId: newId() })

  return {
    dropOff: async (login: Login, recipient: RecipientQuery, size: number, given: string): Promise<string> => {
      // Checked before a door opens: the server could not create a package from an invalid event.
      const parsed = trackingNumber.safeParse(given)
      if (!parsed.success)
        throw new Error(`The tracking number is not valid: ${unpackMessage(parsed.error.issues[0]!.message).text}`)
      return withSession(login, async (session) => {
        const { ResidentId } = await findRecipient(server, session.SessionId, recipient)
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

async function findRecipient(server: ServerApi, SessionId: string, { unit, name, resident }: RecipientQuery): Promise<Recipient> {
  const found = await server.call(terminals.recipients, { SessionId, UnitNumber: unit, Name: name })
  const matches = resident ? found.filter(({ ResidentId }) => ResidentId === resident) : found
  if (matches.length === 1) return matches[0]!
  if (matches.length === 0) throw new Error('No resident has this unit or name.')
  const choices = matches.map(({ Name, UnitNumber, ResidentId }) => `  ${Name}, unit ${UnitNumber}: --resident ${ResidentId}`)
  throw new Error(`Several residents match. Add --name, or one of these:\n${choices.join('\n')}`)
}
