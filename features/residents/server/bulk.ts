import { type RawBuilder, sql } from 'kysely'
import { livePackagesOf, livePackagesOfEach } from '#features/packages/server/api.ts'
import type { AuditAction } from '#platform/audit.ts'
import { writeAudits } from '#platform/server/postgres/audit.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { BULK_COLUMNS, type ResidentValues } from '../fields.ts'
import { hasMovedOut, OCCUPANCY, whyNotMove } from '../rules.ts'
import { newAuditKey, sealFirst, sealValues } from './personal-data/audit-values.ts'

/** Values for one resident; an omitted column keeps its value, or has its default in a new resident. */
export type BulkResident = { readonly id: string; readonly values: Partial<ResidentValues> }
export type BulkWriting = {
  readonly tenant: Tenant
  readonly keys: Keys
  readonly now: Date
  readonly actor: { readonly id: string | null; readonly name: string }
  /** Where the residents come from, added to each line of the audit trail. */
  readonly source: Readonly<Record<string, unknown>>
}
type ResidentLine = { readonly id: string; readonly action: AuditAction; readonly detail: Readonly<Record<string, unknown>> }

const DEFAULTS = {
  ...(Object.fromEntries(BULK_COLUMNS.map((name) => [name, ''])) as unknown as ResidentValues),
  occupancy_status: OCCUPANCY.Current,
} satisfies ResidentValues
/** What the audit trail keeps sealed. */
const PERSONAL = BULK_COLUMNS.filter((name) => !['property_id', 'building_id', 'occupancy_status'].includes(name))
const WRITTEN = [...BULK_COLUMNS, 'audit_key', 'is_active'] as const

const personal = (row: ResidentValues, only: readonly string[] = PERSONAL) =>
  Object.fromEntries(PERSONAL.filter((name) => only.includes(name) && row[name] !== '').map((name) => [name, row[name]]))

type WrittenResident = ResidentValues & { readonly id: string; readonly audit_key: Buffer; readonly is_active: boolean }
const columns = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(name)))
/** The rows as a table `f` with the columns of residents. */
const asTable = (rows: readonly WrittenResident[]) => {
  const json = JSON.stringify(rows.map((row) => ({ ...row, audit_key: `\\x${row.audit_key.toString('hex')}` })))
  return sql`jsonb_populate_recordset(null::residents, ${json}::jsonb) as f`
}

/** Creates residents without access codes, each with a line in the audit trail. */
export async function createResidents(db: Db, writing: BulkWriting, created: readonly BulkResident[]): Promise<void> {
  if (created.length === 0) return
  const sealed: ResidentLine[] = []
  const rows = created.map(({ id, values }) => {
    const row = { ...DEFAULTS, ...values, id }
    const { auditKey, sealed: after } = sealFirst(writing.keys, id, { after: personal(row) })
    sealed.push({ id, action: 'resident created', detail: { ...writing.source, values: after } })
    return { ...row, audit_key: auditKey, is_active: !hasMovedOut(row.occupancy_status) }
  })
  const inserted = sql`insert into residents (organisation_id, id, ${columns(WRITTEN)})
    select ${writing.tenant.organisationId}, id, ${columns(WRITTEN)} from ${asTable(rows)}`.execute(db)
  await Promise.all([inserted, auditAll(db, writing, sealed)])
}

/**
 * Changes residents; locks them in the order of their ids. Returns the ids of those who no longer exist (`gone`) and of those
 * whose packages keep them in their property (`kept`); both stay as they are.
 */
