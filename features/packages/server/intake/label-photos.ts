import { sql } from 'kysely'
import { existing } from '#platform/server/entities.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'

type Photo = { readonly packageId: string; readonly photo: Buffer; readonly at: Date }

/** Keeps the photo of a package's label in place of one before; 404 when the tenant does not see the package. */
export async function saveLabelPhoto(db: Db, { organisationId }: Tenant, { packageId, photo, at }: Photo): Promise<void> {
  // The lock keeps the recipient from being erased meanwhile.
  const { property_id } = await existing(
    db.selectFrom('packages').select('property_id').where('id', '=', packageId).forNoKeyUpdate(),
  )
  await db
    .insertInto('label_photos')
    .values({ organisation_id: organisationId, package_id: packageId, property_id, taken_at: at, photo })
    .onConflict((c) => c.columns(['organisation_id', 'package_id']).doUpdateSet({ photo, taken_at: at }))
    .execute()
}

/** The photo of a package's label as a data URL; 404 when there is none that the tenant sees. */
export async function readLabelPhoto(db: Db, packageId: string): Promise<{ TakenAt: string; Image: string }> {
  const row = await existing(db.selectFrom('label_photos').select(['taken_at', 'photo']).where('package_id', '=', packageId))
  return { TakenAt: row.taken_at, Image: `data:image/jpeg;base64,${row.photo.toString('base64')}` }
}

/** Erases the photos of the labels of a resident's packages. */
export async function eraseLabelPhotos(db: Db, residentId: string): Promise<void> {
  await db
    .deleteFrom('label_photos')
    .where('package_id', 'in', sql<string>`(select l.package_id from package_labels l where l.resident_id = ${residentId})`)
    .execute()
}
