import { sql } from 'kysely'
import { beginAlert, notifyAlerts, OpeningRefusal } from '#features/kiosks/server/api.ts'
import type { Live } from '#features/live/server/api.ts'
import { confirmationCode, confirmedAt } from '#features/session/server/api.ts'
import { createLimiter } from '#platform/concurrency.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { TenantTransactions, TransactionContext } from '#platform/server/http/route.ts'
import type { Database, Tenant } from '#platform/server/postgres/db.ts'
import { t } from '../messages.ts'

export type OpeningDeps = { readonly database: Database; readonly live: Live }
type Context = TenantTransactions & { readonly caller: Caller; readonly tenant: Tenant; readonly now: Date }

/**
 * Openings of one organisation that may wait on a node for the lock of `opening_controls` at a time. The brake needs the same lock
 * and a connection, so a flood of openings must not queue for them before it.
 */
export const MAX_IN_FLIGHT = 4
const MAX_WAIT_MS = 1_000
const inTurn = createLimiter(MAX_IN_FLIGHT, {
  waitMs: MAX_WAIT_MS,
  tooLong: () => new Refusal(429, t('MsgOpeningsBusy'), { retryAfter: 1 }),
})

/** See `openWithin`; refuses (429) when too many openings of the organisation are in flight. */
export const limitedOpening = <T>(
  deps: OpeningDeps,
  context: Context,
  work: (transaction: TransactionContext) => Promise<T>,
): Promise<T> => inTurn(context.tenant.organisationId, () => openWithin(deps, context, work))

/**
 * Runs the transaction that inserts the command of a remote opening. The first refusal of a sign-in at a limit is recorded,
 * audited and alerted; after a confirmation of the password the refused transaction runs again.
 */
async function openWithin<T>(
  { database, live }: OpeningDeps,
  context: Context,
  work: (transaction: TransactionContext) => Promise<T>,
): Promise<T> {
  try {
    return await context.inTenant(work)
  } catch (error) {
    if (!(error instanceof OpeningRefusal)) throw error
    const { cause } = error
    if (cause.is === 'unconfirmed') {
      if (await isConfirmed(database, context, cause.since)) return openWithin({ database, live }, context, work)
      throw new OpeningRefusal({ ...cause, code: await confirmationCode(database, context.caller) }, error.place)
    }
    if (cause.is === 'limit' && (await recordExcess(context, cause.limit.of, error))) notifyAlerts(live, error.place)
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
