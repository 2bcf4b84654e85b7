import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '#database/tables.ts'
import { type AuditAction, type AuditKind, auditAction } from '#platform/audit.ts'
import { type Message, plainMessage } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import type { RecordChange } from '#platform/record.ts'
import { currentOrigin } from '../origin.ts'
import { cachedQuery, type Params } from './cached-query.ts'
import type { Db } from './db.ts'

/** What an entry keeps of the change: no secrets; people only by id. */
export type AuditDetail = Readonly<Record<string, unknown>>

/** One line of an organisation's audit trail. */
export type AuditLine = {
  readonly organisationId: string
  readonly at: Date
  readonly actor: { readonly id: string | null; readonly name: string }
  readonly action: AuditAction
  /** The kind of record: for an action that may be about several, and in programs that load no features. */
  readonly kind?: AuditKind | undefined
  /** The id of the record that was changed. */
  readonly subjectId: string | null
  readonly detail?: AuditDetail | undefined
  /** Whether a visitor may have done it from home: the address is not recorded. */
  readonly isVisitor?: boolean
}

/** The actor of an action without authentication. */
export const UNAUTHENTICATED = { id: null, name: 'unauthenticated' } as const

/** Appends to the audit trail, in the transaction of the action, with the origin of the request that it runs for. */
export const writeAudit = (db: Db, line: AuditLine): Promise<unknown> => {
  const { detail, ...row } = rowOf(line)
  return insertLine(db, { ...row, detail: JSON.stringify(detail) })
}

/** Appends many lines to the audit trail with one statement, in the transaction of the actions. */
export async function writeAudits(db: Db, lines: readonly AuditLine[]): Promise<void> {
  if (lines.length === 0) return
  const columns = sql`organisation_id, id, at, actor_id, actor_name, action, kind, subject_id, detail, address, client`
  await sql`insert into audit (${columns})
    select ${columns} from jsonb_populate_recordset(null::audit, ${JSON.stringify(lines.map(rowOf))}::jsonb)`.execute(db)
}

function rowOf({ organisationId, at, actor, action, kind, subjectId, detail = {}, isVisitor = false }: AuditLine) {
  const { address, client } = currentOrigin()
  return {
    organisation_id: organisationId,
    id: newId(),
    at,
    actor_id: actor.id,
    actor_name: actor.name,
    action,
    kind: kind ?? kindOf(action),
    subject_id: subjectId,
    detail,
    address: isVisitor ? null : address,
    client,
  }
}

function kindOf(action: AuditAction): string | null {
  const words = auditAction(action)
  if (!words) throw new Error(`No feature that is loaded declares the action "${action}" of the audit trail.`)
  return words.kind
}

const insertLine = cachedQuery((db, row: Params<Insertable<Tables['audit']>>) => db.insertInto('audit').values(row))

/** Longest history of a record, in entries. */
export const MAX_CHANGES = 500

type PersonKind = 'portalUser' | 'agent'
/** The kind of person that an id is, as a column of a query; null for others and for people who were deleted. */
export const personOf = (column: string): RawBuilder<PersonKind | null> => sql<PersonKind | null>`case
  when exists (select from portal_users u where u.id = ${sql.ref(column)} and u.organisation_id = (select app_organisation())
    and u.deleted_at is null) then 'portalUser'
  when exists (select from agents g where g.id = ${sql.ref(column)} and g.organisation_id = (select app_organisation())
    and g.deleted_at is null) then 'agent' end`

/** The record of a person, as a reply has it. */
export const actorRecord = (id: string | null, kind: PersonKind | null) => (id && kind ? { Kind: kind, Id: id } : null)

/** What every view of the audit trail shows of an entry. */
export type AuditLineRow = {
  readonly id: string
  readonly at: string
  readonly action: string
  readonly actor_id: string | null
  readonly actor_name: string
  readonly actor_kind: PersonKind | null
}
export const actionWords = ({
  id,
  at,
  action,
  actor_id,
  actor_name,
  actor_kind,
}: AuditLineRow): z.input<typeof RecordChange> => ({
  At: at,
  Action: wordsOf(action),
  ActionKey: action,
  UserName: actor_name,
  Actor: actorRecord(actor_id, actor_kind),
  EntryId: id,
})

const changes = (db: Db) =>
  db.selectFrom('audit').select(['id', 'at', 'action', 'actor_id', 'actor_name', personOf('audit.actor_id').as('actor_kind')])

/** The changes of a record, latest first. The caller has checked that the record may be seen. */
export const readChanges = (db: Db, recordId: string) => readLatest(changes(db).where('subject_id', '=', recordId))

/** The changes of what has no id, which the detail of its entries names, latest first. */
export const readChangesOf = (db: Db, action: AuditAction, named: AuditDetail) =>
  readLatest(
    changes(db)
      .where('action', '=', action)
      .where(sql<boolean>`detail @> ${JSON.stringify(named)}::jsonb`),
  )

async function readLatest(matching: ReturnType<typeof changes>): Promise<z.input<typeof RecordChange>[]> {
  const lines = await matching.orderBy('at', 'desc').orderBy('id', 'desc').limit(MAX_CHANGES).execute()
  return lines.map(actionWords)
}

type Change = z.input<typeof RecordChange>
/** One history of several lists, latest first. */
export const mergeChanges = (...lists: readonly (readonly Change[])[]): Change[] =>
  lists
    .flat()
    .sort((one, other) => Date.parse(other.At) - Date.parse(one.At))
    .slice(0, MAX_CHANGES)

/** Lines of older versions may have actions that are gone. */
const wordsOf = (action: string): Message => auditAction(action)?.text ?? plainMessage(action)
