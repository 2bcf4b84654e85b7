import { sql } from 'kysely'
import { beginsWait, noticeOf } from '#features/notices/rules.ts'
import { cancelArrivals, queueNotices } from '#features/notices/server/api.ts'
import { groupIdOf, groupOf, placeNow, STATUSES } from '#features/package-statuses/statuses.ts'
import { UNDO_SECONDS } from '#platform/bulk.ts'
import { newId } from '#platform/ids.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { Changed } from '../../apply-change.ts'
import { t } from '../../messages.ts'
import { leaveBatch, leaveUnnotified } from '../intake/batch.ts'
import type { LockedPackage } from './lock.ts'
import type { Recipient } from './recipient.ts'

/** The user of a history row: a portal user, an agent or a resident; the id is null for the system. */
export type Actor = { readonly id: string | null; readonly name: string }
export const SYSTEM: Actor = { id: null, name: 'System' }

type Change = { readonly row: LockedPackage; readonly after: Changed; readonly recipient: Recipient | null }
type ChangeSource = { readonly actor: Actor; readonly note?: string; readonly at: Date }

/** Writes the packages and their history in one statement, so that the counters are updated once, and their notices. */
export async function saveChanges(db: Db, changes: readonly Change[], { actor, note = '', at }: ChangeSource): Promise<void> {
  const rows = changes.map(({ row, after, recipient }) => ({
    id: row.id,
    history_id: newId(),
    status_id: STATUSES[after.status].id,
    status_group: groupIdOf(after.status),
    locker_bank_id: after.lockerBankId,
    locker_id: after.lockerId,
    // Packages that leave a locker keep it in their history.
    from_locker_id: after.lockerId ?? (after.lockerBankId ? row.now.lockerId : null),
    mailroom_id: after.mailroomId,
    expiry_time: after.expiryTime,
    collection_time: after.collectionTime,
    recovery_time: after.recoveryTime,
    recipient: recipient && {
      resident_id: recipient.residentId,
      name: recipient.name,
      unit_number: recipient.unitNumber,
      email: recipient.email,
      mobile_phone: recipient.mobilePhone,
      building_id: recipient.buildingId,
    },
  }))
  await refuseTwoRecipients(
    sql`
    with new_state as (
      select * from json_to_recordset(${JSON.stringify(rows)}) as w (
        id uuid, history_id uuid, status_id smallint, status_group smallint, locker_bank_id uuid, locker_id uuid, from_locker_id uuid,
        mailroom_id uuid, expiry_time timestamptz, collection_time timestamptz, recovery_time timestamptz, recipient json)
    ), changed as (
      update packages p set status_id = w.status_id, status_group = w.status_group, locker_bank_id = w.locker_bank_id,
        locker_id = w.locker_id, mailroom_id = w.mailroom_id, expiry_time = w.expiry_time, collection_time = w.collection_time,
        recovery_time = w.recovery_time, last_transaction_at = greatest(p.last_transaction_at, ${at}::timestamptz),
        resident_id = coalesce((w.recipient->>'resident_id')::uuid, p.resident_id),
        building_id = coalesce((w.recipient->>'building_id')::uuid, p.building_id),
        recipient_name = coalesce(w.recipient->>'name', p.recipient_name),
        unit_number = coalesce(w.recipient->>'unit_number', p.unit_number),
        email = coalesce(w.recipient->>'email', p.email), mobile_phone = coalesce(w.recipient->>'mobile_phone', p.mobile_phone)
      from new_state w where p.id = w.id
      returning p.organisation_id, p.property_id, w.*
    )
    insert into package_history (organisation_id, id, package_id, property_id, at, status_id, locker_bank_id, locker_id, mailroom_id,
      user_id, user_name, note)
    select organisation_id, history_id, id, property_id, ${at}::timestamptz, status_id, locker_bank_id, from_locker_id, mailroom_id,
      ${actor.id}::uuid, ${actor.name}::text, ${note}::text
    from changed`.execute(db),
  )
  const moved = changes.filter((change) => noticeTypeOf(change) === 'transferred')
  const unannounced = await leaveUnnotified(
    db,
    moved.map(({ row }) => row.id),
  )
  const events = changes.flatMap((change, i) => {
    const { row, after } = change
    const type = noticeTypeOf(change, unannounced.has(row.id))
    const waitsSeconds = after.status === 'Found' ? UNDO_SECONDS + 2 : 0
    return type ? [{ packageId: row.id, key: rows[i]!.history_id, type, waitsSeconds }] : []
  })
  await leaveBatch(
    db,
    events.filter(({ type }) => beginsWait(type)).map(({ packageId }) => packageId),
  )
  const flagged = changes.filter(({ after: { status } }) => groupOf(status) === 'Flagged' && status !== 'OnHold')
  await cancelArrivals(
    db,
    flagged.map(({ row }) => row.id),
  )
  await queueNotices(db, events, at)
}

const noticeTypeOf = ({ row, after, recipient }: Change, isFirstNews = false) =>
  noticeOf(row.now.status, after.status, placeNow(after.status, after.lockerId !== null), recipient !== null || isFirstNews)

/** Adds a history row to a package whose status stays. */
export const noteInHistory = (db: Db, packageId: string, { actor, note, at }: Required<ChangeSource>) =>
  sql`
    insert into package_history (organisation_id, id, package_id, property_id, at, status_id, locker_bank_id, locker_id, mailroom_id,
      user_id, user_name, note)
    select organisation_id, ${newId()}::uuid, id, property_id, ${at}::timestamptz, status_id, locker_bank_id, locker_id, mailroom_id,
      ${actor.id}::uuid, ${actor.name}::text, ${note}::text
    from packages where id = ${packageId}`.execute(db)

/** Raised by PostgreSQL when a locker would hold packages of two recipients (0007-packages.sql). */
const TWO_RECIPIENTS = 'PL001'

/** Awaits a write; 422 when a locker would then hold packages of two recipients. The transaction has failed by then. */
export async function refuseTwoRecipients<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if ((error as { code?: unknown }).code === TWO_RECIPIENTS) throw new Refusal(422, t('MsgLockerHoldsAnotherRecipient'))
    throw error
  }
}
