import { newId } from '#platform/ids.ts'
import type { InputOf } from '#platform/operation.ts'
import type { registrations } from '../contract.ts'
import type { Reviewing } from './review-resident.ts'

export async function approveResident(
  { db, tenant }: Reviewing,
  input: InputOf<typeof registrations.reviewResident>,
): Promise<string> {
  const id = input.ResidentId ?? newId()
  await db
    .insertInto('residents')
    .values({
      organisation_id: tenant.organisationId,
      id,
      property_id: input.PropertyId,
      building_id: input.BuildingId,
      unit_number: input.UnitNumber,
      first_name: input.FirstName,
      last_name: input.LastName,
      email: input.Email,
      mobile_phone: input.PhoneNumber,
    })
    .execute()
  return id
}
