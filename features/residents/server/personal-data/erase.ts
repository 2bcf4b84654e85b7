import { livePackagesOf } from '#features/packages/server/api.ts'
import { personName } from '#platform/person-name.ts'
import { eraseFromBulk } from '#platform/server/bulk/store.ts'
import { existing } from '#platform/server/entities.ts'
import type { Erasing, PersonalData } from '#platform/server/feature.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { whyNotDelete } from '../../rules.ts'
import { GONE } from '../remove.ts'

type Erasable = Erasing & { readonly personalData: readonly PersonalData[] }

/**
 * Erases the personal data of a resident, also of a deleted one: the record, what each feature has of them, e-mails, and the key of the
 * audit values. Ids, numbers and times stay. 404 when the resident is missing or erased, 422 while packages wait. Returns the names and
 * addresses that are personal now, for what is stored outside of the database.
 */
export async function eraseResident(context: Erasable, id: string): Promise<readonly string[]> {
  const { db, now, personalData } = context
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
  const { email, property_id: propertyId } = resident
  const person = { id, propertyId, email, delegateIds: delegates.map((one) => one.id) }
  for (const { erase } of personalData) await erase?.(context, person)
  await eraseFromBulk(db, id)
  await eraseMails(db, id, email)
  return [personName(resident.first_name, resident.last_name).trim(), email, ...delegates.flatMap((one) => [one.name, one.email])]
}

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

/** E-mails about the resident, also to their delegates, and e-mails to their address, which others may share, unless about someone else. */
async function eraseMails(db: Db, id: string, address: string): Promise<void> {
  await db
    .deleteFrom('mails')
    .where((eb) =>
      address
        ? eb('about', '=', id).or(eb('about', 'is', null).and(eb.fn('lower', ['to_address']), '=', address.toLowerCase()))
        : eb('about', '=', id),
    )
    .execute()
}
