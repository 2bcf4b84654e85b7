import { sql } from 'kysely'
import { type Hold, heldExpiry } from '#features/package-statuses/expiry.ts'
import { GROUPS } from '#features/package-statuses/statuses.ts'
import { newId } from '#platform/ids.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { propertyReader } from '../changes/property-context.ts'
import type { Actor } from '../changes/save.ts'

type Postponement = {
  readonly residentId: string
  readonly hold: Hold
  readonly actor: Actor
  readonly note: string
  readonly at: Date
}
/** Groups that have not expired yet. */
const WAITING = [GROUPS.Active, GROUPS.Flagged]

/**
 * Postpones the expiry of a resident's waiting packages that would expire during the hold, each with a history row. An expiry never
 * becomes earlier, so a repeated call changes nothing.
 */
export async function keepForReturn(db: Db, { residentId, hold, actor, note, at }: Postponement): Promise<void> {
  const rows = await db
    .selectFrom('packages')
    .select(['id', 'property_id', 'building_id', 'locker_id', 'expiry_time'])
    .where((eb) =>
      eb('id', '=', eb.fn.any(sql<string[]>`(array(select package_id from package_labels where resident_id = ${residentId}))`)),
    )
    .where('status_group', '=', anyOf(WAITING))
    .where('expiry_time', 'is not', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const propertyOf = propertyReader(db)
  const postponed: NewExpiry[] = []
  for (const row of rows) {
    const property = await propertyOf(row.property_id, row.building_id)
    if (!property || !row.expiry_time) continue
    const period = property.periods[row.locker_id ? 'locker' : 'mailroom']
    const expiryTime = heldExpiry(row.expiry_time, hold, period, property.timeZone)
    if (expiryTime !== row.expiry_time) postponed.push({ id: row.id, expiryTime })
  }
  await postpone(db, postponed, { actor, note, at })
}

type NewExpiry = {
  readonly id: string
  readonly expiryTime: string
  /** In place of the common one. */
  readonly note?: string
}
/** Gives packages, which are locked, a later expiry, each with a history row, in one statement. */
export async function postpone(
  db: Db,
  packages: readonly NewExpiry[],
  { actor, note, at }: Pick<Postponement, 'actor' | 'note' | 'at'>,
): Promise<void> {
  if (packages.length === 0) return
  const rows = packages.map(({ id, expiryTime, note: own = note }) => ({
    id,
    history_id: newId(),
    expiry_time: expiryTime,
    note: own,
  }))
  await sql`
    with postponed as (
      update packages p set expiry_time = e.expiry_time, last_transaction_at = greatest(p.last_transaction_at, ${at}::timestamptz)
      from json_to_recordset(${JSON.stringify(rows)}) as e (id uuid, history_id uuid, expiry_time timestamptz, note text)
      where p.id = e.id
      returning p.organisation_id, e.history_id, e.note as why, p.id, p.property_id, p.status_id, p.locker_bank_id, p.locker_id, p.mailroom_id
    )
    insert into package_history (organisation_id, id, package_id, property_id, at, status_id, locker_bank_id, locker_id, mailroom_id,
      user_id, user_name, note)
    select organisation_id, history_id, id, property_id, ${at}::timestamptz, status_id, locker_bank_id, locker_id, mailroom_id,
      ${actor.id}::uuid, ${actor.name}::text, why
    from postponed`.execute(db)
}
