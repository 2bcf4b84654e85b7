import type { Message } from '#platform/define-messages.ts'
import type { InputOf } from '#platform/operation.ts'
import { orNotFound } from '#platform/server/http/refusal.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import type { ResidentRegistration, registrations } from '../../contract.ts'
import { askForProperties, refuseNoBuilding } from '../choices.ts'
import { COMMON_COLUMNS, commonOf, homeColumns, openRegistration, personColumns, visibleRegistrations } from '../store.ts'
import { approveResident } from './approve-resident.ts'
import { decide, type Reviewing } from './decide.ts'
import { occupantsOf, registrationsLike, residentsLike } from './duplicate-candidates.ts'

type Input = InputOf<typeof registrations.reviewResident>

/** A resident's registration as its review shows it. */
export async function readResidentRegistration(db: Db, tenant: Tenant, id: string): Promise<ResidentRegistration> {
  const row = orNotFound(
    await visibleRegistrations(db, tenant, 'resident')
      .select(COMMON_COLUMNS)
      .select(['g.property_id', 'g.building_id', 'g.unit_number', 'g.phone1', 'g.phone2', 'g.is_dda', 'g.resident_id'])
      .where('g.id', '=', id)
      .executeTakeFirst(),
  )
  const like = [...(await residentsLike(db, row)), ...(await registrationsLike(db, tenant, 'resident', row))]
  return {
    ...commonOf(row),
    PropertyId: row.property_id!,
    BuildingId: row.building_id!,
    UnitNumber: row.unit_number,
    PhoneNumber1: row.phone1,
    PhoneNumber2: row.phone2,
    IsDDA: row.is_dda,
    // Who came of it is no duplicate.
    Duplicates: like.filter(({ Id }) => Id !== row.resident_id),
    Occupants: (await occupantsOf(db, row)).filter(({ Id }) => Id !== row.resident_id),
  }
}

/**
 * Saves a reviewer's changes to a resident's registration and decides it when that is asked for; an approval makes the
 * resident, or changes the one that is named, in the same transaction. 409 when it is decided, 422 when a rule is against it.
 */
export async function reviewResident(asked: Reviewing, id: string, input: Input): Promise<Message> {
  const { db, tenant } = asked
  const before = await openRegistration(db, tenant, 'resident', id)
  await saveChanges(db, tenant, id, input)
  return decide(asked, { kind: 'resident', before, input, approve: () => approveResident(asked, input) })
}

async function saveChanges(db: Db, tenant: Tenant, id: string, input: Input): Promise<void> {
  await refuseNoBuilding(db, input)
  await db
    .updateTable('registrations')
    .set({
      ...personColumns(input),
      ...homeColumns(input),
      comments: input.Comments,
    })
    .where('id', '=', id)
    .execute()
  await askForProperties(db, tenant, id, [input.PropertyId])
}
