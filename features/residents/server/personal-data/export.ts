import type { PersonalData } from '#platform/server/feature.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { delegatesOf } from '../delegates.ts'
import { readResident } from '../store.ts'
import { openValues } from './audit-values.ts'

/** Rows per list of an export. */
const MAX_ROWS = 10_000

type Reading = { readonly keys: Keys; readonly reader: Caller; readonly personalData: readonly PersonalData[] }

/** All stored data of a resident, for the resident: the record, delegates, what each feature has of them, e-mails, audit. */
export async function readPersonalData(
  db: Db,
  { keys, reader, personalData }: Reading,
  id: string,
): Promise<Record<string, unknown>> {
  const resident = await readResident(db, keys, id)
  const { external_id } = await db.selectFrom('residents').select('external_id').where('id', '=', id).executeTakeFirstOrThrow()
  let ofFeatures: Record<string, unknown> = {}
  for (const { read } of personalData) ofFeatures = { ...ofFeatures, ...(await read?.(db, { id, limit: MAX_ROWS, reader })) }
  const mails = await db
    .selectFrom('mails')
    .select(['created_at as At', 'to_address as To', 'subject as Subject'])
    .where('about', '=', id)
    .orderBy('created_at', 'desc')
    .limit(MAX_ROWS)
    .execute()
  return {
    Resident: { ...resident, ExternalId: external_id },
    Delegates: await delegatesOf(db, id),
    ...ofFeatures,
    Mails: mails,
    Audit: await auditOf(db, keys, id),
  }
}

async function auditOf(db: Db, keys: Keys, id: string) {
  const { audit_key } = await db.selectFrom('residents').select('audit_key').where('id', '=', id).executeTakeFirstOrThrow()
  const lines = await db
    .selectFrom('audit')
    .select(['at', 'actor_name', 'action', 'detail'])
    .where('subject_id', '=', id)
    .orderBy('at', 'desc')
    .limit(MAX_ROWS)
    .execute()
  return lines.map(({ at, actor_name, action, detail }) => {
    const { values, ...rest } = detail as { values?: string }
    const read = values && audit_key ? openValues(keys, id, audit_key, values) : {}
    return { At: at, By: actor_name, Action: action, ...rest, ...read }
  })
}
