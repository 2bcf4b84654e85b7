import { sql } from 'kysely'
import type { z } from 'zod'
import { assignableCouriers } from '#features/couriers/server/api.ts'
import { LOCKER_STATES, lockerState } from '#features/layout/model.ts'
import { isLive, type StatusName, statusById, statusMessage } from '#features/package-statuses/statuses.ts'
import { couriersOfNumber, trackingKeysOf, trackingNumberOf } from '#features/tracking-numbers/recognise.ts'
import type { ReplyOf } from '#platform/operation.ts'
import { orNotFound } from '#platform/server/http/refusal.ts'
import { cachedQuery, type Params } from '#platform/server/postgres/cached-query.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { anyOf, idUnlessDeleted, rowVersion } from '#platform/server/postgres/sql-helpers.ts'
import { type HistoryRow, MAX_HISTORY, type PackageDetail, type packages } from '../contract.ts'
import { mailroomsOffered, uiSettings } from '../rules.ts'
import { needsProof } from './changes/property-context.ts'
import { HISTORY_USER, historyActor, provenHandOver, type Reader } from './history-row.ts'
import { statusOfId } from './list/in-locker.ts'

/** A package; 404 when the tenant does not see it. */
export async function packageDetail(db: Db, id: string): Promise<z.input<typeof PackageDetail>> {
  const row = orNotFound((await rowOf(db, { id }))[0])
  const status = statusById(row.status_id) as StatusName
  const place = { lockerBankId: row.locker_bank_id, lockerId: row.locker_id, mailroomId: row.mailroom_id }
  const times = { dropOffTime: row.drop_off_time, expiryTime: row.expiry_time }
  const later = { collectionTime: row.collection_time, recoveryTime: row.recovery_time }
  const proof = row.mailroom_id !== null && row.locker_id === null && isLive(status) && (await needsProof(db, row.property_id))
  const mailrooms = mailroomsOffered(row.locker_id ? { mailroomId: row.bank_mailroom_id } : null, row.mailrooms)
  return {
    Id: row.id,
    UserId: row.user_id,
    PackageNumber: row.package_number,
    TrackingNumber: row.tracking_number,
    CourierId: row.courier_id,
    CourierName: row.courier_name,
    IsCourierRemoved: row.is_courier_removed,
    AdviceTag: row.advice_tag_id,
    AdviceTagName: row.advice_tag_name,
    IsAdviceTagRemoved: row.is_advice_tag_removed,
    NeedsProof: proof,
    StatusId: row.status_id,
    Status: statusMessage(status),
    PackageStatus: { Id: row.status_id, Name: statusMessage(status), GroupId: row.status_group },
    ResidentId: row.shown_resident_id,
    Name: row.recipient_name,
    UnitNumber: row.unit_number,
    EmailId: row.email,
    MobilePhone: row.mobile_phone,
    PropertyId: row.property_id,
    PropertyName: row.property_name,
    PropertyTimezoneId: row.time_zone,
    BuildingId: row.building_id,
    BuildingName: row.building_name,
    IsInLocker: row.locker_id !== null,
    LockerBankId: row.shown_bank_id,
    LockerBankName: row.bank_name,
    LockerId: row.locker_id,
    LockerName: row.locker_name,
    LockerStateDescription: row.condition
      ? LOCKER_STATES[lockerState({ condition: row.condition, livePackages: row.live_packages ?? 0 })]
      : null,
    MailRoomId: row.shown_mailroom_id,
    MailRoomName: row.mailroom_name,
    DropOffTime: row.drop_off_time,
    ExpiryTime: row.expiry_time,
    CollectionTime: row.collection_time,
    RecoveryTime: row.recovery_time,
    LastTransactionDate: row.last_transaction_at,
    Note: row.note,
    HasLabelPhoto: row.has_label_photo,
    UISettings: uiSettings(
      { status, ...place, ...times, ...later, residentId: row.resident_id },
      { mailrooms, needsProof: proof },
    ),
    Version: row.version,
    MailRooms: [...mailrooms],
  }
}

