import { noticesOf } from '#features/notices/server/api.ts'
import { packageEventsOf } from '#features/packages/server/api.ts'
import { registrationsOf } from '#features/registrations/server/api.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { delegatesOf } from '../delegates.ts'
import { readResident } from '../store.ts'
import { openValues } from './audit-values.ts'

/** Rows per list of an export. */
const MAX_ROWS = 10_000

/** All stored data of a resident, for the resident: the record, delegates, packages with history, e-mails, audit. */
export async function personalData(db: Db, keys: Keys, id: string, caller: Caller): Promise<Record<string, unknown>> {
  const resident = await readResident(db, keys, id)
  const { external_id } = await db.selectFrom('residents').select('external_id').where('id', '=', id).executeTakeFirstOrThrow()
  const packages = await db
    .selectFrom('packages')
    .select(['id as Id', 'package_number as PackageNumber', 'tracking_number as TrackingNumber', 'recipient_name as Name'])
    .select(['unit_number as UnitNumber', 'email as EmailId', 'mobile_phone as MobilePhone', 'note as Note'])
    .select(['drop_off_time as DropOffTime', 'collection_time as CollectionTime', 'recovery_time as RecoveryTime'])
    .where((eb) => eb('id', 'in', eb.selectFrom('package_labels').select('package_id').where('resident_id', '=', id)))
    .orderBy('drop_off_time', 'desc')
    .limit(MAX_ROWS)
    .execute()
  const mails = await db
    .selectFrom('mails')
    .select(['created_at as At', 'to_address as To', 'subject as Subject'])
    .where('about', '=', id)
    .orderBy('created_at', 'desc')
    .limit(MAX_ROWS)
    .execute()
  const events = await packageEventsOf(db, id, MAX_ROWS, caller)
  return {
    Resident: { ...resident, ExternalId: external_id },
    Delegates: await delegatesOf(db, id),
    Packages: packages,
    // Without the ids that only link to other records.
    History: events.map(({ Actor, CourierId, LockerBankId, MailRoomId, ...event }) => event),
    Registrations: await registrationsOf(db, id),
    Mails: mails,
    Notices: await noticesOf(db, id, MAX_ROWS),
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
