import { expiry, type Hold, heldExpiry } from '#features/package-statuses/expiry.ts'
import type { ExpiryPeriods } from '#features/package-statuses/periods.ts'
import { isLive, type Place, type StatusName } from '#features/package-statuses/statuses.ts'
import type { Ask } from '#features/package-statuses/transitions.ts'
import { type ChangeDetails, type Choice, type PackageNow, situationOf, type TimeStamp } from './rules.ts'

/** A package after a change. */
export type Changed = PackageNow & { readonly status: StatusName; readonly dropOffTime: string }

type Counting = {
  readonly now: Date
  readonly periods: ExpiryPeriods
  readonly timeZone: string
  readonly hold?: Hold | null
}

/**
 * The package's fields after a choice that `whyNotChange` allows. A package that is collected or recovered frees its locker and
 * keeps the bank or mailroom as its last place; other moves clear the previous place. A new expiry counts from now, for a new
 * package from its drop-off. `hold`: when the recipient is out of town. Throws for Verify and for missing details.
 */
export function applyChange(
  pkg: PackageNow,
  choice: Choice,
  details: ChangeDetails,
  { now, periods, timeZone, hold = null }: Counting,
): Changed {
  if (choice.newStatus === null) throw new Error('Verify changes nothing')
  const at = now.toISOString()
  const place = endPlace(choice, situationOf(pkg).place, details.mailroomId)
  const dropOffTime = pkg.dropOffTime ?? details.dropOffTime ?? at
  const timeIfAsked = (ask: Ask, time: string | null | undefined) => (ask === 'no' ? null : (time ?? null))
  const ownExpiry = () =>
    choice.expiry === 'new' && place !== 'none'
      ? heldExpiry(expiry(pkg.status === 'new' ? dropOffTime : at, periods[place], timeZone), hold, periods[place], timeZone)
      : pkg.expiryTime
  const stamp = (name: TimeStamp, ask: Ask) => (choice.stamps === name ? (timeIfAsked(ask, details[name]) ?? at) : pkg[name])
  return {
    status: choice.newStatus,
    ...whereabouts(place, pkg, choice, details),
    residentId: choice.asks.recipient === 'no' ? pkg.residentId : (details.residentId ?? pkg.residentId),
    dropOffTime,
    expiryTime: choice.expiry === 'cleared' ? null : (timeIfAsked(choice.asks.expiry, details.expiryTime) ?? ownExpiry()),
    collectionTime: stamp('collectionTime', choice.asks.collectionDate),
    recoveryTime: stamp('recoveryTime', choice.asks.recoveryDate),
  }
}

type Whereabouts = Pick<PackageNow, 'lockerBankId' | 'lockerId' | 'mailroomId'>

function whereabouts(place: Place, pkg: PackageNow, choice: Choice, details: ChangeDetails): Whereabouts {
  const locker = choice.asks.locker === 'no' ? { id: pkg.lockerId, lockerBankId: pkg.lockerBankId } : details.locker
  const mailroomId = choice.asks.mailroom === 'no' ? pkg.mailroomId : (details.mailroomId ?? pkg.mailroomId)
  if (place === 'locker' && locker?.id) return { lockerBankId: locker.lockerBankId, lockerId: locker.id, mailroomId: null }
  if (place === 'mailroom' && mailroomId) return { lockerBankId: null, lockerId: null, mailroomId }
  if (place === 'none' && choice.newStatus && !isLive(choice.newStatus))
    return { lockerBankId: pkg.lockerBankId, lockerId: null, mailroomId: pkg.mailroomId }
  throw new Error(`${choice.newStatus} needs a ${place === 'none' ? 'place' : place}`)
}

/** The place after a choice with a mailroom. */
function endPlace(choice: Choice, now: Place, mailroomId: string | null | undefined): Place {
  if (choice.ends !== 'stays') return choice.ends
  return mailroomId && choice.asks.mailroom !== 'no' ? 'mailroom' : now
}
