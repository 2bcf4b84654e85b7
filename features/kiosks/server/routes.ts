import { packagesToCollect, packagesToConfirm, packagesToRecover, releaseReservation } from '#features/packages/server/api.ts'
import type { Database } from '#platform/server/db.ts'
import type { Keys } from '#platform/server/keys.ts'
import type { Live } from '#platform/server/live.ts'
import type { Serve } from '#platform/server/serve.ts'
import { kiosks } from '../contract.ts'
import { say } from '../messages.ts'
import { ownerOfCode, residentOfCode } from './access-codes.ts'
import { configToday, publishedSettings } from './configs.ts'
import { findRecipients } from './recipients.ts'
import { reserveDelivery, reserveDryCleaning, reserveLoading } from './reservations.ts'
import { signedIn, signInAtTerminal, signOutAtTerminal } from './terminal.ts'

type Needs = { readonly database: Database; readonly keys: Keys; readonly live: Live }

/** What a kiosk asks over HTTP; the caller is the locker bank itself. */
export function kiosksRoutes(serve: Serve, needs: Needs): void {
  serve(kiosks.configuration, async ({ db, caller, now, tenant }) => {
    const config = await configToday(db, caller.id)
    return {
      LockerBankId: caller.id,
      OrganisationId: tenant.organisationId,
      ServerTime: now.toISOString(),
      HeartbeatSeconds: (await publishedSettings(db, caller.id)).HeartbeatSeconds,
      Config: config,
    }
  })

  serve.apart(kiosks.signIn, (asked) => signInAtTerminal(needs, asked))

  serve(kiosks.signOut, async ({ db, caller, input, now }) => {
    await signOutAtTerminal(db, caller, input.SessionId, now)
    return { Message: say('MsgTerminalSignedOut').text }
  })

  serve(kiosks.recipients, async ({ db, caller, input, now }) => {
    await signedIn(db, caller, input.SessionId, now)
    return findRecipients(db, input)
  })

  reservationRoutes(serve, needs)
  lockerRoutes(serve, needs)
}

function reservationRoutes(serve: Serve, needs: Needs): void {
  serve(kiosks.reserve, async ({ db, caller, input, now }) =>
    reserveDelivery(db, caller, now, await signedIn(db, caller, input.SessionId, now), input),
  )

  serve(kiosks.reserveForMailroomPackage, async ({ db, caller, input, now }) =>
    reserveLoading(db, caller, now, await signedIn(db, caller, input.SessionId, now), input),
  )

  serve.apart(kiosks.reserveForDryCleaning, async (asked) => {
    const resident = await residentOfCode(needs, asked, asked.input)
    return asked.inTenant(({ db }) => reserveDryCleaning(db, asked.caller, asked.now, resident, asked.input))
  })

  serve(kiosks.giveBack, async ({ db, caller, params }) => {
    await releaseReservation(db, caller.id, params.id)
    return { Message: say('MsgReservationGivenBack').text }
  })
}

function lockerRoutes(serve: Serve, needs: Needs): void {
  serve.apart(kiosks.collection, async (asked) => {
    const { delegate, ...resident } = await ownerOfCode(needs, asked, asked.input)
    const packages = await asked.inTenant(({ db }) => packagesToCollect(db, asked.caller.id, resident.id))
    const Name = delegate?.name ?? resident.name
    return { ResidentId: resident.id, DelegateId: delegate?.id ?? null, Name, Packages: packages }
  })

  serve(kiosks.recovery, async ({ db, caller, input, now }) =>
    packagesToRecover(db, caller.id, await signedIn(db, caller, input.SessionId, now)),
  )

  serve(kiosks.confirmation, async ({ db, caller, input, now }) =>
    packagesToConfirm(db, caller.id, await signedIn(db, caller, input.SessionId, now)),
  )
}
