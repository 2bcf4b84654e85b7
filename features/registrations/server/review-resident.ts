import type { InputOf } from '#platform/operation.ts'
import type { Db, Tenant } from '#platform/server/db.ts'
import { found, refuse } from '#platform/server/refusal.ts'
import type { Said } from '#platform/text.ts'
import type { ResidentRegistration, registrations } from '../contract.ts'
import { say } from '../messages.ts'
import { APPROVAL, REGISTRATION_STATUS, whyNotApprove } from '../rules.ts'
import { approveResident, type Reviewing } from './approve-resident.ts'
import { occupantsOf, registrationsLike, residentsLike } from './likeness.ts'
import { mailApproval, mailRejection } from './mails.ts'
import { askForProperties, refuseNoBuilding } from './places.ts'
import { COMMON_COLUMNS, closeRegistration, commonOf, openRegistration, visibleRegistrations } from './store.ts'
import { verifyAnew } from './verification.ts'

type Input = InputOf<typeof registrations.reviewResident>

/** A resident's registration as its review shows it. */
export async function readResidentRegistration(db: Db, tenant: Tenant, id: string): Promise<ResidentRegistration> {
  const row = found(
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
export async function reviewResident(asked: Reviewing, id: string, input: Input): Promise<Said> {
  const { db, tenant, audit, now, caller } = asked
  const row = await openRegistration(db, tenant, 'resident', id)
  await saveChanges(db, tenant, id, input)
  const isOtherEmail = row.email.toLowerCase() !== input.Email.toLowerCase()
  const isVerified = row.email_verified_at !== null && !isOtherEmail
  const to = { id, email: input.Email, first_name: input.FirstName, language: row.language }
  const reviewer = { id: caller.id, name: caller.name }
  if (input.ApprovalStatus === APPROVAL.Approve) {
    refuse(whyNotApprove({ isVerified }))
    const residentId = await approveResident(asked, input)
    await closeRegistration(db, id, { status: REGISTRATION_STATUS.Approved, reviewer, now, made: { resident_id: residentId } })
    await audit('resident registration approved', id, { resident: residentId })
    await mailApproval(db, asked, to)
    return say('MsgRegistrationApproved')
  }
  if (input.ApprovalStatus === APPROVAL.Reject) {
    await closeRegistration(db, id, { status: REGISTRATION_STATUS.Rejected, reviewer, now })
    await audit('resident registration rejected', id)
    // It greets by a name that was typed: an address that may be somebody else's gets none.
    if (isVerified) await mailRejection(db, asked, to)
    return say('MsgRegistrationRejected')
  }
  if (isOtherEmail) await verifyAnew(db, asked, 'resident', to)
  await audit('resident registration changed', id)
  return say('MsgRegistrationSaved')
}

async function saveChanges(db: Db, tenant: Tenant, id: string, input: Input): Promise<void> {
  await refuseNoBuilding(db, input)
  await db
    .updateTable('registrations')
    .set({
      first_name: input.FirstName,
      last_name: input.LastName,
      email: input.Email,
      phone_number: input.PhoneNumber,
      property_id: input.PropertyId,
      building_id: input.BuildingId,
      unit_number: input.UnitNumber,
      phone1: input.PhoneNumber1,
      phone2: input.PhoneNumber2,
      is_dda: input.IsDDA,
      comments: input.Comments,
    })
    .where('id', '=', id)
    .execute()
  await askForProperties(db, tenant, id, [input.PropertyId])
}
