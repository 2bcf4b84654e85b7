import { sql } from 'kysely'
import { notifyAlerts } from '#features/kiosks/server/api.ts'
import type { Live } from '#features/live/server/api.ts'
import { existing } from '#platform/server/entities.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { RequestContext, TransactionContext } from '#platform/server/http/route.ts'
import type { alerts } from '../contract.ts'
import { whyNotEnd } from '../rules.ts'
import { isOver } from './facts.ts'

/**
 * Ends an alert that staff have settled. Refuses one that ends by itself with its locker, device or bank, since it would begin
 * again, and one that is about the caller. An alert that has ended already stays as it is.
 */
export async function endByStaff(context: RequestContext<typeof alerts.done> & TransactionContext, live: Live): Promise<void> {
  const { db, tenant, caller, now, audit, afterCommit } = context
  const id = context.params.alertId
  const alert = await existing(
    db
      .selectFrom('alerts')
      .select(['property_id', 'locker_bank_id', 'kind', 'subject', 'ended_at'])
      .select(sql<boolean>`(${isOver}) is null`.as('is_for_staff'))
      .where('id', '=', id)
      .forUpdate(),
  )
  if (alert.ended_at !== null) return
  const { property_id: propertyId, locker_bank_id: lockerBankId, kind, subject, is_for_staff: isForStaff } = alert
  refuseIf(whyNotEnd({ kind, subject, isForStaff }, caller.id))
  await db
    .updateTable('alerts')
    .set({ ended_at: now, ended_by_id: caller.id, ended_by_name: caller.name })
    .where('id', '=', id)
    .execute()
  await audit('alert ended', id, { lockerBankId, kind, subject })
  afterCommit(() => notifyAlerts(live, { tenant, propertyId, lockerBankId }))
}
