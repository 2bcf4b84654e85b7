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
  /** What or whom it was done to. */
  readonly subjectId: string | null
  /** Never a secret, and of people their ids alone. */
  readonly detail?: Readonly<Record<string, unknown>>
}

/** The actor of what was done by somebody who did not prove who they are. */
export const UNPROVEN = { id: null, name: 'somebody' } as const

/** Appends to the audit trail, at the end of the transaction of what is told. */
export async function writeAudit(
  db: Db,
  { organisationId, at, actor, action, subjectId, detail = {} }: AuditLine,
): Promise<void> {
  await insertLine.last(db, {
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
