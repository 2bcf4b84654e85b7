import type { z } from 'zod'
import { unpackMessage } from '#platform/define-messages.ts'
import type { RecordChange } from '#platform/record.ts'
import { actorRecord, personOf } from '#platform/server/postgres/audit.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { alertMessage } from '../alert-message.ts'
import { MAX_ENDED_ALERTS } from '../contract.ts'
import { t } from '../messages.ts'
import { userName } from './facts.ts'

/** Alerts of a locker bank that staff ended, within their retention time, as entries of its history, the last first. */
export async function alertsEndedByStaff(db: Db, lockerBankId: string): Promise<z.input<typeof RecordChange>[]> {
  const ended = await db
    .selectFrom('alerts')
    .select(['kind', 'subject', 'locker_name', 'reason', 'ended_at', 'ended_by_name', 'ended_by_id'])
    .select([userName.as('user_name'), personOf('alerts.ended_by_id').as('actor_kind')])
    .where('locker_bank_id', '=', lockerBankId)
    .where('ended_by_name', 'is not', null)
    .orderBy('ended_at', 'desc')
    .limit(MAX_ENDED_ALERTS)
    .execute()
  return ended.map(({ kind, subject, locker_name, reason, ended_at, ended_by_name, ended_by_id, actor_kind, user_name }) => {
    const alert = alertMessage({
      Kind: kind,
      Subject: subject,
      LockerName: locker_name,
      UserName: user_name,
      Reason: reason === null ? null : unpackMessage(reason),
      IsFull: false,
    })
    const Actor = actorRecord(ended_by_id, actor_kind)
    return {
      At: ended_at!,
      Action: t('HistoryAlertEnded', { alert }),
      ActionKey: null,
      UserName: ended_by_name!,
      Actor,
      EntryId: null,
    }
  })
}
