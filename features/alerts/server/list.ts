import { sql } from 'kysely'
import type { z } from 'zod'
import { visibleAgents } from '#features/agents/server/api.ts'
import { unpackMessage } from '#platform/define-messages.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { ALERTS_KEPT_DAYS, type Alert, MAX_ENDED_ALERTS, MAX_OPEN_ALERTS } from '../contract.ts'
import { whyNotEnd } from '../rules.ts'
import { isOver, isSizeFull, lockedLogin, userName } from './facts.ts'

const DAY_MS = 86_400_000
const oldest = (now: Date) => new Date(now.getTime() - ALERTS_KEPT_DAYS * DAY_MS).toISOString()

/** Open alerts as the caller sees them, the newest first. */
export const openAlerts = async (db: Db, caller: Caller): Promise<z.input<typeof Alert>[]> =>
  (
    await rows(db, caller)
      .where('alerts.ended_at', 'is', null)
      .orderBy('alerts.began_at', 'desc')
      .orderBy('alerts.id', 'desc')
      .limit(MAX_OPEN_ALERTS)
      .execute()
  ).map((row) => alertOf(row, caller))

/** Ended alerts within their retention time, the last ended first. */
export const endedAlerts = async (db: Db, caller: Caller, now: Date): Promise<z.input<typeof Alert>[]> =>
  (
    await rows(db, caller)
      .where('alerts.ended_at', '>', oldest(now))
      .orderBy('alerts.ended_at', 'desc')
      .orderBy('alerts.id', 'desc')
      .limit(MAX_ENDED_ALERTS)
      .execute()
  ).map((row) => alertOf(row, caller))

/** Deletes an organisation's ended alerts after their retention time. */
export async function purgeAlerts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('alerts').where('ended_at', '<', oldest(now)).execute()
}

const rows = (db: Db, caller: Caller) =>
  db
    .selectFrom('alerts')
    .innerJoin('locker_banks as b', 'b.id', 'alerts.locker_bank_id')
    .innerJoin('properties as p', 'p.id', 'alerts.property_id')
    .select([
      'alerts.id',
      'alerts.kind',
      'alerts.subject',
      'alerts.locker_name',
      'alerts.reason',
      'alerts.property_id',
      'alerts.locker_bank_id',
    ])
    .select([
      'alerts.began_at',
      'alerts.back_at',
      'alerts.ended_at',
      'alerts.ended_by_name',
      'b.name',
      'p.name as property',
      'p.time_zone',
    ])
    .select([userName.as('user_name'), lockedAgent(db, caller).as('agent_id')])
    .select(sql<boolean>`alerts.ended_at is null and (${isOver}) is null`.as('is_for_staff'))
    .select(isSizeFull.as('is_full'))
    // An alert of a deleted bank has no screen to link to.
    .where('b.deleted_at', 'is', null)

/** The agent of a locked login whom the caller may see. */
const lockedAgent = (db: Db, { permissions, tenant }: Caller) =>
  visibleAgents(db, tenant)
    .select('a.id')
    .where(sql<boolean>`${permissions.has('ViewAgent')}`)
    .where('a.id', '=', sql<string>`(select n.agent_id from kiosk_logins n where n.id = ${lockedLogin})`)

type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]
const alertOf = (row: Row, caller: Caller): z.input<typeof Alert> => ({
  Id: row.id,
  Kind: row.kind,
  Subject: row.subject,
  LockerName: row.locker_name,
  UserName: row.user_name,
  AgentId: row.agent_id,
  Reason: row.reason === null ? null : unpackMessage(row.reason),
  PropertyId: row.property_id,
  PropertyName: row.property,
  PropertyTimezoneId: row.time_zone,
  LockerBankId: row.locker_bank_id,
  LockerBankName: row.name,
  BeganAt: row.began_at,
  BackAt: row.back_at,
  EndedAt: row.ended_at,
  EndedBy: row.ended_by_name,
  IsFull: row.is_full,
  IsEndedByStaff: whyNotEnd({ kind: row.kind, subject: row.subject, isForStaff: row.is_for_staff }, caller.id) === null,
})
