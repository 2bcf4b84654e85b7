import type { z } from 'zod'
import type { Change } from '#features/live/server/api.ts'
import { expiry, heldExpiry } from '#features/package-statuses/expiry.ts'
import { type StatusName, statusById } from '#features/package-statuses/statuses.ts'
import { whyNoNumber } from '#features/tracking-numbers/fields.ts'
import { newId } from '#platform/ids.ts'
import { existing } from '#platform/server/entities.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import { changedElsewhere, conflict, orNotFound, Refusal, refuseIf } from '#platform/server/http/refusal.ts'
import type { TransactionContext } from '#platform/server/http/route.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { rowVersion } from '#platform/server/postgres/sql-helpers.ts'
import type { PackageDraft } from '../../editing-contract.ts'
import { t as tIntake } from '../../intake-messages.ts'
import { t } from '../../messages.ts'
import { isHandOver, isSaveHidden, situationOf, whyClosed } from '../../rules.ts'
import { refuseDuplicate } from '../intake/duplicates.ts'
import { addPackage } from './add.ts'
import { changePackage } from './change.ts'
import { lockForPackages } from './lock.ts'
import { needsProof, propertyContext } from './property-context.ts'
import { holdOf, type Recipient, residentAsRecipient } from './recipient.ts'
import { noteInHistory } from './save.ts'

type Draft = z.output<typeof PackageDraft>
type Saving = TransactionContext & { readonly caller: Caller; readonly now: Date }
type SavedPackage = { readonly id: string; readonly affected: readonly Change[] }

/** Saves a package's form: adds it, or changes the one with its id (spec 2 §4, §5). `affected`: banks to publish after the commit. */
export const saveDraft = (saving: Saving, draft: Draft): Promise<SavedPackage> =>
  draft.Id ? updateFromDraft(saving, draft.Id, draft) : addFromDraft(saving, newId(), draft)

/**
 * Adds a package that staff receive in a mailroom. The same id again adds nothing, so that a client may repeat a call whose reply it
 * did not get. 404 for a building that the caller does not see.
 */
export async function addFromDraft({ db, tenant, caller, now }: Saving, id: string, draft: Draft): Promise<SavedPackage> {
  // Of several users of a browser.
  if (draft.BookedBy && draft.BookedBy !== caller.id) throw conflict(tIntake('MsgBookedByAnother'), 'BookedBy')
  const added = await db
    .selectFrom('packages')
    .select(['resident_id', 'recipient_name', 'unit_number', 'tracking_number'])
    .where('id', '=', id)
    .executeTakeFirst()
  // Also when its courier, mailroom or recipient has changed since.
  if (added && !(draft.IsCorrection && isOther(added, draft))) return { id, affected: [] }
  if (added) throw conflict(tIntake('MsgBookedBefore'), 'Id')
  const building = await existing(
    db.selectFrom('buildings').select('property_id').where('id', '=', draft.BuildingId).where('deleted_at', 'is', null),
  )
  refuseCode(draft.TrackingNumber)
  await checkLabel(db, draft)
  if (!draft.AcceptDuplicate)
    await refuseDuplicate(db, tenant, { id, propertyId: building.property_id, number: draft.TrackingNumber })
  const { affected } = await addPackage(db, {
    organisationId: tenant.organisationId,
    id,
    propertyId: building.property_id,
    buildingId: draft.BuildingId,
    recipient: await recipientOf(db, draft, building.property_id),
    courierId: draft.CourierId,
    agentId: null,
    trackingNumber: draft.TrackingNumber,
    ...(draft.PackageNumber && { packageNumber: draft.PackageNumber }),
    note: draft.Note,
    adviceTagId: draft.AdviceTag ?? null,
    status: statusOf(draft),
    channel: 'detail',
    details: detailsOf(draft),
    actor: caller,
    at: now,
    notifyLaterBy: draft.NotifyLater ? caller.id : null,
  })
  return { id, affected }
}

