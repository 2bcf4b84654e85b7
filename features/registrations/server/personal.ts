import type { Db } from '#platform/server/db.ts'

/** What somebody registered with who is a resident now, for them. */
export const registrationsOf = (db: Db, residentId: string) =>
  db
    .selectFrom('registrations')
    .select(['created_at as At', 'first_name as FirstName', 'last_name as LastName', 'email as Email'])
    .select(['phone_number as PhoneNumber', 'phone1 as PhoneNumber1', 'phone2 as PhoneNumber2', 'unit_number as UnitNumber'])
    .select(['is_dda as IsDDA', 'comments as Comments', 'reviewer_name as ReviewerName', 'decided_at as DecidedAt'])
    .where('resident_id', '=', residentId)
    .orderBy('created_at')
    .execute()

/** Erases everything personal of the registrations that a resident came of, with the mails about them. */
export async function eraseRegistrations(db: Db, residentId: string): Promise<void> {
  const erased = await db
    .updateTable('registrations')
    .set({ ...BLANK })
    .where('resident_id', '=', residentId)
    .returning('id')
    .execute()
  const ids = erased.map(({ id }) => id)
  await db
    .deleteFrom('mails')
    .where((eb) => eb('about', '=', eb.fn.any(eb.val(ids))))
    .execute()
}

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
