import { sql } from 'kysely'
import { statusOf } from '#features/kiosks/rules.ts'
import { GROUPS, type Group, LIVE_GROUPS } from '#features/packages/statuses.ts'
import type { InputOf, ReplyOf } from '#platform/operation.ts'
import type { Db } from '#platform/server/db.ts'
import { naturally } from '#platform/server/natural-order.ts'
import { MAX_INT } from '#platform/wire.ts'
import type { dashboards } from '../contract.ts'

/** The numbers of every bank that the caller may see. They are kept beside the rows, so no package is counted here. */
export async function summary(
  db: Db,
  { PageIndex, PageSize }: InputOf<typeof dashboards.summary>,
  now: Date,
): Promise<ReplyOf<typeof dashboards.summary>> {
  const banks = db
    .selectFrom('locker_banks as b')
    .innerJoin('properties as p', 'p.id', 'b.property_id')
    .innerJoin('buildings as u', 'u.id', 'b.building_id')
    .where('b.deleted_at', 'is', null)
  const rows = await banks
    .leftJoin('locker_bank_counts as c', 'c.locker_bank_id', 'b.id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('package_counts as n')
          .whereRef('n.place_id', '=', 'b.id')
          .select([
            packagesOf(['Active']).as('active'),
            packagesOf(['Outbound']).as('outbound'),
            packagesOf(['Expired']).as('expired'),
            packagesOf(['Flagged']).as('flagged'),
          ])
          .as('k'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('package_counts as n')
          .whereRef('n.place_id', '=', 'b.mailroom_id')
          .select(packagesOf(LIVE_GROUPS).as('live'))
          .as('m'),
      (join) => join.onTrue(),
    )
    .select(['b.id', 'b.name', 'b.property_id', 'b.building_id', 'b.mailroom_id', 'p.name as property', 'u.name as building'])
    .select(['b.is_online', 'b.last_heart_beat', 'b.heartbeat_seconds', 'c.capacity', 'c.occupied', 'c.available'])
    .select(['k.active', 'k.outbound', 'k.expired', 'k.flagged', 'm.live'])
    .orderBy(naturally('p.name'))
    .orderBy(naturally('u.name'))
    .orderBy(naturally('b.name'))
    .orderBy('b.id')
    .limit(PageSize)
    .offset(Math.min((PageIndex - 1) * PageSize, MAX_INT))
    .execute()
  const { total } = await banks.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return {
    Data: rows.map((row) => ({
      PropertyId: row.property_id,
      PropertyName: row.property,
      BuildingId: row.building_id,
      BuildingName: row.building,
      LockerBankId: row.id,
      LockerBankName: row.name,
      Status: statusOf(row, now),
      LastHeartBeat: row.last_heart_beat,
      Capacity: row.capacity ?? 0,
      LB_Active: row.active ?? 0,
      LB_Outbound: row.outbound ?? 0,
      LB_Expired: row.expired ?? 0,
      LB_Flagged: row.flagged ?? 0,
      LB_Available: row.available ?? 0,
      LB_Utilisation: row.capacity ? Math.round(((row.occupied ?? 0) / row.capacity) * 100) : 0,
      MailroomId: row.mailroom_id,
      MR_Current: row.live ?? 0,
    })),
    Total: total,
  }
}

const packagesOf = (groups: readonly Group[]) =>
  sql<number>`(sum(n.packages) filter (where n.status_group = any(${groups.map((group) => GROUPS[group])})))::int`
