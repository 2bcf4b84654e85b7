import { admitResident } from '#features/residents/server/api.ts'
import type { InputOf } from '#platform/operation.ts'
import { refuseIf } from '#platform/server/http/refusal.ts'
import type { registrations } from '../../contract.ts'
import { t } from '../../messages.ts'
import type { Reviewing } from './decide.ts'

/** Makes a resident as the review says, or changes the one that it names; gives the id. */
export async function approveResident(
  { db, keys, tenant, audit, now, caller, mailer }: Reviewing,
  input: InputOf<typeof registrations.reviewResident>,
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
  }
  const writing = { keys, tenant, audit, now, mailer, actor: { id: caller.id, name: caller.name } }
  return admitResident(db, writing, { registrant, residentId, sendsCode: input.SendLockerAccessCode })
}
