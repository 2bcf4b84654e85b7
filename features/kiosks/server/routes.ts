import type { Live } from '#features/live/server/api.ts'
import { packagesToCollect, packagesToConfirm, packagesToRecover, releaseReservation } from '#features/packages/server/api.ts'
import { themeImage } from '#features/themes/server/api.ts'
import type { Router } from '#platform/server/http/route.ts'
import type { Database } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { kiosks } from '../contract.ts'
import { t } from '../messages.ts'
import { currentConfig, publishedSettings } from './configs.ts'
import { ownerOfCode, residentOfCode } from './terminal/access-codes.ts'
import { findRecipients } from './terminal/recipients.ts'
import { reserveDelivery, reserveDryCleaning, reserveLoading } from './terminal/reservations.ts'
import { signedIn, signInAtTerminal, signOutAtTerminal } from './terminal/sign-in.ts'

export type KioskDeps = { readonly database: Database; readonly keys: Keys; readonly live: Live }

/** The HTTP requests of kiosks; the caller is the locker bank itself. */
export function kiosksRoutes(route: Router, deps: KioskDeps): void {
  route(kiosks.configuration, async ({ db, caller, now, tenant }) => {
    const config = await currentConfig(db, caller.id)
    return {
      LockerBankId: caller.id,
      OrganisationId: tenant.organisationId,
      ServerTime: now.toISOString(),
      HeartbeatSeconds: (await publishedSettings(db, caller.id)).HeartbeatSeconds,
      Config: config,
    }
  })

  route(kiosks.themeImage, async ({ db, params }) => ({ Image: await themeImage(db, params.hash) }))

  route.withoutTransaction(kiosks.signIn, (context) => signInAtTerminal(deps, context))

  route(kiosks.signOut, async ({ db, caller, input, now }) => {
    await signOutAtTerminal(db, caller, input.SessionId, now)
    return { Message: t('MsgTerminalSignedOut') }
  })

  route(kiosks.recipients, async ({ db, caller, input, now }) => {
    await signedIn(db, caller, input.SessionId, now)
    return findRecipients(db, input)
  })

  reservationRoutes(route, deps)
  lockerRoutes(route, deps)
}

function reservationRoutes(route: Router, deps: KioskDeps): void {
  route(kiosks.reserve, async ({ db, caller, input, now }) =>
    reserveDelivery(db, caller, now, await signedIn(db, caller, input.SessionId, now), input),
  )

  route(kiosks.reserveForMailroomPackage, async ({ db, caller, input, now }) =>
    reserveLoading(db, caller, now, await signedIn(db, caller, input.SessionId, now), input),
  )

  route.withoutTransaction(kiosks.reserveForDryCleaning, async (context) => {
    const { caller, now, input, inTenant } = context
    const resident = await residentOfCode(deps, context, input)
    return inTenant(({ db }) => reserveDryCleaning(db, caller, now, resident, input))
  })

  route(kiosks.giveBack, async ({ db, caller, params }) => {
    await releaseReservation(db, caller.id, params.id)
    return { Message: t('MsgReservationGivenBack') }
  })
}

function lockerRoutes(route: Router, deps: KioskDeps): void {
  route.withoutTransaction(kiosks.collection, async (context) => {
    const { delegate, ...resident } = await ownerOfCode(deps, context, context.input)
    const packages = await context.inTenant(({ db }) => packagesToCollect(db, context.caller.id, resident.id))
    const Name = delegate?.name ?? resident.name
    return { ResidentId: resident.id, DelegateId: delegate?.id ?? null, Name, Packages: packages }
  })

  route(kiosks.recovery, async ({ db, caller, input, now }) =>
    packagesToRecover(db, caller.id, await signedIn(db, caller, input.SessionId, now)),
  )

  route(kiosks.confirmation, async ({ db, caller, input, now }) =>
    packagesToConfirm(db, caller.id, await signedIn(db, caller, input.SessionId, now)),
  )
}
