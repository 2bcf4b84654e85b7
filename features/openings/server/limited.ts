import { sql } from 'kysely'
import { beginAlert, notifyAlerts } from '#features/alerts/server/api.ts'
import type { Live } from '#features/live/server/api.ts'
import { confirmedAt } from '#features/session/server/api.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import type { TenantTransactions, TransactionContext } from '#platform/server/http/route.ts'
import type { Database } from '#platform/server/postgres/db.ts'
import { OpeningRefusal } from './take.ts'

export type OpeningDeps = { readonly database: Database; readonly live: Live }
type Context = TenantTransactions & { readonly caller: Caller; readonly now: Date }

/**
 * Runs the transaction that inserts the command of a remote opening. The first refusal of a sign-in at a limit is recorded,
 * audited and alerted; after a confirmation of the password the refused transaction runs again.
 */
export async function limitedOpening<T>(
  { database, live }: OpeningDeps,
  context: Context,
  work: (transaction: TransactionContext) => Promise<T>,
): Promise<T> {
  try {
    return await context.inTenant(work)
  } catch (error) {
    if (!(error instanceof OpeningRefusal)) throw error
    const { cause } = error
    if (cause.is === 'unconfirmed' && (await isConfirmed(database, context, cause.since)))
      return limitedOpening({ database, live }, context, work)
    if ((cause.is === 'person' || cause.is === 'organisation') && (await recordExcess(context, cause.is, error)))
      notifyAlerts(live, error.place)
    throw error
  }
}

/** Whether the sign-in has confirmed the password since it exceeded a limit; then it need not again. */
async function isConfirmed(database: Database, { caller, inTenant }: Context, exceededAt: string): Promise<boolean> {
  const at = await confirmedAt(database, caller)
  if (!at || Date.parse(at) <= Date.parse(exceededAt)) return false
  await inTenant(({ db }) =>
    db.deleteFrom('opening_excesses').where('sign_in_id', '=', caller.signInId).where('at', '<', at).execute(),
  )
  return true
}

/** Returns whether an alert has begun. Further refusals of the sign-in until its confirmation change nothing. */
const recordExcess = ({ caller, now, inTenant }: Context, limit: 'person' | 'organisation', { place }: OpeningRefusal) =>
  inTenant(async ({ db, tenant, audit }) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('opening_excesses')
      .values({
        organisation_id: tenant.organisationId,
        sign_in_id: caller.signInId,
        user_id: caller.id,
        at: sql`clock_timestamp()`,
      })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'sign_in_id']).doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) return false
    await audit('remote opening refused at a limit', place.lockerBankId, { limit })
    return beginAlert(db, place, { kind: 'openings-limited', subject: caller.id, lockerId: null, beganAt: now })
  })
