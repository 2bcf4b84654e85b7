import type { Erased, Erasing, PersonalData } from '#platform/server/feature.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf } from '#platform/server/postgres/sql-helpers.ts'
import { REGISTRATION_STATUS } from '../rules.ts'
import { closeRegistration } from './store.ts'

/** The registrations that led to a resident, for the export of their personal data. */
const registrationsOf = (db: Db, residentId: string) =>
  db
    .selectFrom('registrations')
    .select(['created_at as At', 'first_name as FirstName', 'last_name as LastName', 'email as Email'])
    .select(['phone_number as PhoneNumber', 'phone1 as PhoneNumber1', 'phone2 as PhoneNumber2', 'unit_number as UnitNumber'])
    .select(['is_dda as IsDDA', 'comments as Comments', 'reviewer_name as ReviewerName', 'decided_at as DecidedAt'])
    .where('resident_id', '=', residentId)
    .orderBy('created_at')
    .execute()

/**
 * Erases the personal data of a resident's registrations, and of those without a resident that request the same property
 * with the same e-mail, and deletes the mails about them. Pending ones are rejected: no data is left to decide on.
 */
async function eraseRegistrations({ db, audit, now, caller }: Erasing, resident: Erased): Promise<void> {
  const reviewer = { id: caller.id, name: caller.name }
  const registrations = await registrationsToErase(db, resident)
  for (const { id, status } of registrations) {
    if (status !== REGISTRATION_STATUS.Pending) continue
    await closeRegistration(db, id, { status: REGISTRATION_STATUS.Rejected, reviewer, now })
    await audit('resident registration rejected', id)
  }
  const ids = registrations.map(({ id }) => id)
  await db
    .updateTable('registrations')
    // A rejection that is not completed yet sends no e-mail.
    .set({ ...BLANK, rejection_due: false, pin_hash: null })
    .where('id', '=', anyOf(ids))
    .execute()
  await db.deleteFrom('mails').where('about', '=', anyOf(ids)).execute()
}

const registrationsToErase = (db: Db, { id, propertyId, email }: Erased) =>
  db
    .selectFrom('registrations')
    .select(['id', 'status'])
    .where((eb) => {
      const sameEmail = eb(eb.fn('lower', ['email']), '=', email.toLowerCase())
      const withoutResident = eb.and([eb('resident_id', 'is', null), eb('property_id', '=', propertyId), sameEmail])
      return email ? eb.or([eb('resident_id', '=', id), withoutResident]) : eb('resident_id', '=', id)
    })
    .orderBy('id')
    .forUpdate()
    .execute()

const BLANK = {
  first_name: '',
  last_name: '',
  email: '',
  phone_number: '',
  phone1: '',
  phone2: '',
  unit_number: '',
  is_dda: false,
  comments: '',
} as const

export const registrationsPersonalData: PersonalData = {
  read: async (db, { id }) => ({ Registrations: await registrationsOf(db, id) }),
  erase: eraseRegistrations,
}
