import type { z } from 'zod'
import type { Message } from '#platform/define-messages.ts'
import type { InputOf } from '#platform/operation.ts'
import { existing } from '#platform/server/entities.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import type { registrationsOf } from '../../contract.ts'
import type { ResidentRegistration } from '../../review-contract.ts'
import { requireBuilding } from '../choices.ts'
import { commonOf, homeColumns, oneRegistration } from '../store.ts'
import { approveResident } from './approve-resident.ts'
import { duplicatesOf, occupantsOf } from './duplicate-candidates.ts'
import { type ReviewContext, reviewRegistration } from './review-registration.ts'

type Input = InputOf<typeof registrationsOf.resident.review>

/** A resident's registration as the review screen shows it; 404 as for `visibleRegistrations`. */
export async function readResidentRegistration(
  db: Db,
  tenant: Tenant,
  id: string,
): Promise<z.input<typeof ResidentRegistration>> {
  const row = await existing(
    oneRegistration(db, tenant, 'resident', id).select([
      'g.property_id',
      'g.building_id',
      'g.unit_number',
      'g.phone1',
      'g.phone2',
      'g.is_dda',
      'g.resident_id',
    ]),
  )
  const form = {
    PropertyId: row.property_id!,
    BuildingId: row.building_id!,
    UnitNumber: row.unit_number,
    PhoneNumber1: row.phone1,
    PhoneNumber2: row.phone2,
    IsDDA: row.is_dda,
  }
  const duplicates = await duplicatesOf(db, tenant, 'resident', row)
  return {
    ...commonOf(row, form),
    ...form,
    ApprovedId: row.resident_id,
    // The resident created by the approval is no duplicate of the registration.
    Duplicates: duplicates.filter(({ Id }) => Id !== row.resident_id),
    Occupants: (await occupantsOf(db, row)).filter(({ Id }) => Id !== row.resident_id),
  }
}

/**
 * Saves a reviewer's changes to a resident's registration and decides it as `reviewRegistration` does. An approval creates
 * the resident, or updates the one that the input names.
 */
export function reviewResident(context: ReviewContext, id: string, input: Input): Promise<Message> {
  return reviewRegistration(context, id, {
    kind: 'resident',
    input,
    propertyIds: [input.PropertyId],
    read: () => readResidentRegistration(context.db, context.tenant, id),
    columns: async () => {
      await requireBuilding(context.db, input)
      return homeColumns(input)
    },
    approve: ({ language }) => approveResident(context, input, language),
  })
}
