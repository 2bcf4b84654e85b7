import { newId } from '#platform/ids.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { ResidentDraft } from '../contract.ts'
import { OCCUPANCY } from '../rules.ts'
import { freeCode } from './access-code.ts'
import { sendCode, tellFormerAddress } from './code-mail.ts'
import { createResident, lockedResident, readResident, updateResident, type Writing } from './store.ts'

/** What somebody who registered says of themselves; it has passed a contract with the same limits. */
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
>
type Admission = {
  readonly registrant: Registrant
  /** Who they turned out to be; none makes a new resident. */
  readonly residentId: string | undefined
  /** Sends them their access code; one is made where they have none, or had it under another e-mail address. */
  readonly sendsCode: boolean
}

/**
 * Makes a resident of somebody who registered, or has one who is here already live as the registration says; gives the id.
 * Refuses as `createResident` and `updateResident` do, and with 404 a resident whom the tenant does not see.
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
  // Whoever registers may have typed a neighbour's name: what was told to one address is never told to another.
  const needsCode = sendsCode && (isOtherEmail || !before?.hasCode)
  const code = needsCode ? { LockerAccessCode: await freeCode(db, keys, registrant.PropertyId) } : {}
  const draft = { ...ResidentDraft.parse({ ...before?.draft, ...registrant }), ...code }
  if (before) {
    await updateResident(db, writing, id, {
      ...draft,
      ...unsaid(before.draft, registrant),
      IsActive: true,
      OccupancyStatus: OCCUPANCY.Current,
    })
    if (isOtherEmail) await tellFormerAddress(db, writing, before.draft)
  } else await createResident(db, writing, id, draft)
  if (sendsCode) await sendCode(db, writing, id)
  return id
}

/** What they do not lose by not saying it again. */
const unsaid = (before: Registrant, registrant: Registrant) => ({
  Phone1: registrant.Phone1 || before.Phone1,
  Phone2: registrant.Phone2 || before.Phone2,
  IsDisabled: before.IsDisabled || registrant.IsDisabled,
})

async function lockedAsDraft(db: Db, { keys }: Writing, id: string) {
  await lockedResident(db, id)
  // A code that is left out stays as it is.
  const { LockerAccessCode, ...draft } = await readResident(db, keys, id)
  return { draft, hasCode: LockerAccessCode !== '' }
}
