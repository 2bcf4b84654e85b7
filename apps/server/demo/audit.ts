import type { Tables } from '#database/tables.ts'
import type { AuditAction } from '#platform/audit.ts'
import { type AuditLine, writeAudits } from '#platform/server/postgres/audit.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { Rows } from './insert.ts'

/** Older than every package of the demo. */
const AGE_MS = 90 * 86_400_000
/** No user created the demo's records. */
const DEMO = { id: null, name: 'Demo' } as const

/** What the audit trail has about the rows of a table. */
const ACTIONS: Partial<Record<keyof Tables, readonly AuditAction[]>> = {
  organisations: ['organisation created'],
  regions: ['region created'],
  properties: ['property created'],
  buildings: ['building created'],
  mailrooms: ['mailroom created'],
  advice_tags: ['advice tag created'],
  portal_users: ['portal user created'],
  couriers: ['courier created'],
  agents: ['agent created'],
  residents: ['resident created'],
  locker_banks: ['locker bank created', 'locker bank authorised', 'locker bank published'],
}

type Row = Readonly<Record<string, unknown>>

/** Writes the entries of the audit trail for the rows of an organisation, so that records of the demo have a history. */
export async function auditCreated(db: Db, organisationId: string, rows: Rows, now: Date): Promise<void> {
  const created = new Date(now.getTime() - AGE_MS)
  const line = (action: AuditAction, { id }: Row, at: Date): AuditLine => ({
    organisationId,
    at,
    actor: DEMO,
    action,
    subjectId: id as string,
  })
  const lines = Object.entries(ACTIONS).flatMap(([table, actions]) => {
    const ofTable: readonly Row[] = rows[table as keyof Tables] ?? []
    return ofTable.flatMap((row) => actions.map((action) => line(action, row, created)))
  })
  const submitted = (rows.registrations ?? []).map((row) =>
    line(`${row.kind} registration submitted` as AuditAction, row as Row, row.created_at as Date),
  )
  await writeAudits(db, [...lines, ...submitted])
}
