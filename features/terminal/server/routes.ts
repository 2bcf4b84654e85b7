import type { Live } from '#features/live/server/api.ts'
import { releaseReservation } from '#features/packages/server/api.ts'
import type { Router } from '#platform/server/http/route.ts'
import type { Database } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { terminals } from '../contract.ts'
import { t } from '../messages.ts'
import { ownerOfCode, residentOfCode } from './access-codes.ts'
import { packagesToCollect, packagesToConfirm, packagesToRecover } from './packages.ts'
import { findRecipients } from './recipients.ts'
import { reserveDelivery, reserveDryCleaning, reserveLoading } from './reservations.ts'
import { signedIn, signInAtTerminal, signOutAtTerminal } from './sign-in.ts'

export type TerminalDeps = { readonly database: Database; readonly keys: Keys; readonly live: Live }

/** The requests of terminals; the caller is the locker bank itself. */
export function terminalRoutes(route: Router, deps: TerminalDeps): void {
  route.withoutTransaction(terminals.signIn, (context) => signInAtTerminal(deps, context))

  route(terminals.signOut, async ({ db, caller, input, now }) => {
    await signOutAtTerminal(db, caller, input.SessionId, now)
    return { Message: t('MsgTerminalSignedOut') }
  })

  route(terminals.recipients, async ({ db, caller, input, now }) => {
    await signedIn(db, caller, input.SessionId, now)
    return findRecipients(db, input)
  })

  reservationRoutes(route, deps)
  lockerRoutes(route, deps)
}

function reservationRoutes(route: Router, deps: TerminalDeps): void {
  route(terminals.reserve, async ({ db, caller, input, now }) =>
    reserveDelivery(db, caller, now, await signedIn(db, caller, input.SessionId, now), input),
  )

  route(terminals.reserveForMailroomPackage, async ({ db, caller, input, now }) =>
    reserveLoading(db, caller, now, await signedIn(db, caller, input.SessionId, now), input),
  )

  route.withoutTransaction(terminals.reserveForDryCleaning, async (context) => {
    const { caller, now, input, inTenant } = context
    const resident = await residentOfCode(deps, context, input)
    return inTenant(({ db }) => reserveDryCleaning(db, caller, now, resident, input))
  })

  route(terminals.giveBack, async ({ db, caller, params }) => {
    await releaseReservation(db, caller.id, params.id)
    return { Message: t('MsgReservationGivenBack') }
  })
}

function lockerRoutes(route: Router, deps: TerminalDeps): void {
  route.withoutTransaction(terminals.collection, async (context) => {
    const { delegate, ...resident } = await ownerOfCode(deps, context, context.input)
    const packages = await context.inTenant(({ db }) => packagesToCollect(db, context.caller.id, resident.id))
    const Name = delegate?.name ?? resident.name
    return { ResidentId: resident.id, DelegateId: delegate?.id ?? null, Name, Packages: packages }
  })

  route(terminals.recovery, async ({ db, caller, input, now }) =>
    packagesToRecover(db, caller.id, await signedIn(db, caller, input.SessionId, now)),
  )

  route(terminals.confirmation, async ({ db, caller, input, now }) =>
    packagesToConfirm(db, caller.id, await signedIn(db, caller, input.SessionId, now)),
  )
}
