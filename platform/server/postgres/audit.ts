import type { Insertable } from 'kysely'
import type { Tables } from '#database/tables.ts'
import { newId } from '#platform/ids.ts'
import { cachedQuery, type Params } from './cached-query.ts'
import type { Db } from './db.ts'

/** One line of an organisation's audit trail. */
export type AuditLine = {
  readonly organisationId: string
  readonly at: Date
  readonly actor: { readonly id: string | null; readonly name: string }
  readonly action: string
  /** The id of the record that was changed. */
  readonly subjectId: string | null
  /** No secrets; people only by id. */
  readonly detail?: Readonly<Record<string, unknown>>
}

/** The actor of an action without authentication. */
export const UNAUTHENTICATED = { id: null, name: 'unauthenticated' } as const

/** Appends to the audit trail, in the transaction of the action. */
export async function writeAudit(
  db: Db,
  { organisationId, at, actor, action, subjectId, detail = {} }: AuditLine,
): Promise<void> {
  await insertLine(db, {
    organisation_id: organisationId,
    id: newId(),
    at,
    actor_id: actor.id,
    actor_name: actor.name,
    action,
    subject_id: subjectId,
    detail: JSON.stringify(detail),
  })
}

const insertLine = cachedQuery((db, row: Params<Insertable<Tables['audit']>>) => db.insertInto('audit').values(row))
