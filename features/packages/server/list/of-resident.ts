import { sql } from 'kysely'
import type { z } from 'zod'
import { LIVE_GROUP_IDS } from '#features/package-statuses/statuses.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { idUnlessDeleted } from '#platform/server/postgres/sql-helpers.ts'
import type { Actor } from '../../contract.ts'
import { HISTORY_USER, historyActor, provenHandOver, type Reader } from '../history-row.ts'
import { statusOfId } from './in-locker.ts'

/** Live packages `p` of residents, with their labels `l`. */
const LIVE = sql`package_labels l join packages p on p.organisation_id = l.organisation_id and p.id = l.package_id
  and p.status_group = any(${LIVE_GROUP_IDS})`
/** Subquery: ids of residents with live packages. */
export const WITH_LIVE_PACKAGES = sql`(select l.resident_id from ${LIVE} where l.resident_id is not null)`

/** The number of live packages of each of these residents; residents without any are missing. */
export async function livePackagesOfEach(db: Db, residentIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; live: number }>`
    select l.resident_id as id, count(*) as live
    from ${LIVE} where l.resident_id = any(${residentIds}::uuid[])
    group by l.resident_id`.execute(db)
  return new Map(rows.map(({ id, live }) => [id, live]))
}
export const livePackagesOf = async (db: Db, residentId: string): Promise<number> =>
  (await livePackagesOfEach(db, [residentId])).get(residentId) ?? 0

type Row = {
  readonly at: string
  readonly package_id: string
  readonly package_number: string
  readonly tracking_number: string
  readonly status_id: number
  readonly bank_id: string | null
  readonly bank_name: string | null
  readonly locker_name: string | null
  readonly mailroom_id: string | null
  readonly mailroom_name: string | null
  readonly courier_id: string | null
  readonly courier_name: string | null
  readonly user_name: string
  readonly actor: z.infer<typeof Actor>
  readonly note: string
  readonly hand_over_id: string | null
}

/** History rows of a resident's packages, the latest first, at most `limit`, with the actors that the reader may see. */
export async function packageEventsOf(db: Db, residentId: string, limit: number, reader: Reader) {
  const { rows } = await sql<Row>`
    select h.at, h.package_id, p.package_number, p.tracking_number, h.status_id, ${idUnlessDeleted('b')} as bank_id, b.name as bank_name,
      l.name as locker_name, ${idUnlessDeleted('m')} as mailroom_id, m.name as mailroom_name,
      ${idUnlessDeleted('c')} as courier_id, c.name as courier_name,
      ${HISTORY_USER} as user_name, ${historyActor(reader)} as actor, h.note,
      ${provenHandOver(reader)} as hand_over_id
    from package_labels o join packages p on p.organisation_id = o.organisation_id and p.id = o.package_id
    join package_history h on h.organisation_id = o.organisation_id and h.package_id = o.package_id
    left join locker_banks b on b.id = h.locker_bank_id
    left join lockers l on l.id = h.locker_id
    left join couriers c on c.id = p.courier_id
    left join mailrooms m on m.id = h.mailroom_id
    where o.resident_id = ${residentId}
    order by h.at desc, h.id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({
    TransactionDate: row.at,
    PackageId: row.package_id,
    PackageNumber: row.package_number,
    TrackingNumber: row.tracking_number,
    StatusId: row.status_id,
    Status: statusOfId(row.status_id),
    CourierId: row.courier_id,
    CourierName: row.courier_name,
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
