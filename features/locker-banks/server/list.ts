import { sql } from 'kysely'
import { HEARTBEATS_MISSED, statusOf } from '#features/kiosks/rules.ts'
import type { InputOf } from '#platform/operation.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import { naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { matchesWord, searchTextOf, wherePlace } from '#platform/server/postgres/text-search.ts'
import type { LockerBankRow, lockerBanks } from '../contract.ts'

type ListQuery = InputOf<typeof lockerBanks.page>

/** A page of locker banks, and their total. */
export function lockerBankPage(db: Db, query: ListQuery, now: Date) {
  const named = matching(db, query)
    .select(['b.id', 'b.name', 'b.building_id', 'b.property_id', 'b.mailroom_id', 'b.app_version'])
    .leftJoin('kiosk_configs as g', 'g.locker_bank_id', 'b.id')
    .select(['b.is_online', 'b.last_heart_beat', 'b.heartbeat_seconds', 'p.name as property', 'u.name as building'])
    .select(['b.config_version', 'g.version as published_version'])
  return readPage(db, named, query, {
    sorts: sorts(now),
    id: 'b.id',
    row: (row): LockerBankRow => ({
      LockerbankId: row.id,
      LockerbankName: row.name,
      BuildingName: row.building,
      PropertyName: row.property,
      Status: statusOf(row, now),
      LastHeartBeat: row.last_heart_beat,
      AppVersion: row.app_version,
      ConfigVersion: row.config_version,
      PublishedVersion: row.published_version ?? 0,
      BuildingId: row.building_id,
      PropertyId: row.property_id,
      MailroomId: row.mailroom_id,
    }),
  })
}

function matching(db: Db, { OnlyActive, PropertyId, SearchText }: ListQuery) {
  let banks = db
    .selectFrom('locker_banks as b')
    .innerJoin('properties as p', 'p.id', 'b.property_id')
    .innerJoin('buildings as u', 'u.id', 'b.building_id')
    .where('b.deleted_at', 'is', null)
  if (OnlyActive) banks = banks.where('b.is_active', '=', true)
  if (PropertyId) banks = banks.where('b.property_id', '=', PropertyId)
  if (SearchText) banks = wherePlace(banks, SearchText, (word) => matchesWord(SEARCH_TEXT, word))
  return banks
}

/** An organisation has few enough banks to search without an index. */
const SEARCH_TEXT = searchTextOf('b.name', 'b.code', 'u.name', 'p.name')

const sorts = (now: Date) => ({
  LockerbankName: naturalOrder('b.name'),
  BuildingName: naturalOrder('u.name'),
  PropertyName: naturalOrder('p.name'),
  AppVersion: naturalOrder('b.app_version'),
  // `statusOf` in SQL. It depends on the clock, so no index covers it; an organisation has few enough banks to sort.
  Status: sql<string>`(case when b.is_online and b.last_heart_beat > ${now.toISOString()}::timestamptz
      - make_interval(secs => ${sql.lit(HEARTBEATS_MISSED)} * b.heartbeat_seconds) then 'ONLINE ' else 'OFFLINE ' end || b.name)
    collate natural_order`,
})
