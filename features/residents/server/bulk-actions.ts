import { sql } from 'kysely'
import type { z } from 'zod'
import { livePackagesOfEach } from '#features/packages/server/api.ts'
import { localDay } from '#platform/date-format.ts'
import type { Message } from '#platform/define-messages.ts'
import {
  type BulkAction,
  type BulkContext,
  type BulkOutcome,
  bulkAction,
  orderedIds,
  restored,
  type UndoRow,
} from '#platform/server/bulk/action.ts'
import { removeInBulk } from '#platform/server/entities.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { anyOf, rowVersion } from '#platform/server/postgres/sql-helpers.ts'
import type { OutOfTown, ResidentQuery } from '../contract.ts'
import { residents } from '../contract.ts'
import { t } from '../messages.ts'
import { whyNotHold, whyNotLeave, whyNotMoveOut } from '../rules.ts'
import { lockCodes } from './access-code.ts'
import { endResidence } from './bulk.ts'
import { sendCodes } from './code-mail.ts'
import { extendForHold } from './hold.ts'
import { asRead, matchingResidents } from './list.ts'
import { residentRemoval } from './remove.ts'
import type { ResidentDeps } from './saving.ts'
import { visibleResidents } from './store.ts'

const ofResidents = {
  list: 'residents',
  matching: async (db: Db, tenant: Tenant, query: ResidentQuery, most: number) =>
    orderedIds(db, matchingResidents(db, tenant, await asRead(db, tenant, query)).select('r.id'), most),
  names: async (db: Db, _tenant: Tenant, ids: readonly string[]) => {
    const rows = await db.selectFrom('residents').select(['id', 'full_name']).where('id', '=', anyOf(ids)).execute()
    return new Map(rows.map((row) => [row.id, row.full_name]))
  },
}

/** The actions on many residents. */
export const residentActions = (deps: ResidentDeps): readonly BulkAction[] => [
  bulkAction({
    ...ofResidents,
    operation: residents.removeMany,
    run: async ({ db, now, auditEach }, ids) => {
      const outcome = await removeInBulk(ids, residentRemoval(db, now))
      await auditEach('resident deleted', outcome.changed)
      return outcome
    },
    message: (count) => t('MsgResidentsDeleted', { count }),
  }),
  bulkAction({
    ...ofResidents,
    operation: residents.sendCodes,
    run: (context, ids) => sendCodes(context, deps, ids),
    message: (count) => t('MsgCodesSent', { count }),
  }),
  bulkAction({
    ...ofResidents,
    operation: residents.outOfTown,
    run: leave,
    undo: undoLeave,
    complete: keepPackages,
    message: (count) => t('MsgResidentsOutOfTown', { count }),
  }),
  bulkAction({
    ...ofResidents,
    operation: residents.moveOut,
    run: moveOut,
    undo: undoMoveOut,
    message: (count) => t('MsgResidentsMovedOut', { count }),
  }),
]

/** The residents of these ids that the tenant sees, locked in the order of their ids. */
const locked = (db: Db, ids: readonly string[]) => visibleResidents(db).where('r.id', '=', anyOf(ids)).orderBy('r.id').forUpdate()

/** The versions of residents that this transaction has changed. */
async function versionsOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('residents as r')
    .select(['r.id', rowVersion('r').as('version')])
    .where('r.id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map(({ id, version }) => [id, version]))
}

/** The residents that have the version of their row; the others have been changed since. */
async function unchangedSince<Before extends { readonly version: string }>(db: Db, rows: readonly UndoRow<Before>[]) {
  const present = new Map(
    (
      await locked(
        db,
        rows.map(({ id }) => id),
      )
        .select(['r.id', 'r.property_id', rowVersion('r').as('version')])
        .execute()
    ).map((row) => [row.id, row]),
  )
  return rows.flatMap(({ id, before }) => {
    const row = present.get(id)
    return row?.version === before.version ? [{ ...before, id, propertyId: row.property_id }] : []
  })
}

type Absence = { readonly is_out_of_town: boolean; readonly hold_from: string | null; readonly hold_until: string | null }
type BeforeLeaving = Absence & { readonly version: string }

/** Marks residents as out of town. Their packages are kept longer once it cannot be undone any more. */
async function leave({ db, now, auditEach }: BulkContext, ids: readonly string[], input: z.output<typeof OutOfTown>) {
  const { HoldFrom: hold_from, HoldUntil: hold_until } = input
  const rows = await locked(db, ids)
    .innerJoin('properties as p', 'p.id', 'r.property_id')
    .select(['r.id', 'r.is_out_of_town', 'r.hold_from', 'r.hold_until', 'p.time_zone'])
    .execute()
  const refused = new Map<string, Message>()
  for (const { id, is_out_of_town, time_zone } of rows) {
    const days = hold_from && hold_until ? { from: hold_from, until: hold_until } : null
    const whyNot = days ? whyNotHold(days, localDay(now, time_zone)) : whyNotLeave({ isOutOfTown: is_out_of_town })
    if (whyNot) refused.set(id, whyNot)
  }
  const leaving = rows.filter(({ id }) => !refused.has(id))
  const changed = leaving.map(({ id }) => id)
  await db
    .updateTable('residents')
    .set({ is_out_of_town: true, hold_from, hold_until })
    .where('id', '=', anyOf(changed))
    .execute()
  await auditEach('resident changed', changed, { changed: ['is_out_of_town', 'hold_from', 'hold_until'] })
  const versions = await versionsOf(db, changed)
  const before = new Map(leaving.map(({ id, time_zone: _, ...was }) => [id, { ...was, version: versions.get(id)! }]))
  return { changed, refused, before }
}

