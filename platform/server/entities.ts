import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Message } from '#platform/define-messages.ts'
import { changedElsewhere, orNotFound } from './http/refusal.ts'
import { t } from './messages.ts'
import type { Db, Tenant } from './postgres/db.ts'

type Named = { readonly id: string; readonly name: string }
type Removal<Row extends Named> = {
  /** Locks those of the records that exist and that the tenant sees, in the order of their ids. */
  readonly lock: (ids: readonly string[]) => Promise<readonly Row[]>
  /** Reads what keeps the locked records, for all of them at once; returns why a record must stay, or null. */
  readonly whyNot: (ids: readonly string[]) => Promise<(row: Row) => Message | null>
  /** Deletes the records that may go; called once, and not for an empty list. */
  readonly remove: (ids: readonly string[]) => Promise<unknown>
}

/**
 * Deletes records row by row: those that may not go are refused by name with the reason, the others are deleted. Locking
 * them first means that what would keep a record is either seen or waits.
 * @returns the deleted rows, and the `Removed` and `Refused` of the reply
 */
export async function removeEach<Row extends Named>(ids: readonly string[], removal: Removal<Row>) {
  const { removed, kept, unique } = await removeAllowed(ids, removal)
  const refused = unique.flatMap((id) => {
    const row = kept.get(id)
    if (row) return [{ Id: id, Reason: t('MsgNotDeleted', row) }]
    return removed.has(id) ? [] : [{ Id: id, Reason: t('MsgNotFound') }]
  })
  return { removed: [...removed.values()], reply: { Removed: [...removed.keys()], Refused: refused } }
}

/** The same for a bulk action. */
export async function removeInBulk<Row extends Named>(ids: readonly string[], removal: Removal<Row>) {
  const { removed, kept } = await removeAllowed(ids, removal)
  return { changed: [...removed.keys()], refused: new Map([...kept].map(([id, { reason }]) => [id, reason])) }
}

async function removeAllowed<Row extends Named>(ids: readonly string[], { lock, whyNot, remove }: Removal<Row>) {
  const unique = [...new Set(ids)].sort()
  const rows = await lock(unique)
  const whyNotRemove = await whyNot(rows.map(({ id }) => id))
  const removed = new Map<string, Row>()
  const kept = new Map<string, { readonly name: string; readonly reason: Message }>()
  for (const row of rows) {
    const reason = whyNotRemove(row)
    if (reason) kept.set(row.id, { name: row.name, reason })
    else removed.set(row.id, row)
  }
  if (removed.size > 0) await remove([...removed.keys()])
  return { removed, kept, unique }
}

/** Holds a lock until the transaction ends, so that two records of a kind cannot get one name. */
export const lockNames = (db: Db, { organisationId }: Tenant, kind: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`names of ${kind} of ${organisationId}`}, 0))`.execute(db)

/** Refuses (409) a save of a version that is no longer the record's; a save without a version is not checked. */
export function refuseStale(
  before: { readonly Version: string },
  { Version }: { readonly Version?: string | null | undefined },
): void {
  if (Version && Version !== before.Version) throw changedElsewhere()
}

/** The version of a record by the fields of its form, for a row that changes for other reasons too, such as a heartbeat. */
export const versionOf = (fields: unknown): string => createHash('sha256').update(JSON.stringify(fields)).digest('base64url')

/** The record a query finds, or 404 with the same message for a missing and a foreign record. */
export const existing = async <Row>(query: { executeTakeFirst(): Promise<Row | undefined> }): Promise<Row> =>
  orNotFound(await query.executeTakeFirst())

/** For the audit trail: the saved values, and those that the record had before; what a form only shows is left out. */
export function changeOf(before: object | null, after: Readonly<Record<string, unknown>>) {
  const had = before as Readonly<Record<string, unknown>> | null
  return { before: had && Object.fromEntries(Object.keys(after).map((name) => [name, had[name] ?? null])), after }
}

/** The reply of a save. */
export const saved = (message: Message, id: string) => ({ Message: message, Id: id })
