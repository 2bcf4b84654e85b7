import { newId } from '#platform/ids.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { ResidentDraft } from '../contract.ts'
import { OCCUPANCY } from '../rules.ts'
import { freeCode } from './access-code.ts'
import { notifyFormerAddress, sendCode } from './code-mail.ts'
import { createResident, lockedResident, readResident, updateResident, type Writing } from './store.ts'

/** The data of a registration, validated with the limits of a resident. */
export type Registrant = Pick<
  ResidentDraft,
  | 'FirstName'
  | 'LastName'
  | 'EmailId'
  | 'PropertyId'
  | 'BuildingId'
  | 'UnitNumber'
  | 'MobilePhone'
  | 'Phone1'
  | 'Phone2'
  | 'IsDisabled'
  | 'Language'
>
type Admission = {
  readonly registrant: Registrant
  /** The existing resident; undefined creates one. */
  readonly residentId: string | undefined
  /** Sends the access code; a new one when there is none or the e-mail address differs. */
  readonly sendsCode: boolean
}

/**
 * Creates a resident from a registration, or updates an existing one; returns the id. Refuses like `createResident` and
 * `updateResident`; 404 for a resident that the tenant does not see.
 */
export async function createOrUpdateResident(
  db: Db,
  writing: Writing & { readonly mailer: Mailer },
  { registrant, residentId, sendsCode }: Admission,
): Promise<string> {
  const { keys } = writing
  const id = residentId ?? newId()
  const before = residentId ? await lockedAsDraft(db, writing, residentId) : undefined
  const isOtherEmail = before !== undefined && before.draft.EmailId.toLowerCase() !== registrant.EmailId.toLowerCase()
  // The registration may name a neighbour: a code sent to one address is never sent to another.
  const needsCode = sendsCode && (isOtherEmail || !before?.hasCode)
  const code = needsCode ? { LockerAccessCode: await freeCode(db, keys, registrant.PropertyId) } : {}
  const draft = { ...ResidentDraft.parse({ ...before?.draft, ...registrant }), ...code }
  if (before) {
    await updateResident(db, writing, id, {
      ...draft,
      ...retained(before.draft, registrant),
      IsActive: true,
      OccupancyStatus: OCCUPANCY.Current,
    })
    if (isOtherEmail) await notifyFormerAddress(db, writing, before.draft)
  } else await createResident(db, writing, id, draft)
  if (sendsCode) await sendCode(db, writing, id)
  return id
}

/** Values that an empty field of the registration does not clear. */
const retained = (before: Registrant, registrant: Registrant) => ({
  Phone1: registrant.Phone1 || before.Phone1,
  Phone2: registrant.Phone2 || before.Phone2,
  IsDisabled: before.IsDisabled || registrant.IsDisabled,
  Language: before.Language || registrant.Language,
})

async function lockedAsDraft(db: Db, { keys }: Writing, id: string) {
  await lockedResident(db, id)
  // A draft without a code leaves it unchanged.
  const { LockerAccessCode, ...draft } = await readResident(db, keys, id)
  return { draft, hasCode: LockerAccessCode !== '' }
}
