import { sql } from 'kysely'
import type { Live } from '#features/live/server/api.ts'
import { orNotFound, refuseIf } from '#platform/server/http/refusal.ts'
import type { RequestContext, TransactionContext } from '#platform/server/http/route.ts'
import type { alerts } from '../contract.ts'
import { t } from '../messages.ts'
import { tellOfAlerts } from './begin.ts'
import { isOver } from './facts.ts'

/**
 * Ends an alert because somebody says that it is settled. Refuses one that its locker, its device or its bank will end: it
 * would only begin again. One that has ended already stays as it is.
 */
export async function endByStaff(asked: RequestContext<typeof alerts.done> & TransactionContext, live: Live): Promise<void> {
  const { db, tenant, now, audit, afterCommit } = asked
  const id = asked.params.alertId
  const alert = orNotFound(
    await db
      .selectFrom('alerts')
      .select(['property_id', 'locker_bank_id', 'kind', 'subject', 'ended_at'])
      .select(sql<boolean>`(${isOver}) is null`.as('is_for_staff'))
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  )
  if (alert.ended_at !== null) return
  refuseIf(alert.is_for_staff ? null : t('MsgAlertEndsItself'))
  await db.updateTable('alerts').set({ ended_at: now }).where('id', '=', id).execute()
  const { property_id: propertyId, locker_bank_id: lockerBankId, kind, subject } = alert
  await audit('alert ended', id, { lockerBankId, kind, subject })
  afterCommit(() => tellOfAlerts(live, { tenant, propertyId, lockerBankId }))
}
