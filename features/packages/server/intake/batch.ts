import { sql } from 'kysely'
import { queueNotices } from '#features/notices/server/api.ts'
import { GROUPS } from '#features/package-statuses/statuses.ts'
import { forEachOrganisation } from '#platform/server/jobs/jobs.ts'
import type { Database, Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'

/** A batch that its clerk forgot is notified after so many minutes. */
export const HELD_MINUTES = 60

type Arrival = { readonly organisationId: string; readonly id: string; readonly propertyId: string; readonly at: Date }

/** Leaves the notice of a new package to its clerk's batch. */
export async function holdArrival(db: Db, { organisationId, id, propertyId, at }: Arrival, userId: string): Promise<void> {
  await db
    .insertInto('batch_arrivals')
    .values({ organisation_id: organisationId, package_id: id, property_id: propertyId, user_id: userId, held_at: at })
    .execute()
}

/** Packages that are announced by themselves, such as to another recipient, are not part of their batch any more. */
export async function leaveBatch(db: Db, packageIds: readonly string[]): Promise<void> {
  if (packageIds.length > 0) await db.deleteFrom('batch_arrivals').where('package_id', '=', anyOf(packageIds)).execute()
}

/**
 * Which packages are in a batch that is not notified yet. Their recipients do not know of them, so that a notice of them is that of their
 * arrival. Waits for a batch that is being notified, and keeps them in theirs until the transaction ends.
 */
export async function unnotifiedOf(db: Db, packageIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (packageIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('batch_arrivals')
    .select('package_id')
    .where('package_id', '=', anyOf(packageIds))
    .where('lead_package_id', 'is', null)
    .orderBy('package_id')
    .forUpdate()
    .execute()
  return new Set(rows.map((row) => row.package_id))
}

/** Takes packages that are moved out of batches that are not notified yet, to be announced at their new place; returns them. */
export async function leaveUnnotified(db: Db, packageIds: readonly string[]): Promise<ReadonlySet<string>> {
  const unnotified = await unnotifiedOf(db, packageIds)
  await leaveBatch(db, [...unnotified])
  return unnotified
}

/** Flagged packages wait until they are settled. */
const notFlagged = (column: string) => sql<boolean>`${sql.ref(column)} <> ${sql.lit(GROUPS.Flagged)}`

/** The packages of a user's batch that are not notified yet. */
export async function heldCount(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('batch_arrivals as a')
    .innerJoin('packages as p', 'p.id', 'a.package_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('a.user_id', '=', userId)
    .where('a.lead_package_id', 'is', null)
    .where(notFlagged('p.status_group'))
    .executeTakeFirstOrThrow()
  return count
}

type Which = { readonly userId: string } | { readonly heldBefore: Date }

/**
 * Notifies the recipients of held packages: one notice for each recipient and place, of their first package, which names the others.
 * Packages that have left the mailroom meanwhile are passed over, flagged ones wait. Safe to run twice, also at the same time.
 */
export async function notifyHeld(db: Db, which: Which, now: Date): Promise<{ packages: number; recipients: number }> {
  const held = await db
    .selectFrom('batch_arrivals as a')
    .innerJoin('packages as p', (join) =>
      join.onRef('p.organisation_id', '=', 'a.organisation_id').onRef('p.id', '=', 'a.package_id'),
    )
    .select(['p.id', 'p.recipient_key', 'p.mailroom_id', 'p.status_group'])
    .where('a.lead_package_id', 'is', null)
    .where(notFlagged('p.status_group'))
    .$if('userId' in which, (query) => query.where('a.user_id', '=', (which as { userId: string }).userId))
    .$if('heldBefore' in which, (query) =>
      query.where('a.held_at', '<', (which as { heldBefore: Date }).heldBefore.toISOString()),
    )
    .orderBy('p.id')
    .forUpdate('a')
    .execute()
  if (held.length === 0) return { packages: 0, recipients: 0 }
  const isHere = (row: (typeof held)[number]) => row.status_group === GROUPS.Active && row.mailroom_id !== null
  const leads = new Map<string, string>()
  const rows = held.map((row) => {
    const recipient = `${row.recipient_key} ${row.mailroom_id}`
    if (isHere(row) && !leads.has(recipient)) leads.set(recipient, row.id)
    return { id: row.id, lead: isHere(row) ? leads.get(recipient)! : row.id, isHere: isHere(row) }
  })
  await sql`
    update batch_arrivals a set lead_package_id = r.lead
    from json_to_recordset(${JSON.stringify(rows)}) as r (id uuid, lead uuid) where a.package_id = r.id`.execute(db)
  const events = rows
    .filter((row) => row.isHere)
    .map(({ id, lead }) => ({ packageId: id, key: id, type: 'arrivedInMailroom' as const, isSilent: id !== lead }))
  const told = await queueNotices(db, events, now)
  return { packages: events.length, recipients: told.size }
}

/** Notifies forgotten batches of all organisations. */
export async function notifyForgotten(database: Database, now: Date): Promise<void> {
  const heldBefore = new Date(now.getTime() - HELD_MINUTES * 60_000)
  await forEachOrganisation(database, async (tenant) => {
    await database.inTenant(tenant, (db) => notifyHeld(db, { heldBefore }, now))
  })
}
