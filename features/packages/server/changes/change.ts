import type { Change } from '#features/live/server/api.ts'
import type { StatusName } from '#features/package-statuses/statuses.ts'
import type { Channel } from '#features/package-statuses/transitions.ts'
import { orNotFound, refuseIf } from '#platform/server/http/refusal.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { applyChange, type Changed } from '../../apply-change.ts'
import { t } from '../../messages.ts'
import { type ChangeDetails, type Choice, choiceFor, fieldOf, mailroomsOffered, situationOf, whyNotChange } from '../../rules.ts'
import { affectedBanks } from './affected.ts'
import { type LockedPackage, lockForPackages } from './lock.ts'
import { lockMailroom, type PropertyContext, type PropertyReader, propertyReader } from './property-context.ts'
import { holdOf, type Recipient, residentAsRecipient } from './recipient.ts'
import { type Actor, saveChanges } from './save.ts'

type Request = {
  /** The new status; of several, the first that the rules offer for the package. */
  readonly newStatus: StatusName | readonly StatusName[]
  readonly channel: Channel
  readonly actor: Actor
  /** Details of the choice; those that the rules do not ask for are ignored. */
  readonly details?: ChangeDetails
  /** The locker that the caller expects it in. */
  readonly fromLockerId?: string
  /** When it happened; a kiosk may report later. */
  readonly at: Date
}
export type ChangeOf = Request & { readonly note?: string; readonly packageId: string }
export type ChangesOf = Request & { readonly note?: string; readonly packageIds: readonly string[] }

/**
 * Changes a package's status for any channel (decisions "Package status → group"): locks the package, checks the rules, writes it
 * with a history row and returns the affected locker banks, to be published after the commit. 404 for a package that the tenant
 * does not see, 422 with the rule's reason for what the rules do not allow.
 */
export const changePackage = (db: Db, { packageId, ...request }: ChangeOf): Promise<Change[]> =>
  changePackages(db, { ...request, packageIds: [packageId] })

/**
 * The same for several packages, all or none. Call it once per transaction: it locks in the order of ids, and a second call would
 * lock out of order.
 */
export async function changePackages(db: Db, { packageIds, ...request }: ChangesOf): Promise<Change[]> {
  const rows = await lockForPackages(db, packageIds)
  if (rows.length !== new Set(packageIds).size) orNotFound(null)
  const propertyOf = propertyReader(db)
  const changes: Awaited<ReturnType<typeof changed>>[] = []
  for (const row of rows) changes.push(await changed(db, row, request, propertyOf))
  await saveChanges(db, changes, request)
  return affectedBanks(
    db,
    changes.flatMap(({ row, after }) => [
      { ...row, ...row.now },
      { ...row, ...after },
    ]),
  )
}

/** Refuses like `changePackage` without changing anything. */
export async function checkChange(db: Db, { packageId, ...request }: Request & { readonly packageId: string }): Promise<void> {
  const [row] = await lockForPackages(db, [packageId])
  await changed(db, orNotFound(row), request, propertyReader(db))
}

const statusOf = (requested: Request['newStatus'], { now }: LockedPackage, channel: Channel): StatusName => {
  if (typeof requested === 'string') return requested
  const status = requested.find((one) => choiceFor(situationOf(now), channel, one)) ?? requested[0]
  if (!status) throw new Error('a change needs a status')
  return status
}

async function changed(
  db: Db,
  row: LockedPackage,
  { newStatus: statuses, channel, actor, details = {}, fromLockerId, at }: Request,
  propertyOf: PropertyReader,
): Promise<{ row: LockedPackage; after: Changed; recipient: Recipient | null }> {
  refuseIf(fromLockerId && fromLockerId !== row.now.lockerId ? t('MsgPackageNotInLocker') : null)
  const newStatus = statusOf(statuses, row, channel)
  const choice = choiceFor(situationOf(row.now), channel, newStatus)
  const property = choice && needsProperty(choice) ? orNotFound(await propertyOf(row.propertyId, row.buildingId)) : NO_PROPERTY
  const mailrooms = mailroomsOffered(row.bank, property.mailrooms)
  const isDroppingAgent = actor.id !== null && actor.id === row.agentId
  const whyNot = whyNotChange(row.now, channel, newStatus, details, { mailrooms, isDroppingAgent, now: at })
  refuseIf(whyNot, fieldOf(whyNot))
  if (!choice) throw new Error('whyNotChange allows a change without a choice')
  const residentId = choice.asks.recipient === 'no' ? row.now.residentId : (details.residentId ?? row.now.residentId)
  // The hold of the present recipient postpones their packages itself; a new recipient may be saving theirs right now.
  const isSettled = residentId !== row.now.residentId
  const hold = choice.expiry === 'new' ? await holdOf(db, residentId, { isSettled }) : null
  const after = applyChange(row.now, choice, details, { now: at, periods: property.periods, timeZone: property.timeZone, hold })
  if (after.mailroomId !== row.now.mailroomId) await lockMailroom(db, after.mailroomId)
  const isNew = after.residentId !== row.now.residentId
  return { row, after, recipient: isNew ? await newRecipient(db, after.residentId, row.propertyId) : null }
}

const needsProperty = ({ asks, expiry }: Choice) => asks.mailroom !== 'no' || expiry === 'new'
/** For changes that do not read it. */
const NO_PROPERTY: PropertyContext = { timeZone: '', periods: { locker: Number.NaN, mailroom: Number.NaN }, mailrooms: [] }

async function newRecipient(db: Db, residentId: string | null, propertyId: string): Promise<Recipient> {
  const recipient = residentId ? await residentAsRecipient(db, residentId, propertyId) : undefined
  refuseIf(recipient ? null : t('MsgCorrectRecipientMustBeSelected'))
  return recipient as Recipient
}
