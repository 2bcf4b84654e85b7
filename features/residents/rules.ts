import { type Message, plainMessage } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import { t } from './messages.ts'

/** Occupancy statuses (decisions "People"); former residents are inactive and have no access code. */
export const OCCUPANCY = { Current: 1, MovingIn: 2, MovedOut: 3 } as const
export type OccupancyName = keyof typeof OCCUPANCY
export const OCCUPANCY_NAMES = Object.keys(OCCUPANCY) as OccupancyName[]
export const occupancyMessage = (status: number): Message => {
  const name = OCCUPANCY_NAMES.find((one) => OCCUPANCY[one] === status)
  return name ? t(`Status${name}`) : plainMessage('')
}

/** Resident flags of the list (spec 2 §2), with their bits in `facet`. */
export const RESIDENT_FLAGS = {
  OptOut: { id: 1, bit: 1 },
  OutOfTown: { id: 2, bit: 2 },
  SpecialNeeds: { id: 3, bit: 4 },
} as const
const FLAG_SETS = 8
export type ResidentFlag = keyof typeof RESIDENT_FLAGS
export const FLAG_NAMES = Object.keys(RESIDENT_FLAGS) as ResidentFlag[]

/** The facet of an occupancy status with some flags. */
export const facetOf = (occupancy: number, ...flags: readonly ResidentFlag[]): number =>
  flags.reduce((facet, flag) => facet + RESIDENT_FLAGS[flag].bit, occupancy * FLAG_SETS)

/** The facets with an occupancy status and a flag; undefined for all. */
export function facetsOf({
  occupancy,
  flag,
}: {
  occupancy?: number | undefined
  flag?: number | undefined
}): number[] | undefined {
  if (occupancy === undefined && flag === undefined) return undefined
  const bit = FLAG_NAMES.map((name) => RESIDENT_FLAGS[name]).find(({ id }) => id === flag)?.bit ?? 0
  const statuses = Object.values(OCCUPANCY).filter((status) => occupancy === undefined || status === occupancy)
  return statuses.flatMap((status) =>
    EVERY_FLAGS.filter((flags) => (flags & bit) === bit).map((flags) => status * FLAG_SETS + flags),
  )
}
const EVERY_FLAGS = Array.from({ length: FLAG_SETS }, (_, flags) => flags)

/** Former residents are inactive (decisions "People"). */
export const hasMovedOut = (occupancyStatus: number | undefined): boolean => occupancyStatus === OCCUPANCY.MovedOut

/** A resident's status in lists; `residents.status_order` has the same order. */
export const residentStatus = (resident: { readonly isActive: boolean; readonly occupancyStatus: number }): Message =>
  resident.isActive || hasMovedOut(resident.occupancyStatus) ? occupancyMessage(resident.occupancyStatus) : label('LabelInactive')

/** Bounds of a random access code, both included (spec 2 §9). */
export const ACCESS_CODE = { from: 10_000_000, to: 99_999_999 } as const
export const isAccessCode = (code: string): boolean => /^\d{8}$/.test(code)

type Reachable = {
  readonly isActive: boolean
  readonly hasOptedOut: boolean
  /** Whether there is a valid code. */
  readonly hasCode: boolean
  readonly email: string
}
/** Why the access code cannot be sent: it takes an active resident with a valid code and an address (spec 2 §2). */
export function whyNotSendCode({ isActive, hasOptedOut, hasCode, email }: Reachable): Message | null {
  if (!isActive) return t('MsgCodeNotActive')
  if (!hasCode) return t('MsgCodeNone')
  if (email === '') return t('MsgCodeNoEmail')
  return hasOptedOut ? t('MsgCodeOptedOut') : null
}

/** Residents with live packages cannot be deleted or erased. */
export const whyNotDelete = ({ livePackages }: { readonly livePackages: number }): Message | null =>
  livePackages > 0 ? t('MsgResidentHasPackages') : null

/** Residents with live packages, and former ones, cannot be marked as moved out in a list. */
export function whyNotMoveOut({
  livePackages,
  occupancyStatus,
}: {
  readonly livePackages: number
  readonly occupancyStatus: number
}): Message | null {
  if (hasMovedOut(occupancyStatus)) return t('MsgMovedOutAlready')
  return livePackages > 0 ? t('MsgResidentHasPackages') : null
}

/** Residents with live packages cannot move: a code opens lockers of one property only. */
export const whyNotMove = ({ livePackages }: { readonly livePackages: number }): Message | null =>
  livePackages > 0 ? t('MsgResidentMoves') : null

/** Days as `YYYY-MM-DD`, local to the property. `until` is the day of return of a hold, and the last day of a delegate. */
export type Days = { readonly from: string; readonly until: string }
/** Longest hold and longest delegation, in days. */
export const MAX_DAYS = 366

const DAY_MS = 86_400_000
const daysBetween = ({ from, until }: Days) => (Date.parse(until) - Date.parse(from)) / DAY_MS

/** Why these days are no hold; `today` in the property. */
export function whyNotHold(days: Days, today: string): Message | null {
  if (days.until <= days.from) return t('MsgHoldOrder')
  if (days.until < today) return t('MsgHoldPast')
  return daysBetween(days) > MAX_DAYS ? t('MsgHoldTooLong', { days: MAX_DAYS }) : null
}

/** Why a resident cannot be marked as out of town without days: that would erase the days of one who is away already. */
export const whyNotLeave = ({ isOutOfTown }: { readonly isOutOfTown: boolean }): Message | null =>
  isOutOfTown ? t('MsgOutOfTownAlready') : null

/** Delegates of a resident. */
export const MAX_DELEGATES = 10

type Lending = { readonly isActive: boolean; readonly delegates: number }
/** Why a resident cannot have another delegate. */
export function whyNotLend({ isActive, delegates }: Lending): Message | null {
  if (!isActive) return t('MsgDelegateNotActive')
  return delegates >= MAX_DELEGATES ? t('MsgTooManyDelegates', { max: MAX_DELEGATES }) : null
}
/** Why these days are not allowed for a delegate; `today` in the property. */
export function whyNotDelegate(days: Days, today: string): Message | null {
  if (days.until < days.from) return t('MsgDelegateOrder')
  if (days.until < today) return t('MsgDelegatePast')
  return daysBetween(days) > MAX_DAYS ? t('MsgDelegateTooLong', { days: MAX_DAYS }) : null
}

/** Whether a delegate may collect on this day, both ends included. */
export const mayCollect = ({ from, until }: Days, today: string): boolean => from <= today && today <= until
