import { createOrUpdateResident } from '#features/residents/server/api.ts'
import { languageOf } from '#platform/language.ts'
import type { InputOf } from '#platform/operation.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { registrationsOf } from '../../contract.ts'
import { t } from '../../messages.ts'
import type { ReviewContext } from './review-registration.ts'

/**
 * Creates a resident from the reviewed input, or updates the one that it names; returns the id. Refuses (422) an unknown one.
 * @param languageTag the language of the browser that the registration came from
 */
export async function approveResident(
  { db, keys, tenant, audit, now, caller, mailer }: ReviewContext,
  input: InputOf<typeof registrationsOf.resident.review>,
  languageTag: string,
): Promise<string> {
  const { ResidentId: residentId } = input
  if (residentId) {
    const resident = await db
      .selectFrom('residents')
      .select('id')
      .where('id', '=', residentId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    refuseIf(resident ? null : t('MsgNoSuchResident'), 'ResidentId')
  }
  const registrant = {
    FirstName: input.FirstName,
    LastName: input.LastName,
    EmailId: input.Email,
    PropertyId: input.PropertyId,
    BuildingId: input.BuildingId,
    UnitNumber: input.UnitNumber,
    MobilePhone: input.PhoneNumber,
    Phone1: input.PhoneNumber1,
    Phone2: input.PhoneNumber2,
    IsDisabled: input.IsDDA,
    Language: languageOf(languageTag),
  }
  const context = { keys, tenant, audit, now, mailer, actor: { id: caller.id, name: caller.name } }
  return createOrUpdateResident(db, context, { registrant, residentId, sendsCode: input.SendLockerAccessCode })
}
