import { type RawBuilder, sql } from 'kysely'
import { t as label } from '#platform/labels.ts'
import type { Erased, PersonalData } from '#platform/server/feature.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { eraseLabelPhotos } from './intake/label-photos.ts'
import { packageEventsOf } from './list/of-resident.ts'

const packagesOf = (residentId: string) =>
  sql<string[]>`(array(select package_id from package_labels where resident_id = ${residentId}))`

/** Packages reported by a kiosk after the resident had moved away are not linked, but have the name. */
const packagesReportedFor = (residentId: string) =>
  sql<string[]>`(array(select (body->>'PackageId')::uuid from kiosk_events
    where kind = 'dropped-off' and outcome = 'applied' and body->>'ResidentId' = ${residentId}))`

/** The ids of the packages that have a resident's name, as an array. */
export const namedPackagesOf = (residentId: string): RawBuilder<string[]> =>
  sql<string[]>`(${packagesOf(residentId)} || array(select id from packages
    where resident_id is null and id = any(${packagesReportedFor(residentId)})))`

/**
 * Exports packages with their history. Erases the recipient, notes, names in the history, photos of labels, and names in stored events of
 * kiosks.
 */
export const packagesPersonalData: PersonalData = {
  async read(db, { id, limit, reader }) {
    const events = await packageEventsOf(db, id, limit, reader)
    return {
      Packages: await packagesWithNameOf(db, id, limit),
      // Without the ids that only link to other records.
      History: events.map(({ Actor, CourierId, LockerBankId, MailRoomId, ...event }) => event),
    }
  },
  async erase({ db }, { id, delegateIds }: Erased) {
    await sql`select erase_from_package_history(${id}, ${[id, ...delegateIds]})`.execute(db)
    const packages = await db
      .updateTable('packages')
      .set({ recipient_name: label('LabelErased').text, unit_number: '', email: '', mobile_phone: '', note: '' })
      .where((eb) => eb('id', '=', eb.fn.any(namedPackagesOf(id))))
      .returning('id')
      .execute()
    await eraseLabelPhotos(
      db,
      packages.map((one) => one.id),
    )
    await sql`update kiosk_events set body = body || '{"RecipientName": "", "UnitNumber": ""}'
      where kind = 'dropped-off' and body->>'ResidentId' = ${id}`.execute(db)
  },
}

const packagesWithNameOf = (db: Db, residentId: string, limit: number) =>
  db
    .selectFrom('packages')
    .select(['id as Id', 'package_number as PackageNumber', 'tracking_number as TrackingNumber', 'recipient_name as Name'])
    .select(['unit_number as UnitNumber', 'email as EmailId', 'mobile_phone as MobilePhone', 'note as Note'])
    .select(['drop_off_time as DropOffTime', 'collection_time as CollectionTime', 'recovery_time as RecoveryTime'])
    .where((eb) => eb('id', 'in', eb.selectFrom('package_labels').select('package_id').where('resident_id', '=', residentId)))
    .orderBy('drop_off_time', 'desc')
    .limit(limit)
    .execute()
