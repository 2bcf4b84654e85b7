import { sql } from 'kysely'
import { eraseHandOvers } from '#features/hand-over/server/api.ts'
import { eraseFromImports } from '#features/imports/server/api.ts'
import { eraseNotices } from '#features/notices/server/api.ts'
import { eraseLabelPhotos, livePackagesOf } from '#features/packages/server/api.ts'
import { eraseRegistrations } from '#features/registrations/server/api.ts'
import { deleteRenders } from '#features/reports/server/api.ts'
import { eraseFromBulk } from '#platform/server/bulk/store.ts'
import { existing } from '#platform/server/entities.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { TransactionContext } from '#platform/server/http/route.ts'
import type { Jobs } from '#platform/server/jobs/jobs.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { t } from '../../messages.ts'
import { whyNotDelete } from '../../rules.ts'
import { GONE } from '../remove.ts'

type Erasing = TransactionContext & { readonly now: Date; readonly caller: Caller; readonly sendJob: Jobs['send'] }

/**
 * Erases the personal data of a resident, also of a deleted one: the record, the recipient on packages, names and notes in their
 * histories, notices, registrations, e-mails, stored kiosk events, and the key of the audit values. Ids, numbers and times stay. 404 when the
 * resident is missing or erased, 422 while packages wait. Returns the names and addresses that are personal now, for what is stored
 * outside of the database.
 */
export async function eraseResident(context: Erasing, id: string): Promise<readonly string[]> {
  const { db, audit, now, caller } = context
  const resident = await existing(
    db
      .selectFrom('residents')
      .select(['id', 'property_id', 'first_name', 'last_name', 'email'])
      .where('id', '=', id)
      .where('erased_at', 'is', null)
      .forUpdate(),
  )
  refuseIf(whyNotDelete({ livePackages: await livePackagesOf(db, id) }))
  const delegates = await db
    .deleteFrom('resident_delegates')
    .where('resident_id', '=', id)
    .returning(['id', 'name', 'email'])
    .execute()
  await db
    .updateTable('residents')
    .set((eb) => ({ ...GONE, ...BLANK, audit_key: null, erased_at: now, deleted_at: eb.fn.coalesce('deleted_at', eb.val(now)) }))
    .where('id', '=', id)
    .execute()
  await sql`select erase_from_package_history(${id}, ${[id, ...delegates.map((one) => one.id)]})`.execute(db)
  const packages = await db
    .updateTable('packages')
    .set({ recipient_name: t('LabelErased').text, unit_number: '', email: '', mobile_phone: '', note: '' })
    .where((eb) =>
      eb.or([
        eb('id', '=', eb.fn.any(packagesOf(id))),
        eb.and([eb('resident_id', 'is', null), eb('id', '=', eb.fn.any(packagesReportedFor(id)))]),
      ]),
    )
    .returning('id')
    .execute()
  const packageIds = packages.map((one) => one.id)
  await eraseRegistrations({ db, audit, now, reviewer: { id: caller.id, name: caller.name } }, resident)
  await eraseNotices(db, id)
  await eraseHandOvers(db, id, packageIds)
  await eraseLabelPhotos(db, packageIds)
  await eraseFromBulk(db, id)
  await eraseElsewhere(db, id, resident.email)
  await eraseFromImports(context, id)
  await deleteRenders(db, context.tenant)
  return [nameOf(resident), resident.email, ...delegates.flatMap(({ name, email }) => [name, email])]
}

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) => `${first_name} ${last_name}`.trim()

const BLANK = {
  first_name: '',
  last_name: '',
  unit_number: '',
  email: '',
  mobile_phone: '',
  phone1: '',
  phone2: '',
  address: '',
  external_id: '',
  is_disabled: false,
  has_opted_out: false,
} as const

const packagesOf = (residentId: string) =>
  sql<string[]>`(array(select package_id from package_labels where resident_id = ${residentId}))`

/** Packages reported by a kiosk after the resident had moved away are not linked, but have the name. */
const packagesReportedFor = (residentId: string) =>
  sql<string[]>`(array(select (body->>'PackageId')::uuid from kiosk_events
    where kind = 'dropped-off' and outcome = 'applied' and body->>'ResidentId' = ${residentId}))`

/**
 * E-mails about the resident, also to their delegates; e-mails to their address, which others may share, unless about someone else;
 * and stored events of kiosks.
 */
async function eraseElsewhere(db: Db, id: string, address: string): Promise<void> {
  await db
    .deleteFrom('mails')
    .where((eb) =>
      address
        ? eb('about', '=', id).or(eb('about', 'is', null).and(eb.fn('lower', ['to_address']), '=', address.toLowerCase()))
        : eb('about', '=', id),
    )
    .execute()
  await sql`update kiosk_events set body = body || '{"RecipientName": "", "UnitNumber": ""}'
    where kind = 'dropped-off' and body->>'ResidentId' = ${id}`.execute(db)
}
