import { type RawBuilder, sql } from 'kysely'
import { livePackagesOf, livePackagesOfEach } from '#features/packages/server/api.ts'
import { newId } from '#platform/ids.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { hasMovedOut, OCCUPANCY, whyNotMove } from '../rules.ts'
import { newAuditKey, type SealedValues, sealFirst, sealValues } from './audited.ts'

/** A resident as a file says it. */
export type BulkResident = {
  readonly id: string
  readonly property_id: string
  readonly building_id: string
  readonly unit_number: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly mobile_phone: string
  readonly phone1: string
  readonly phone2: string
  readonly external_id: string
  readonly occupancy_status: number
}
export const BULK_COLUMNS = [
  'property_id',
  'building_id',
  'unit_number',
  'first_name',
  'last_name',
  'email',
  'mobile_phone',
  'phone1',
  'phone2',
  'external_id',
  'occupancy_status',
] as const satisfies readonly (keyof BulkResident)[]
type Column = (typeof BULK_COLUMNS)[number]
const PERSONAL = BULK_COLUMNS.slice(2, -1)

export type BulkWriting = {
  readonly tenant: Tenant
  readonly keys: Keys
  readonly now: Date
  readonly actor: { readonly id: string | null; readonly name: string }
  /** What each line of the audit trail says besides: where it came from. */
  readonly source: Readonly<Record<string, unknown>>
}
type AuditLine = { readonly id: string; readonly action: string; readonly detail: Readonly<Record<string, unknown>> }

const personal = (row: Pick<BulkResident, Column>, only: readonly string[] = PERSONAL) =>
  Object.fromEntries(PERSONAL.filter((name) => only.includes(name) && row[name] !== '').map((name) => [name, row[name]]))

/** What the audit trail keeps of new residents, each sealed with a key of their own. */
export const sealResidents = (keys: Keys, rows: readonly BulkResident[]): SealedValues[] =>
  rows.map((row) => sealFirst(keys, row.id, { after: personal(row) }))

/**
 * Creates residents, none of whom is there yet, without access codes; each with a line in the audit trail. They are the rows of
 * `made`, with an id, `BULK_COLUMNS`, and as `audit_key` and `sealed` what `sealResidents` gave for them. To stand in a `with`.
 * The audit line has the id of the resident, who is created but once: so none has to be brought along.
 */