/** Refuses a code without a number, as the contract does, except that a package keeps the one that it has. */
function refuseCode(number: string): void {
  const why = whyNoNumber(number)
  if (why) throw new Refusal(400, why, { field: 'TrackingNumber' })
}

type Added = { resident_id: string | null; recipient_name: string; unit_number: string; tracking_number: string }
/** Whether a package that was added is for another recipient or has another tracking number than its draft. */
const isOther = (added: Added, draft: Draft) =>
  added.tracking_number !== draft.TrackingNumber ||
  (draft.ResidentId
    ? added.resident_id !== draft.ResidentId
    : added.recipient_name !== draft.Name || added.unit_number !== draft.UnitNumber)

/**
 * Changes a package: its label at any time until it has left, and its status with what that asks for. 409 when it has changed since it
 * was read, 422 with the rule's reason.
 */
export async function updateFromDraft(saving: Saving, id: string, draft: Draft): Promise<SavedPackage> {
  const { db, tenant, caller, now, audit } = saving
  const locked = orNotFound((await lockForPackages(db, [id]))[0])
  const before = await labelOf(db, id)
  if (draft.Version && draft.Version !== before.version) throw changedElsewhere()
  if (isSaveHidden(situationOf(locked.now))) throw new Refusal(422, whyClosed(locked.now.status as StatusName))
  const isTyped = locked.now.residentId === null && !draft.ResidentId
  const label = {
    package_number: draft.PackageNumber ?? before.package_number,
    tracking_number: draft.TrackingNumber,
    courier_id: draft.CourierId,
    advice_tag_id: draft.AdviceTag ?? null,
    note: draft.Note,
    // A resident's own data come from the resident.
    ...(isTyped && {
      recipient_name: draft.Name,
      unit_number: draft.UnitNumber,
      email: draft.EmailId,
      mobile_phone: draft.MobilePhone,
    }),
  }
  const changed = (Object.keys(label) as (keyof typeof label)[]).filter((name) => label[name] !== before[name])
  if (changed.includes('tracking_number')) refuseCode(label.tracking_number)
  await checkLabel(db, draft, changed)
  if (changed.length > 0) {
    if (changed.includes('tracking_number') && !draft.AcceptDuplicate)
      await refuseDuplicate(db, tenant, { id, propertyId: locked.propertyId, number: label.tracking_number })
    if (changed.includes('package_number')) await refuseTakenNumber(db, id, label.package_number)
    await db.updateTable('packages').set(label).where('id', '=', id).execute()
    await audit('package changed', id, { changed })
    await noteInHistory(db, id, {
      actor: caller,
      note: t('NoteChanged', { fields: fieldsText(changed, before, label) }).text,
      at: now,
    })
  }
  const status = statusOf(draft)
  if (status === locked.now.status) return { id, affected: [] }
  if (isHandOver(situationOf(locked.now).place, status) && (await needsProof(db, locked.propertyId)))
    throw new Refusal(422, t('MsgHandOverWithProof'), { field: 'StatusId' })
  const affected = await changePackage(db, {
    packageId: id,
    newStatus: status,
    channel: 'detail',
    actor: caller,
    details: { ...detailsOf(draft), residentId: draft.ResidentId ?? null },
    at: now,
    note: draft.Note,
  })
  return { id, affected }
}

/** The expiry of a package that comes to a place at a time; 404 for a building that the caller does not see. */
export async function newExpiry(
  db: Db,
  { buildingId, place }: { readonly buildingId: string; readonly place: 'mailroom' | 'locker' },
  { at, residentId }: { readonly at: string; readonly residentId: string | null },
): Promise<{ ExpiryTime: string; TimezoneId: string }> {
  const { property_id } = await existing(db.selectFrom('buildings').select('property_id').where('id', '=', buildingId))
  const { periods, timeZone } = orNotFound(await propertyContext(db, property_id, buildingId))
  const hold = await holdOf(db, residentId)
  const own = expiry(at, periods[place], timeZone)
  return { ExpiryTime: heldExpiry(own, hold, periods[place], timeZone), TimezoneId: timeZone }
}

