import { type RawBuilder, sql } from 'kysely'
import { newId } from '#platform/ids.ts'
import { existing } from '#platform/server/entities.ts'
import { badInput, conflict, refuseIf } from '#platform/server/http/refusal.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { type Changes, changesBetween, isUnchanged, restricted, whyNotReplace } from '../changes.ts'
import { type Design, lockersOf, type SavedDesign } from '../design.ts'
import { t } from '../messages.ts'
import type { LockerMode } from '../model.ts'
import { nameKey, whyNotSave } from '../rules.ts'
import { columnsOf } from './lockers.ts'

type Bank = { readonly id: string; readonly organisation_id: string; readonly property_id: string }
export type SavedLayout = { readonly version: number; readonly propertyId: string; readonly changes: Changes }

/** The ETag of a layout's version. */
export const etagOf = (version: number) => `"${version}"`
/** Whether If-Match has the version; a compressing proxy makes the ETag a weak one. */
const matches = (ifMatch: string, version: number) =>
  ifMatch.split(',').some((tag) => ['*', etagOf(version)].includes(tag.trim().replace(/^W\//, '')))

/**
 * Replaces a bank's layout (spec 1 §4, §5). Refuses with 409 when `ifMatch` has another version, or when it is missing and a
 * locker would be removed; with 422 by the layout rules, applied to the present use of the lockers. Writes only what changes.
 */
export async function saveLayout(
  db: Db,
  { lockerBankId, design, ifMatch, now }: { lockerBankId: string; design: Design; ifMatch: string | undefined; now: Date },
): Promise<SavedLayout> {
  const lockers = lockersOf(design)
  if (new Set(lockers.map(({ id }) => id)).size < lockers.length) throw badInput(t('MsgLayoutLockerTwice'))
  refuseIf(whyNotSave(design))
  const bank = await lockBank(db, lockerBankId)
  if (ifMatch !== undefined && !matches(ifMatch, bank.layout_version)) throw conflict(t('MsgLayoutSavedElsewhere'))
  const before = await savedDesign(db, bank.id, now)
  const changes = changesBetween(before, design)
  const saved = { version: bank.layout_version, propertyId: bank.property_id, changes }
  if (isUnchanged(changes)) return saved
  if (ifMatch === undefined && changes.removed.length > 0)
    throw conflict(t('MsgLayoutWouldDrop', { names: changes.removed.map(({ locker }) => locker.lockerName).join(', ') }))

  await lockLockers(db, changes)
  // From here on no package or reservation can be added to them, so their use is read again.
  const checked = restricted(changes).length > 0 ? changesBetween(await savedDesign(db, bank.id, now), design) : changes
  refuseIf(whyNotReplace(checked))
  await write(db, bank, before, design, changes)
  await db
    .updateTable('locker_banks')
    .set({ layout_version: bank.layout_version + 1 })
    .where('id', '=', bank.id)
    .execute()
  return { ...saved, version: bank.layout_version + 1 }
}

/** Serialises the saves of a bank; incoming packages do not wait for this lock. */
const lockBank = (db: Db, lockerBankId: string) =>
  existing(
    db
      .selectFrom('locker_banks')
      .select(['id', 'organisation_id', 'property_id', 'layout_version'])
      .where('id', '=', lockerBankId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate(),
  )

const savedDesign = async (db: Db, lockerBankId: string, now: Date): Promise<SavedDesign> =>
  (await columnsOf(db, lockerBankId)).map(({ id, name, lockers }) => ({
    id,
    name,
    lockers: lockers.map((locker) => ({
      id: locker.id,
      lockerName: locker.name,
      lockerType: locker.locker_type,
      size: locker.size,
      lockerMode: locker.locker_mode as LockerMode,
      isDDAReserved: locker.is_dda_reserved,
      isDeviceAssociated: locker.device_serial !== null,
      livePackages: locker.live_packages,
      isReserved: locker.reserved_until !== null && new Date(locker.reserved_until) > now,
    })),
  }))

/** Locks the rows to write, in the order of ids as all writers do, before the triggers lock the bank's counts. */
async function lockLockers(db: Db, { removed, changed }: Changes) {
  const ids = [...removed, ...changed.map(({ before }) => before)].map(({ locker }) => locker.id)
  if (ids.length > 0) await db.selectFrom('lockers').select('id').where('id', '=', anyOf(ids)).orderBy('id').forUpdate().execute()
}

async function write(db: Db, bank: Bank, before: SavedDesign, design: Design, changes: Changes) {
  const { added, removed, changed } = changes
  const ids = new Map(before.map((column) => [nameKey(column.name), column.id]))
  const columns = design.map(({ name }) => ({ name, id: ids.get(nameKey(name)) ?? newId() }))
  const columnIds = new Map(columns.map(({ name, id }) => [nameKey(name), id]))
  const rowOf = ({ locker, column, at }: Changes['added'][number]): Row => ({
    ...locker,
    columnId: columnIds.get(nameKey(column.name))!,
    at,
  })
  if (changes.columns) await writeColumns(db, bank, columns)
  if (removed.length > 0)
    await db
      .deleteFrom('lockers')
      .where('locker_bank_id', '=', bank.id)
      .where('id', '=', anyOf(removed.map(({ locker }) => locker.id)))
      .execute()
  await parkNames(db, bank, changes)
  if (changed.length > 0)
    await updateLockers(
      db,
      bank,
      changed.map(({ after }) => rowOf(after)),
    )
  if (added.length > 0) await insertLockers(db, bank, added.map(rowOf))
  const columnIdsNow = new Set(columns.map(({ id }) => id))
  const removedColumns = before.flatMap(({ id }) => (columnIdsNow.has(id) ? [] : [id]))
  if (removedColumns.length > 0)
    await db.deleteFrom('locker_columns').where('locker_bank_id', '=', bank.id).where('id', '=', anyOf(removedColumns)).execute()
}

const writeColumns = (db: Db, { id, organisation_id, property_id }: Bank, columns: readonly { id: string; name: string }[]) =>
  sql`insert into locker_columns (organisation_id, property_id, locker_bank_id, id, name, position)
      select ${organisation_id}::uuid, ${property_id}::uuid, ${id}::uuid, c.id, c.name, c.position - 1
      from unnest(${columns.map((column) => column.id)}::uuid[], ${columns.map((column) => column.name)}::text[])
        with ordinality as c (id, name, position)
      on conflict (organisation_id, id) do update set name = excluded.name, position = excluded.position`.execute(db)

/** Lockers that swap names would violate the unique index, so all renamed ones first get their id as a name. */
async function parkNames(db: Db, bank: Bank, { changed }: Changes) {
  const renamed = changed.filter(({ before, after }) => before.locker.lockerName !== after.locker.lockerName)
  const formerIds = new Map(renamed.map(({ before }) => [before.locker.lockerName.toLowerCase(), before.locker.id]))
  const collides = renamed.some(({ after }) => {
    const former = formerIds.get(after.locker.lockerName.toLowerCase())
    return former !== undefined && former !== after.locker.id
  })
  if (collides)
    await sql`update lockers set name = id::text where locker_bank_id = ${bank.id}
              and id = any(${renamed.map(({ before }) => before.locker.id)}::uuid[])`.execute(db)
}

type Row = Design[number]['lockers'][number] & { readonly columnId: string; readonly at: number }

/** The rows as a relation: one array per column, so that one statement writes any number of lockers. */
const rowsOf = (rows: readonly Row[]): RawBuilder<unknown> => sql`unnest(
  ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.columnId)}::uuid[], ${rows.map((row) => row.at)}::int[],
  ${rows.map((row) => row.lockerName)}::text[], ${rows.map((row) => row.lockerType)}::text[], ${rows.map((row) => row.size)}::smallint[],
  ${rows.map((row) => row.lockerMode)}::smallint[], ${rows.map((row) => row.isDDAReserved)}::boolean[])
  as r (id, column_id, position, name, locker_type, size, locker_mode, is_dda_reserved)`

const updateLockers = (db: Db, bank: Bank, rows: readonly Row[]) =>
  sql`update lockers l set column_id = r.column_id, position = r.position, name = r.name, locker_type = r.locker_type,
        size = r.size, locker_mode = r.locker_mode, is_dda_reserved = r.is_dda_reserved
      from ${rowsOf(rows)} where l.id = r.id and l.locker_bank_id = ${bank.id}`.execute(db)

const insertLockers = (db: Db, { id, organisation_id, property_id }: Bank, rows: readonly Row[]) =>
  sql`insert into lockers (organisation_id, property_id, locker_bank_id, id, column_id, position, name, locker_type, size, locker_mode, is_dda_reserved)
      select ${organisation_id}::uuid, ${property_id}::uuid, ${id}::uuid, r.* from ${rowsOf(rows)}`.execute(db)