async function undoLeave({ db, auditEach }: BulkContext, rows: readonly UndoRow<BeforeLeaving>[]): Promise<BulkOutcome> {
  const unchanged = await unchangedSince(db, rows)
  await sql`update residents r set is_out_of_town = f.is_out_of_town, hold_from = f.hold_from, hold_until = f.hold_until
    from jsonb_populate_recordset(null::residents, ${JSON.stringify(unchanged)}::jsonb) as f where r.id = f.id`.execute(db)
  const ids = unchanged.map(({ id }) => id)
  await auditEach({ action: 'change undone', kind: 'resident' }, ids)
  return restored(rows, ids)
}

/** Postpones the expiry of the packages of residents who are away. */
async function keepPackages({ db, now, caller }: BulkContext, ids: readonly string[]): Promise<void> {
  const withPackages = await livePackagesOfEach(db, ids)
  const away = await locked(db, [...withPackages.keys()])
    .select(['r.id', 'r.hold_from', 'r.hold_until'])
    .where('r.hold_until', 'is not', null)
    .execute()
  for (const { id, hold_from, hold_until } of away) {
    const hold = { from: hold_from!, until: hold_until! }
    await extendForHold(db, { residentId: id, hold, actor: { id: caller.id, name: caller.name }, at: now })
  }
}

/** The occupancy, the access code and the delegates of a resident; binary values as PostgreSQL writes them in JSON. */
type BeforeMoving = {
  readonly version: string
  readonly occupancy_status: number
  readonly is_active: boolean
  readonly access_code_encrypted: string | null
  readonly access_code_hash: string | null
  readonly delegates: readonly { readonly access_code_hash: string }[]
}

async function moveOut({ db, auditEach }: BulkContext, ids: readonly string[]) {
  const rows = await locked(db, ids)
    .select(['r.id', 'r.occupancy_status'])
    .select(
      sql<Omit<BeforeMoving, 'version'>>`jsonb_build_object('occupancy_status', r.occupancy_status, 'is_active', r.is_active,
        'access_code_encrypted', r.access_code_encrypted, 'access_code_hash', r.access_code_hash, 'delegates',
        (select coalesce(jsonb_agg(to_jsonb(d)), '[]') from resident_delegates d where d.resident_id = r.id))`.as('was'),
    )
    .execute()
  const live = await livePackagesOfEach(db, ids)
  const refused = new Map<string, Message>()
  for (const { id, occupancy_status } of rows) {
    const whyNot = whyNotMoveOut({ livePackages: live.get(id) ?? 0, occupancyStatus: occupancy_status })
    if (whyNot) refused.set(id, whyNot)
  }
  const moving = rows.filter(({ id }) => !refused.has(id))
  const changed = moving.map(({ id }) => id)
  await endResidence(db, changed)
  await auditEach('resident moved out', changed)
  const versions = await versionsOf(db, changed)
  return { changed, refused, before: new Map(moving.map(({ id, was }) => [id, { ...was, version: versions.get(id)! }])) }
}

/** Residents return with their access codes and delegates, unless another person of the property has one of the codes by now. */
async function undoMoveOut({ db, auditEach }: BulkContext, rows: readonly UndoRow<BeforeMoving>[]): Promise<BulkOutcome> {
  const unchanged = await unchangedSince(db, rows)
  const properties = [...new Set(unchanged.map(({ propertyId }) => propertyId))].sort()
  for (const property of properties) await lockCodes(db, property)
  const taken = await takenCodes(db, properties, unchanged.flatMap(codesOf))
  const returning = unchanged.filter((row) => codesOf(row).every((code) => !taken.has(code)))
  const ids = returning.map(({ id }) => id)
  await sql`update residents r set occupancy_status = f.occupancy_status, is_active = f.is_active,
      access_code_encrypted = f.access_code_encrypted, access_code_hash = f.access_code_hash
    from jsonb_populate_recordset(null::residents, ${JSON.stringify(returning)}::jsonb) as f where r.id = f.id`.execute(db)
  await sql`insert into resident_delegates
    select * from jsonb_populate_recordset(null::resident_delegates, ${JSON.stringify(returning.flatMap((row) => row.delegates))}::jsonb)`.execute(
    db,
  )
  await auditEach({ action: 'change undone', kind: 'resident' }, ids)
  return restored(rows, ids)
}

const codesOf = ({ access_code_hash, delegates }: BeforeMoving): string[] =>
  [access_code_hash, ...delegates.map((delegate) => delegate.access_code_hash)].filter((code) => code !== null)

/** Those of the codes, as hashes, that somebody has in one of the properties; the codes must be locked. */
async function takenCodes(db: Db, properties: readonly string[], hashes: readonly string[]): Promise<Set<string>> {
  const inUse = (table: 'residents' | 'resident_delegates') => sql`
    select to_jsonb(access_code_hash) #>> '{}' as hash from ${sql.table(table)}
    where property_id = any(${properties}) and access_code_hash = any(${hashes}::bytea[])`
  const { rows } = await sql<{ hash: string }>`${inUse('residents')} union ${inUse('resident_delegates')}`.execute(db)
  return new Set(rows.map(({ hash }) => hash))
}