const statusOf = ({ StatusId }: Draft) => statusById(StatusId) as StatusName

const detailsOf = (draft: Draft) => ({
  mailroomId: draft.MailRoomId ?? null,
  dropOffTime: draft.DropOffTime,
  expiryTime: draft.ExpiryTime ?? null,
  collectionTime: draft.CollectionTime ?? null,
  recoveryTime: draft.RecoveryTime ?? null,
})

async function recipientOf(db: Db, draft: Draft, propertyId: string): Promise<Recipient> {
  if (!draft.ResidentId) {
    const { Name: name, UnitNumber: unitNumber, EmailId: email, MobilePhone: mobilePhone } = draft
    return { residentId: null, name, unitNumber, email, mobilePhone, buildingId: null }
  }
  const resident = await residentAsRecipient(db, draft.ResidentId, propertyId)
  refuseIf(resident ? null : t('MsgCorrectRecipientMustBeSelected'), 'ResidentId')
  return resident as Recipient
}

/**
 * Refuses (422) a courier or an advice tag that does not exist, and locks them against being deleted. One that the package has had
 * before may have been deleted since.
 */
async function checkLabel(
  db: Db,
  { CourierId, AdviceTag }: Draft,
  chosen: readonly string[] = ['courier_id', 'advice_tag_id'],
): Promise<void> {
  const isThere = async (table: 'couriers' | 'advice_tags', id: string) =>
    (await db.selectFrom(table).select('id').where('id', '=', id).where('deleted_at', 'is', null).forKeyShare().execute())
      .length > 0
  if (chosen.includes('courier_id')) refuseIf((await isThere('couriers', CourierId)) ? null : t('MsgCourierRemoved'), 'CourierId')
  if (AdviceTag && chosen.includes('advice_tag_id'))
    refuseIf((await isThere('advice_tags', AdviceTag)) ? null : t('MsgAdviceTagRemoved'), 'AdviceTag')
}

/** How the history, which is in English (decision 40), names what the form changed. */
const FIELD_NAMES = {
  package_number: 'package number',
  tracking_number: 'tracking number',
  courier_id: 'courier',
  advice_tag_id: 'advice tag',
  note: 'note',
  recipient_name: 'recipient',
  unit_number: 'unit',
  email: 'e-mail',
  mobile_phone: 'mobile phone',
} as const
/** The numbers on the parcel, with which it is looked for. */
const NUMBERS = ['package_number', 'tracking_number'] as const
type Label = { readonly [Name in keyof typeof FIELD_NAMES]?: string | null }

/** The changed fields in words; numbers with their former and present value. */
function fieldsText(changed: readonly (keyof Label)[], before: Label, after: Label): string {
  const isNumber = (name: keyof Label) => (NUMBERS as readonly string[]).includes(name)
  return changed
    .map((name) => FIELD_NAMES[name] + (isNumber(name) ? ` (${before[name] || '–'} → ${after[name] || '–'})` : ''))
    .join(', ')
}

async function refuseTakenNumber(db: Db, id: string, packageNumber: string): Promise<void> {
  const taken = db.selectFrom('packages').select('id').where('package_number', '=', packageNumber).where('id', '<>', id)
  if (await taken.executeTakeFirst()) throw conflict(t('MsgPackageNumberTaken'), 'PackageNumber')
}

const labelOf = (db: Db, id: string) =>
  existing(
    db
      .selectFrom('packages as p')
      .select(['p.package_number', 'p.tracking_number', 'p.courier_id', 'p.advice_tag_id', 'p.note'])
      .select(['p.recipient_name', 'p.unit_number', 'p.email', 'p.mobile_phone', rowVersion('p').as('version')])
      .where('p.id', '=', id),
  )