/** One query, because packages are read most often. */
const rowOf = cachedQuery((db, { id }: Params<{ id: string }>) =>
  db
    .selectFrom('packages as p')
    .innerJoin('properties as o', 'o.id', 'p.property_id')
    .innerJoin('buildings as u', 'u.id', 'p.building_id')
    .leftJoin('couriers as c', 'c.id', 'p.courier_id')
    .leftJoin('locker_banks as b', 'b.id', 'p.locker_bank_id')
    .leftJoin('lockers as l', 'l.id', 'p.locker_id')
    .leftJoin('mailrooms as m', 'm.id', 'p.mailroom_id')
    .leftJoin('advice_tags as a', 'a.id', 'p.advice_tag_id')
    .leftJoin('residents as r', 'r.id', 'p.resident_id')
    .select([idUnlessDeleted('b').as('shown_bank_id'), 'p.courier_id'])
    .select([sql<boolean>`c.deleted_at is not null`.as('is_courier_removed')])
    .select([sql<boolean>`a.deleted_at is not null`.as('is_advice_tag_removed')])
    .select([idUnlessDeleted('m').as('shown_mailroom_id'), idUnlessDeleted('r').as('shown_resident_id')])
    .select(['p.id', 'p.package_number', 'p.tracking_number', 'p.advice_tag_id', 'p.status_id', 'p.status_group'])
    .select(['p.resident_id', 'p.recipient_name', 'p.unit_number', 'p.email', 'p.mobile_phone', 'p.property_id', 'p.building_id'])
    .select(['p.locker_bank_id', 'p.locker_id', 'p.mailroom_id', 'p.note'])
    .select(['p.drop_off_time', 'p.expiry_time', 'p.collection_time', 'p.recovery_time', 'p.last_transaction_at'])
    .select([
      'o.name as property_name',
      'o.time_zone',
      'u.name as building_name',
      'c.name as courier_name',
      'b.name as bank_name',
    ])
    .select(['b.mailroom_id as bank_mailroom_id', 'l.name as locker_name', 'l.condition', 'l.live_packages'])
    .select(['m.name as mailroom_name', 'a.name as advice_tag_name', rowVersion('p').as('version')])
    .select((eb) => [
      eb
        .selectFrom('package_history as h')
        .select('h.user_id')
        .whereRef('h.package_id', '=', 'p.id')
        .orderBy('h.at', 'desc')
        .orderBy('h.id', 'desc')
        .limit(1)
        .as('user_id'),
      sql<string[]>`array(select r.id::text from mailrooms r where r.building_id = p.building_id and r.is_active
        and r.deleted_at is null)`.as('mailrooms'),
      sql<boolean>`exists (select from label_photos f where f.organisation_id = p.organisation_id and f.package_id = p.id)`.as(
        'has_label_photo',
      ),
    ])
    .where('p.id', '=', id),
)

/** A package's history, the latest first, with the actors that the reader may see; 404 when the tenant does not see the package. */
export async function packageHistory(db: Db, id: string, reader: Reader): Promise<z.input<typeof HistoryRow>[]> {
  const rows = await db
    .selectFrom('package_history as h')
    .leftJoin('locker_banks as b', 'b.id', 'h.locker_bank_id')
    .leftJoin('lockers as l', 'l.id', 'h.locker_id')
    .leftJoin('mailrooms as m', 'm.id', 'h.mailroom_id')
    .select(['h.at', 'h.status_id', 'b.name as bank_name', 'l.name as locker_name', 'm.name as mailroom_name'])
    .select([idUnlessDeleted('b').as('bank_id'), idUnlessDeleted('m').as('mailroom_id')])
    .select(['h.note', HISTORY_USER.as('user_name'), historyActor(reader).as('actor')])
    .select(provenHandOver(reader).as('hand_over_id'))
    .where('h.package_id', '=', id)
    .orderBy('h.at', 'desc')
    .orderBy('h.id', 'desc')
    .limit(MAX_HISTORY)
    .execute()
  // Every package has a history row.
  orNotFound(rows[0])
  return rows.map((row) => ({
    TransactionDate: row.at,
    StatusId: row.status_id,
    Status: statusOfId(row.status_id),
    LockerBankId: row.bank_id,
    LockerBankName: row.bank_name,
    LockerName: row.locker_name,
    MailRoomId: row.mailroom_id,
    MailRoomName: row.mailroom_name,
    UserName: row.user_name,
    Actor: row.actor,
    Note: row.note,
    HandOverId: row.hand_over_id,
  }))
}

/**
 * The latest package of a tracking number, without regard to case, blanks and hyphens, and the courier whose number it is by its form,
 * also of a new number. A label's barcode counts as the number in it. 404 when there is neither.
 */
export async function resolveTrackingNumber(
  db: Db,
  { organisationId }: Tenant,
  trackingNumber: string,
): Promise<ReplyOf<typeof packages.resolveTrackingNumber>> {
  const row = await db
    .with('hits', (hits) =>
      hits
        .selectFrom('package_labels')
        .select(['package_id', 'drop_off_time'])
        .where('organisation_id', '=', organisationId)
        .where('tracking_key', '=', anyOf(trackingKeysOf(trackingNumber)))
        .where('tracking_key', '<>', ''),
    )
    .selectFrom('hits')
    .innerJoin('packages as p', 'p.id', 'hits.package_id')
    .select(['p.id', 'p.package_number', 'p.tracking_number', 'p.status_id', 'p.courier_id', 'p.property_id', 'p.building_id'])
    .select(['p.resident_id', 'p.recipient_name', 'p.unit_number'])
    .select((eb) => eb.selectFrom('hits as h').select(eb.fn.countAll<number>().as('n')).as('matches'))
    .orderBy('hits.drop_off_time', 'desc')
    .orderBy('p.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { chosen, offered } = couriersOfNumber(trackingNumber, await assignableCouriers(db))
  if (!row) orNotFound(offered[0])
  return {
    TrackingNumber: row?.tracking_number ?? trackingNumberOf(trackingNumber),
    Matches: row?.matches ?? 0,
    RecognisedCourierId: chosen?.Id ?? null,
    OfferedCourierIds: chosen ? [] : offered.map(({ Id }) => Id),
    PackageId: row?.id ?? null,
    PackageNumber: row?.package_number ?? null,
    StatusId: row?.status_id ?? null,
    Status: row ? statusOfId(row.status_id) : null,
    CourierId: row?.courier_id ?? null,
    PropertyId: row?.property_id ?? null,
    BuildingId: row?.building_id ?? null,
    ResidentId: row?.resident_id ?? null,
    Name: row?.recipient_name ?? '',
    UnitNumber: row?.unit_number ?? '',
  }
}
