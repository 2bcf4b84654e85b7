import type { TransactionContext } from '#platform/server/http/route.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { REGISTRATION_STATUS } from '../rules.ts'
import { closeRegistration } from './store.ts'

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

type Erasing = Pick<TransactionContext, 'db' | 'audit'> & {
  readonly now: Date
  /** Who erases, and so rejects what still waits. */
  readonly reviewer: { readonly id: string; readonly name: string }
}
type Erased = { readonly id: string; readonly property_id: string; readonly email: string }

/**
 * Erases everything personal of the registrations that a resident came of, and of those that came to nobody and ask for the
 * same property with the same e-mail, with the mails about them. What waits is rejected: nothing is left to decide on.
 */
export async function eraseRegistrations({ db, audit, now, reviewer }: Erasing, resident: Erased): Promise<void> {
  const theirs = await registrationsToErase(db, resident)
  for (const { id, status } of theirs) {
    if (status !== REGISTRATION_STATUS.Pending) continue
    await closeRegistration(db, id, { status: REGISTRATION_STATUS.Rejected, reviewer, now })
    await audit('resident registration rejected', id)
  }
  const ids = theirs.map(({ id }) => id)
  await db
    .updateTable('registrations')
    .set({ ...BLANK })
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute()
  await db
    .deleteFrom('mails')
    .where((eb) => eb('about', '=', eb.fn.any(eb.val(ids))))
    .execute()
}

const registrationsToErase = (db: Db, { id, property_id, email }: Erased) =>
  db
    .selectFrom('registrations')
    .select(['id', 'status'])
    .where((eb) => {
      const sameEmail = eb(eb.fn('lower', ['email']), '=', email.toLowerCase())
      const ofNobody = eb.and([eb('resident_id', 'is', null), eb('property_id', '=', property_id), sameEmail])
      return email ? eb.or([eb('resident_id', '=', id), ofNobody]) : eb('resident_id', '=', id)
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
