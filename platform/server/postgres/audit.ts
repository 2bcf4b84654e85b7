import { type Insertable, sql } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '#database/tables.ts'
import { AUDIT_ACTIONS, type AuditAction } from '#platform/audit-actions.ts'
import { type Message, plainMessage } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import type { RecordChange } from '#platform/record.ts'
import { currentOrigin } from '../origin.ts'
import { cachedQuery, type Params } from './cached-query.ts'
import type { Db } from './db.ts'

/** One line of an organisation's audit trail. */
export type AuditLine = {
  readonly organisationId: string
  readonly at: Date
  readonly actor: { readonly id: string | null; readonly name: string }
  readonly action: AuditAction
  /** The id of the record that was changed. */
  readonly subjectId: string | null
  /** No secrets; people only by id. */
  readonly detail?: Readonly<Record<string, unknown>>
  /** Whether a resident may have done it from home: the address is not recorded. */
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
  const columns = sql`organisation_id, id, at, actor_id, actor_name, action, subject_id, detail, address, client`
  await sql`insert into audit (${columns})
    select ${columns} from jsonb_populate_recordset(null::audit, ${JSON.stringify(lines.map(rowOf))}::jsonb)`.execute(db)
}

function rowOf({ organisationId, at, actor, action, subjectId, detail = {}, isVisitor = false }: AuditLine) {
  const { address, client } = currentOrigin()
  return {
    organisation_id: organisationId,
    id: newId(),
    at,
    actor_id: actor.id,
    actor_name: actor.name,
    action,
    subject_id: subjectId,
    detail,
    address: isVisitor ? null : address,
    client,
  }
}

const insertLine = cachedQuery((db, row: Params<Insertable<Tables['audit']>>) => db.insertInto('audit').values(row))

/** Longest history of a record, in entries. */
export const MAX_CHANGES = 500

/** The changes of a record, latest first. The caller has checked that the record may be seen. */
export async function readChanges(db: Db, recordId: string): Promise<z.input<typeof RecordChange>[]> {
  const lines = await db
    .selectFrom('audit')
    .select(['at', 'action', 'actor_name'])
    .where('subject_id', '=', recordId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_CHANGES)
    .execute()
  return lines.map(({ at, action, actor_name }) => ({ At: at, Action: wordsOf(action), UserName: actor_name }))
}

type Change = z.input<typeof RecordChange>
/** One history of several lists, latest first. */
export const mergeChanges = (...lists: readonly (readonly Change[])[]): Change[] =>
  lists
    .flat()
    .sort((one, other) => Date.parse(other.At) - Date.parse(one.At))
    .slice(0, MAX_CHANGES)

/** Lines of older versions may have actions that are gone. */
const wordsOf = (action: string): Message => AUDIT_ACTIONS[action as AuditAction] ?? plainMessage(action)
