import { newId } from '#platform/ids.ts'
import { conflict, orNotFound, refuseIf } from '#platform/server/http/refusal.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { t } from '../messages.ts'
import { ARRIVING, applyChange, type ChangeDetails, type Changed, choiceFor, situationOf, whyNotChange } from '../rules.ts'
import { groupIdOf, STATUSES, type StatusName } from '../statuses.ts'
import type { Door } from '../transitions.ts'
import { holdOf, propertyContext, type Recipient } from './circumstances.ts'
import { inLockerOfOne } from './locker.ts'
import { newPackageNumber } from './package-number.ts'
import { type Report, reportPlaces } from './report.ts'
import type { Actor } from './save.ts'

/** A package that comes into the house. */
export type NewPackage = {
  readonly organisationId: string
  /** Made by whoever took it in: the same id comes in once. */
  readonly id: string
  readonly propertyId: string
  readonly buildingId: string
  readonly recipient: Recipient
  readonly courierId: string | null
  /** The agent who dropped it off. */
  readonly agentId: string | null
  readonly trackingNumber: string
  /** Made here unless given. */
  readonly packageNumber?: string
  readonly note?: string
  readonly wanted: StatusName
  readonly door: Door
  /** Where it is put, and the times that the door asks for. */
  readonly given: ChangeDetails
  readonly actor: Actor
  readonly at: Date
  readonly report: Report
}

/** Numbers tried until one is free. */
const TRIES = 10

/**
 * Adds a package with its first row of history; `isNew` is false when its id came in before, and then nothing is done.
 * Refuses with 422 what the rules do not allow or when the locker holds another recipient's package, with 409 a package
 * number that is taken, with 404 a property that the tenant does not see.
 */
export async function addPackage(db: Db, draft: NewPackage): Promise<Added> {
  const after = await arrived(db, draft)
  const added = await insert(db, draft, after)
  if (added.isNew) await reportPlaces(db, [{ ...draft, ...after }], draft.report)
  return added
}
type Added = { readonly isNew: boolean; readonly packageNumber: string }

async function addedBefore(db: Db, id: string): Promise<Added | undefined> {
  const row = await db.selectFrom('packages').select('package_number').where('id', '=', id).executeTakeFirst()
  return row && { isNew: false, packageNumber: row.package_number }
}

async function arrived(db: Db, { propertyId, buildingId, wanted, door, given, recipient, at }: NewPackage): Promise<Changed> {
  const house = orNotFound(await propertyContext(db, propertyId, buildingId))
  const choice = choiceFor(situationOf(ARRIVING), door, wanted)
  refuseIf(whyNotChange(ARRIVING, door, wanted, given, { mailrooms: house.mailrooms, now: at }))
  if (!choice) throw new Error('the rules allow what they do not offer')
  const hold = choice.expiry === 'new' ? await holdOf(db, recipient.residentId, { isSettled: true }) : null
  const after = applyChange(ARRIVING, choice, given, { now: at, periods: house.periods, timeZone: house.timeZone, hold })
  return { ...after, residentId: recipient.residentId }
}

async function insert(db: Db, draft: NewPackage, after: Changed): Promise<Added> {
  for (let i = 0; i < TRIES; i += 1) {
    const packageNumber = draft.packageNumber ?? newPackageNumber()
    if (await insertAs(db, packageNumber, draft, after)) return { isNew: true, packageNumber }
    // Either the id came in before, or the number is taken.
    const before = await addedBefore(db, draft.id)
    if (before) return before
    if (draft.packageNumber) throw conflict(t('MsgPackageNumberTaken'), 'PackageNumber')
  }
  throw new Error('no package number is free')
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
  const { numInsertedOrUpdatedRows = 0n } = await inLockerOfOne(write.executeTakeFirstOrThrow())
  return numInsertedOrUpdatedRows > 0n
}
