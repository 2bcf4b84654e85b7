import { randomInt } from 'node:crypto'
import type { Change } from '#features/live/server/api.ts'
import { newId } from '#platform/ids.ts'
import { conflict, orNotFound, refuseIf } from '#platform/server/http/refusal.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { t } from '../../messages.ts'
import { ARRIVING, applyChange, type ChangeDetails, type Changed, choiceFor, situationOf, whyNotChange } from '../../rules.ts'
import { groupIdOf, STATUSES, type StatusName } from '../../statuses.ts'
import type { Channel } from '../../transitions.ts'
import { affectedBanks } from './affected.ts'
import { holdOf, propertyContext, type Recipient } from './circumstances.ts'
import { type Actor, refuseTwoRecipients } from './save.ts'

/** A package to add. */
export type NewPackage = {
  readonly organisationId: string
  /** Created by the caller, so that a repeated call adds the package once. */
  readonly id: string
  readonly propertyId: string
  readonly buildingId: string
  readonly recipient: Recipient
  readonly courierId: string | null
  /** The agent of the drop-off. */
  readonly agentId: string | null
  readonly trackingNumber: string
  /** Generated unless given. */
  readonly packageNumber?: string
  readonly note?: string
  readonly status: StatusName
  readonly channel: Channel
  /** Its place, and the times that the channel asks for. */
  readonly details: ChangeDetails
  readonly actor: Actor
  readonly at: Date
}

/** Attempts to find a free package number. */
const TRIES = 10
/** Digits and letters that are not mistaken for one another, without vowels, so that no number spells a word. */
const NUMBER_CHARACTERS = '23456789BCDFGHJKMNPQRSTVWXYZ'
const NUMBER_LENGTH = 6

/** A short number for people to type, one of 480 million: it is rarely taken in an organisation. */
const newPackageNumber = (): string =>
  Array.from({ length: NUMBER_LENGTH }, () => NUMBER_CHARACTERS[randomInt(NUMBER_CHARACTERS.length)]).join('')

/**
 * Adds a package with its first history row; does nothing when the id exists (`isNew` is false). `affected` are the locker banks to
 * publish after the commit. 422 for what the rules do not
 * allow or a locker that holds another recipient's package, 409 for a package number that exists, 404 for a property that the
 * tenant does not see.
 */
export async function addPackage(db: Db, draft: NewPackage): Promise<Added & { readonly affected: readonly Change[] }> {
  const after = await arrivalOf(db, draft)
  const added = await insert(db, draft, after)
  return { ...added, affected: added.isNew ? await affectedBanks(db, [{ ...draft, ...after }]) : [] }
}
type Added = { readonly isNew: boolean; readonly packageNumber: string }

async function existingPackage(db: Db, id: string): Promise<Added | undefined> {
  const row = await db.selectFrom('packages').select('package_number').where('id', '=', id).executeTakeFirst()
  return row && { isNew: false, packageNumber: row.package_number }
}

async function arrivalOf(
  db: Db,
  { propertyId, buildingId, status, channel, details, recipient, at }: NewPackage,
): Promise<Changed> {
  const property = orNotFound(await propertyContext(db, propertyId, buildingId))
  const choice = choiceFor(situationOf(ARRIVING), channel, status)
  refuseIf(whyNotChange(ARRIVING, channel, status, details, { mailrooms: property.mailrooms, now: at }))
  if (!choice) throw new Error('whyNotChange allows a change without a choice')
  const hold = choice.expiry === 'new' ? await holdOf(db, recipient.residentId, { isSettled: true }) : null
  const after = applyChange(ARRIVING, choice, details, { now: at, periods: property.periods, timeZone: property.timeZone, hold })
  return { ...after, residentId: recipient.residentId }
}

async function insert(db: Db, draft: NewPackage, after: Changed): Promise<Added> {
  for (let i = 0; i < TRIES; i += 1) {
    const packageNumber = draft.packageNumber ?? newPackageNumber()
    if (await insertAs(db, packageNumber, draft, after)) return { isNew: true, packageNumber }
    const existing = await existingPackage(db, draft.id)
    if (existing) return existing
    if (draft.packageNumber) throw conflict(t('MsgPackageNumberTaken'), 'PackageNumber')
  }
  throw new Error('no free package number')
}

async function insertAs(db: Db, packageNumber: string, draft: NewPackage, after: Changed): Promise<boolean> {
  const { organisationId: organisation_id, propertyId: property_id, recipient, actor, at, note = '' } = draft
  const status_id = STATUSES[after.status].id
  const place = { locker_bank_id: after.lockerBankId, locker_id: after.lockerId, mailroom_id: after.mailroomId }
  const write = db
    .with('added', (add) =>
      add
        .insertInto('packages')
        .values({
          organisation_id,
          id: draft.id,
          property_id,
          building_id: draft.buildingId,
          resident_id: recipient.residentId,
          courier_id: draft.courierId,
          agent_id: draft.agentId,
          ...place,
          package_number: packageNumber,
          tracking_number: draft.trackingNumber,
          recipient_name: recipient.name,
          unit_number: recipient.unitNumber,
          email: recipient.email,
          mobile_phone: recipient.mobilePhone,
          status_id,
          status_group: groupIdOf(after.status),
          drop_off_time: after.dropOffTime,
          expiry_time: after.expiryTime,
          collection_time: after.collectionTime,
          recovery_time: after.recoveryTime,
          last_transaction_at: at,
          note,
        })
        .onConflict((c) => c.doNothing())
        .returning(['organisation_id', 'id', 'property_id', 'status_id', 'locker_bank_id', 'locker_id', 'mailroom_id']),
    )
    .insertInto('package_history')
    .columns([
      'organisation_id',
      'package_id',
      'property_id',
      'status_id',
      'locker_bank_id',
      'locker_id',
      'mailroom_id',
      'id',
      'at',
      'user_id',
      'user_name',
      'note',
    ])
    .expression((eb) =>
      eb
        .selectFrom('added')
        .select(['organisation_id', 'id', 'property_id', 'status_id', 'locker_bank_id', 'locker_id', 'mailroom_id'])
        .select((e) => [
          e.cast<string>(e.val(newId()), 'uuid').as('history_id'),
          e.cast<string>(e.val(at), 'timestamptz').as('at'),
          e.cast<string | null>(e.val(actor.id), 'uuid').as('user_id'),
          e.cast<string>(e.val(actor.name), 'text').as('user_name'),
          e.cast<string>(e.val(note), 'text').as('note'),
        ]),
    )
  const { numInsertedOrUpdatedRows = 0n } = await refuseTwoRecipients(write.executeTakeFirstOrThrow())
  return numInsertedOrUpdatedRows > 0n
}
