import { orNotFound, refuseIf } from '#platform/server/http/refusal.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { t } from '../messages.ts'
import {
  applyChange,
  type ChangeDetails,
  type Changed,
  type Choice,
  choiceFor,
  mailroomsOffered,
  situationOf,
  whyNotChange,
} from '../rules.ts'
import type { StatusName } from '../statuses.ts'
import type { Door } from '../transitions.ts'
import { holdOf, type PropertyContext, propertyContext, type Recipient, residentAsRecipient } from './circumstances.ts'
import { type LockedPackage, lockForPackages } from './locked.ts'
import { type Report, reportPlaces } from './report.ts'
import { type Actor, saveChanges } from './save.ts'

type Wish = {
  /** The status wanted; of several, the first that the rules have for the package as it lies. */
  readonly wanted: StatusName | readonly StatusName[]
  readonly door: Door
  readonly actor: Actor
  /** What came along with the choice; only what the rules ask for is taken. */
  readonly given?: ChangeDetails
  /** The locker that it is said to lie in. */
  readonly fromLockerId?: string
  /** When it happened; for what a kiosk tells late that is not now. */
  readonly at: Date
}
type What = Wish & { readonly note?: string; readonly report: Report }
export type ChangeOf = What & { readonly packageId: string }
export type ChangesOf = What & { readonly packageIds: readonly string[] }

/**
 * Changes a package's status, as every door does it (decisions "Package status → group"): locks it, asks the rules, writes
 * the row and one row of history, and reports the locker banks that look different now. Refuses with 404 for a package
 * that the tenant does not see and with 422 and the rule's text for what the rules do not allow; then nothing is changed.
 */
export const changePackage = (db: Db, { packageId, ...what }: ChangeOf): Promise<void> =>
  changePackages(db, { ...what, packageIds: [packageId] })

/**
 * The same for several packages, all or none. Once in a transaction: what it locks it locks in the order of ids, and two
 * calls in one transaction would lock out of order.
 */
export async function changePackages(db: Db, { packageIds, ...what }: ChangesOf): Promise<void> {
  const rows = await lockForPackages(db, packageIds)
  if (rows.length !== new Set(packageIds).size) orNotFound(null)
  const remembered = memory()
  const changes: Awaited<ReturnType<typeof changed>>[] = []
  for (const row of rows) changes.push(await changed(db, row, what, remembered))
  await saveChanges(db, changes, what)
  await reportPlaces(
    db,
    changes.flatMap(({ row, after }) => [
      { ...row, ...row.now },
      { ...row, ...after },
    ]),
    what.report,
  )
}

/** Refuses as `changePackage` would and changes nothing. */
export async function checkChange(db: Db, { packageId, ...wish }: Wish & { readonly packageId: string }): Promise<void> {
  const [row] = await lockForPackages(db, [packageId])
  await changed(db, orNotFound(row), wish, memory())
}

const oneOf = (wanted: Wish['wanted'], { now }: LockedPackage, door: Door): StatusName => {
  if (typeof wanted === 'string') return wanted
  const status = wanted.find((one) => choiceFor(situationOf(now), door, one)) ?? wanted[0]
  if (!status) throw new Error('no status is wanted')
  return status
}

/** What several packages of one call have in common is read once. */
function memory() {
  const kept = new Map<string, Promise<unknown>>()
  return <T>(name: string, read: () => Promise<T>): Promise<T> => {
    const before = kept.get(name) as Promise<T> | undefined
    const value = before ?? read()
    if (!before) kept.set(name, value)
    return value
  }
}

async function changed(
  db: Db,
  row: LockedPackage,
  { wanted: wishes, door, actor, given = {}, fromLockerId, at }: Wish,
  remembered: ReturnType<typeof memory>,
): Promise<{ row: LockedPackage; after: Changed; recipient: Recipient | null }> {
  refuseIf(fromLockerId && fromLockerId !== row.now.lockerId ? t('MsgPackageNotInLocker') : null)
  const wanted = oneOf(wishes, row, door)
  const choice = choiceFor(situationOf(row.now), door, wanted)
  const house =
    choice && asksForHouse(choice)
      ? orNotFound(await remembered(row.buildingId, () => propertyContext(db, row.propertyId, row.buildingId)))
      : UNASKED
  const mailrooms = mailroomsOffered(row.bank, house.mailrooms)
  const isDroppingAgent = actor.id !== null && actor.id === row.agentId
  refuseIf(whyNotChange(row.now, door, wanted, given, { mailrooms, isDroppingAgent, now: at }))
  if (!choice) throw new Error('the rules allow what they do not offer')
  const whose = choice.asks.recipient === 'no' ? row.now.residentId : (given.residentId ?? row.now.residentId)
  // Who has the package already puts it off with their others; who gets it now may be saying so just now.
  const isSettled = whose !== row.now.residentId
  const hold = choice.expiry === 'new' ? await holdOf(db, whose, { isSettled }) : null
  const after = applyChange(row.now, choice, given, { now: at, periods: house.periods, timeZone: house.timeZone, hold })
  const isNew = after.residentId !== row.now.residentId
  return { row, after, recipient: isNew ? await newRecipient(db, after.residentId, row.propertyId) : null }
}

const asksForHouse = ({ asks, expiry }: Choice) => asks.mailroom !== 'no' || expiry === 'new'
/** For changes that ask for none of it. */
const UNASKED: PropertyContext = { timeZone: '', periods: { locker: Number.NaN, mailroom: Number.NaN }, mailrooms: [] }

async function newRecipient(db: Db, residentId: string | null, propertyId: string): Promise<Recipient> {
  const recipient = residentId ? await residentAsRecipient(db, residentId, propertyId) : undefined
  refuseIf(recipient ? null : t('MsgCorrectRecipientMustBeSelected'))
  return recipient as Recipient
}
