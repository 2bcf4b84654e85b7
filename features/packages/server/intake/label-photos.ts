import { sql } from 'kysely'
import { PICTURES_KEPT_DAYS } from '#features/package-statuses/periods.ts'
import { isLive, LIVE_GROUP_IDS, type StatusName, statusById } from '#features/package-statuses/statuses.ts'
import { existing } from '#platform/server/entities.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { conflict, forbidden, refuseIf } from '#platform/server/http/refusal.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { t as tIntake } from '../../intake-messages.ts'
import { t } from '../../messages.ts'

type Photo = { readonly packageId: string; readonly photo: Buffer; readonly at: Date }

/**
 * Keeps the photo of a package's label. Users without `EditPackage` take the first photo of a package that they booked (403), and do not
 * replace it (409). 404 when the tenant does not see the package, 422 once it has left: its recipient may have been erased.
 */
export async function saveLabelPhoto(
  db: Db,
  { organisationId }: Tenant,
  caller: Pick<Caller, 'id' | 'permissions'>,
  { packageId, photo, at }: Photo,
): Promise<void> {
  // The lock keeps the recipient from being erased meanwhile.
  const pkg = await existing(
    db.selectFrom('packages').select(['property_id', 'status_id']).where('id', '=', packageId).forNoKeyUpdate(),
  )
  refuseIf(isLive(statusById(pkg.status_id) as StatusName) ? null : t('MsgPackageClosed'))
  if (!caller.permissions.has('EditPackage')) {
    if (!(await hasBooked(db, caller.id, packageId))) throw forbidden()
    const before = await db.selectFrom('label_photos').select('photo').where('package_id', '=', packageId).executeTakeFirst()
    // The browser sends it again when it did not get the reply.
    if (before?.photo.equals(photo)) return
    if (before) throw conflict(tIntake('MsgLabelPhotoThere'))
  }
  await db
    .insertInto('label_photos')
    .values({ organisation_id: organisationId, package_id: packageId, property_id: pkg.property_id, taken_at: at, photo })
    .onConflict((c) => c.columns(['organisation_id', 'package_id']).doUpdateSet({ photo, taken_at: at }))
    .execute()
}

/** Whether the user added the package. */
async function hasBooked(db: Db, userId: string, packageId: string): Promise<boolean> {
  const first = db.selectFrom('package_history').select('user_id').where('package_id', '=', packageId).orderBy('at').orderBy('id')
  return (await first.executeTakeFirst())?.user_id === userId
}

/** The photo of a package's label as a data URL; 404 when there is none that the tenant sees. */
export async function readLabelPhoto(db: Db, packageId: string): Promise<{ TakenAt: string; Image: string }> {
  const row = await existing(db.selectFrom('label_photos').select(['taken_at', 'photo']).where('package_id', '=', packageId))
  return { TakenAt: row.taken_at, Image: `data:image/jpeg;base64,${row.photo.toString('base64')}` }
}

/** Erases the photos of these packages' labels. */
export async function eraseLabelPhotos(db: Db, packageIds: readonly string[]): Promise<void> {
  await db.deleteFrom('label_photos').where('package_id', '=', anyOf(packageIds)).execute()
}

/** Deletes the photos of packages that left long ago. */
export async function purgeLabelPhotos(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - PICTURES_KEPT_DAYS * 86_400_000)
  await sql`
    delete from label_photos l using packages p
    where p.organisation_id = l.organisation_id and p.id = l.package_id and l.taken_at < ${before}
      and p.last_transaction_at < ${before} and p.status_group <> all(${LIVE_GROUP_IDS})`.execute(db)
}