export async function changeResidents(
  db: Db,
  writing: BulkWriting,
  changes: readonly BulkResident[],
): Promise<{ gone: Set<string>; kept: Set<string> }> {
  const { keys, source } = writing
  const locked = await residentsForBulk(
    db,
    changes.map(({ id }) => id),
    { lock: true },
  )
  const before = new Map(locked.map((row) => [row.id, row]))
  const gone = new Set(changes.map(({ id }) => id).filter((id) => !before.has(id)))
  const kept = new Set<string>()
  const rows: WrittenResident[] = []
  const losingAccess: string[] = []
  const audited: ResidentLine[] = []
  for (const { id, values } of changes) {
    const was = before.get(id)
    if (!was) continue
    const row = { ...was, ...values }
    const changed = BULK_COLUMNS.filter((name) => row[name] !== was[name])
    const moves = row.property_id !== was.property_id
    if (moves && whyNotMove({ livePackages: await livePackagesOf(db, id) })) kept.add(id)
    else if (changed.length > 0) {
      const audit_key = was.audit_key ?? newAuditKey(keys, id)
      const sealed = sealValues(keys, id, audit_key, { before: personal(was, changed), after: personal(row, changed) })
      const isActive = changed.includes('occupancy_status') ? !hasMovedOut(row.occupancy_status) : was.is_active
      rows.push({ ...row, audit_key, is_active: isActive })
      audited.push({ id, action: 'resident changed', detail: { ...source, changed, values: sealed } })
      // A code opens lockers of one property, for its residents only.
      if (moves || hasMovedOut(row.occupancy_status)) losingAccess.push(id)
    }
  }
  if (rows.length > 0) {
    const set = sql.join(WRITTEN.map((name) => sql`${sql.ref(name)} = f.${sql.ref(name)}`))
    await sql`update residents r set ${set} from ${asTable(rows)} where r.id = f.id`.execute(db)
    await revokeAccess(db, losingAccess)
    await auditAll(db, writing, audited)
  }
  return { gone, kept }
}

/** The residents of these ids as bulk writes compare them. */
export async function residentsForBulk(db: Db, ids: readonly string[], { lock = false } = {}) {
  if (ids.length === 0) return []
  const query = db
    .selectFrom('residents')
    .select(['id', 'audit_key', 'is_active', ...BULK_COLUMNS])
    .where('id', '=', anyOf(ids))
    .where('deleted_at', 'is', null)
    .orderBy('id')
  return (lock ? query.forUpdate() : query).execute()
}

/** Moves residents out: they become inactive and lose their access codes. Skips those with live packages; returns who moved. */
export async function moveOutResidents(db: Db, writing: BulkWriting, ids: readonly string[]): Promise<string[]> {
  const locked = await residentsForBulk(db, ids, { lock: true })
  const live = await livePackagesOfEach(db, ids)
  const moving = locked.filter((row) => !hasMovedOut(row.occupancy_status) && !live.has(row.id)).map(({ id }) => id)
  if (moving.length === 0) return []
  await endResidence(db, moving)
  await auditAll(
    db,
    writing,
    moving.map((id) => ({ id, action: 'resident moved out', detail: writing.source })),
  )
  return moving
}

/** Makes locked residents former ones. */
export async function endResidence(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .updateTable('residents')
    .set({ occupancy_status: OCCUPANCY.MovedOut, is_active: false })
    .where('id', '=', anyOf(ids))
    .execute()
  await revokeAccess(db, ids)
}

/** Removes the access codes and delegates of residents. */
async function revokeAccess(db: Db, residentIds: readonly string[]): Promise<void> {
  if (residentIds.length === 0) return
  await db
    .updateTable('residents')
    .set({ access_code_encrypted: null, access_code_hash: null })
    .where('id', '=', anyOf(residentIds))
    .where('access_code_hash', 'is not', null)
    .execute()
  await db.deleteFrom('resident_delegates').where('resident_id', '=', anyOf(residentIds)).execute()
}

/** Adds a line to the audit trail for each resident. */
const auditAll = (db: Db, { tenant, now, actor }: BulkWriting, lines: readonly ResidentLine[]) =>
  writeAudits(
    db,
    lines.map(({ id, ...line }) => ({ ...line, subjectId: id, organisationId: tenant.organisationId, at: now, actor })),
  )

/** Updates the statistics of residents, so that the planner knows an organisation that has just been filled. */
export const analyzeResidents = (db: Db) => sql`select analyze_residents()`.execute(db)
/** The same where there are none, as after a restore: without them the planner takes any index for as good as another. */
export const analyzeUnknownResidents = (db: Db) =>
  sql`select analyze_residents() from pg_stat_user_tables
    where relname = 'residents' and last_analyze is null and last_autoanalyze is null`.execute(db)
