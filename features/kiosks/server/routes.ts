import type { Database } from '#platform/server/db.ts'
import type { Keys } from '#platform/server/keys.ts'
import type { Serve } from '#platform/server/serve.ts'
import { kiosks } from '../contract.ts'
import { heartbeatSeconds } from '../rules.ts'
import { publishedConfig } from './configs.ts'
import { findRecipients } from './recipients.ts'
import { signedIn, signInAtTerminal, signOutAtTerminal } from './terminal.ts'

/** What a kiosk asks over HTTP; the caller is the locker bank itself. */
export function kiosksRoutes(serve: Serve, needs: { readonly database: Database; readonly keys: Keys }): void {
  serve(kiosks.configuration, async ({ db, caller, now, tenant }) => {
    const config = await publishedConfig(db, caller.id)
    return {
      LockerBankId: caller.id,
      OrganisationId: tenant.organisationId,
      ServerTime: now.toISOString(),
      HeartbeatSeconds: heartbeatSeconds(config?.Settings),
      Config: config,
    }
  })

  serve.apart(kiosks.signIn, (asked) => signInAtTerminal(needs, asked))

  serve(kiosks.signOut, async ({ db, caller, input, now }) => {
    await signOutAtTerminal(db, caller, input.SessionId, now)
    return { Message: '' }
  })

  serve(kiosks.recipients, async ({ db, caller, input, now }) => {
    await signedIn(db, caller, input.SessionId, now)
    return findRecipients(db, input)
  })
}