export const creating = ({ tenant, now, actor, source }: BulkWriting, made: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  created as (
    insert into residents (organisation_id, id, ${COLUMNS}, audit_key, is_active)
    select ${tenant.organisationId}, f.id, ${COLUMNS_OF_F}, f.audit_key, f.occupancy_status <> ${OCCUPANCY.MovedOut} from ${made} f),
  audited as (
    insert into audit (organisation_id, id, at, actor_id, actor_name, action, subject_id, detail)
    select ${tenant.organisationId}, f.id, ${now.toISOString()}::timestamptz, ${actor.id}::uuid, ${actor.name}, 'resident created', f.id,
      ${JSON.stringify(source)}::jsonb || jsonb_build_object('values', f.sealed) from ${made} f)`

const COLUMNS = sql.join(BULK_COLUMNS.map((name) => sql.ref(name)))
const COLUMNS_OF_F = sql.join(BULK_COLUMNS.map((name) => sql.ref(`f.${name}`)))
/** The rows, each with its key, as a table `f` of the id, `BULK_COLUMNS` and `audit_key`. */
const unnested = (rows: readonly BulkResident[], auditKeys: readonly Buffer[]) => {
  const column = (name: Column | 'id', type: string) => sql`${rows.map((row) => row[name])}::${sql.raw(type)}[]`
  const types = (name: Column) =>
    name.endsWith('_id') && name !== 'external_id' ? 'uuid' : name === 'occupancy_status' ? 'smallint' : 'text'
  const columns = [column('id', 'uuid'), ...BULK_COLUMNS.map((name) => column(name, types(name)))]
  return sql`unnest(${sql.join(columns)}, ${auditKeys}::bytea[]) as f (id, ${COLUMNS}, audit_key)`
}

/** Values for one resident; what is not named stays as it is. */
export type BulkChange = { readonly id: string; readonly set: Partial<Pick<BulkResident, Column>> }

/**
 * Changes residents. Locks them in the order of their ids. Gives the ids of those who are not there any more, and of those
 * whose packages keep them in their property; they stay as they are.
 */
export async function changeResidents(
  db: Db,
  writing: BulkWriting,
  changes: readonly BulkChange[],
): Promise<{ gone: string[]; kept: string[] }> {
  if (changes.length === 0) return { gone: [], kept: [] }
  const locked = await lockedForBulk(
    db,
    changes.map(({ id }) => id),
  )
  const before = new Map(locked.map((row) => [row.id, row]))
  const gone = changes.filter(({ id }) => !before.has(id)).map(({ id }) => id)
  const kept: string[] = []
  const wanted: BulkUpdate[] = []
  for (const { id, set } of changes) {
    const was = before.get(id)
    if (!was) continue
    const row = { ...was, ...set }
    const changed = BULK_COLUMNS.filter((name) => row[name] !== was[name])
    if (row.property_id !== was.property_id && whyNotMove({ livePackages: await livePackagesOf(db, id) })) kept.push(id)
    else if (changed.length > 0) wanted.push({ row, was, changed })
  }
  if (wanted.length > 0) await change(db, writing, wanted)
  return { gone, kept }
}

type LockedResident = Awaited<ReturnType<typeof lockedForBulk>>[number]
const lockedForBulk = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('residents')
    .select(['id', 'audit_key', ...BULK_COLUMNS])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

type BulkUpdate = { readonly row: BulkResident; readonly was: LockedResident; readonly changed: readonly Column[] }
async function change(db: Db, writing: BulkWriting, wanted: readonly BulkUpdate[]): Promise<void> {
  const { keys, source } = writing
  const sealed = wanted.map(({ row, was, changed }) => {
    const key = was.audit_key ?? newAuditKey(keys, row.id)
    return { key, values: sealValues(keys, row.id, key, { before: personal(was, changed), after: personal(row, changed) }) }
  })
  // A code opens lockers of one property, and only for somebody who lives there.
  const leaves = sql`f.occupancy_status = ${OCCUPANCY.MovedOut} or f.property_id <> r.property_id`
  const { rows: left } = await sql<{ id: string; leaves: boolean }>`
    with changed as (select f.*, ${leaves} as leaves, r.occupancy_status as occupancy_before
      from ${unnested(
        wanted.map(({ row }) => row),
        sealed.map(({ key }) => key),
      )} join residents r on r.id = f.id)
    update residents r set ${sql.join(BULK_COLUMNS.map((name) => sql`${sql.ref(name)} = f.${sql.ref(name)}`))}, audit_key = f.audit_key,
      is_active = case when f.occupancy_status = f.occupancy_before then r.is_active else f.occupancy_status <> ${OCCUPANCY.MovedOut} end,
      access_code_encrypted = case when f.leaves then null else r.access_code_encrypted end,
      access_code_hash = case when f.leaves then null else r.access_code_hash end
    from changed f where r.id = f.id returning r.id, f.leaves`.execute(db)
  await endDelegates(
    db,
    left.filter((one) => one.leaves).map(({ id }) => id),
  )
  await auditAll(
    db,
    writing,
    wanted.map(({ row, changed }, i) => ({
      id: row.id,
      action: 'resident changed',
      detail: { ...source, changed, values: sealed[i]!.values },
    })),
  )
}

/** Moves residents out: they are inactive, and their access codes are free; nobody of whom packages are in the house. Gives those whom it moved. */
export async function moveOutResidents(db: Db, writing: BulkWriting, ids: readonly string[]): Promise<string[]> {
  const locked = await lockedForBulk(db, ids)
  const live = await livePackagesOfEach(db, ids)
  const moving = locked.filter((row) => !hasMovedOut(row.occupancy_status) && !live.has(row.id)).map(({ id }) => id)
  if (moving.length === 0) return []
  await db
    .updateTable('residents')
    .set({ occupancy_status: OCCUPANCY.MovedOut, is_active: false, access_code_encrypted: null, access_code_hash: null })
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(moving))))
    .execute()
  await endDelegates(db, moving)
  await auditAll(
    db,
    writing,
    moving.map((id) => ({ id, action: 'resident moved out', detail: writing.source })),
  )
  return moving
}

async function endDelegates(db: Db, residentIds: readonly string[]): Promise<void> {
  if (residentIds.length === 0) return
  await db
    .deleteFrom('resident_delegates')
    .where((eb) => eb('resident_id', '=', eb.fn.any(eb.val(residentIds))))
    .execute()
}

/** A line of the audit trail for each resident. */
async function auditAll(db: Db, { tenant, now, actor }: BulkWriting, lines: readonly AuditLine[]): Promise<void> {
  await sql`insert into audit (organisation_id, id, at, actor_id, actor_name, action, subject_id, detail)
    select ${tenant.organisationId}, l.id, ${now.toISOString()}::timestamptz, ${actor.id}::uuid, ${actor.name}, l.action, l.subject_id, l.detail::jsonb
    from unnest(${lines.map(() => newId())}::uuid[], ${lines.map(({ action }) => action)}::text[], ${lines.map(({ id }) => id)}::uuid[],
      ${lines.map(({ detail }) => JSON.stringify(detail))}::text[]) as l (id, action, subject_id, detail)`.execute(db)
}

/** The planner takes an organisation for empty when it expects fewer residents than this in one that has more than that. */
const [EXPECTED, THERE] = [100, 500]
/**
 * Has residents counted anew when the planner takes those of this organisation for nobody: it would look each of those who come
 * up among all of them. Autovacuum counts later, or never where others have many more.
 */
export async function keepCounted(db: Db): Promise<void> {
  const { rows } = await sql<Explained>`explain (format json) select from residents`.execute(db)
  if (rows[0]!['QUERY PLAN'][0].Plan['Plan Rows'] >= EXPECTED) return
  const { there } = await db
    .selectFrom('resident_counts')
    .select(({ fn }) => fn.sum<number | null>('residents').as('there'))
    .executeTakeFirstOrThrow()
  if (Number(there) > THERE) await sql`select analyze_residents()`.execute(db)
}
type Explained = { 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }
