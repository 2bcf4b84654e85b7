import type { Message } from '#platform/define-messages.ts'
import { t } from './messages.ts'

/** The place of a package. 'none': it has left the building or was never in it. */
export type Place = 'locker' | 'mailroom' | 'none'

/** Status groups by their wire id (spec 1 §3). */
export const GROUPS = { Active: 1, Collected: 2, Expired: 3, Flagged: 4, Outbound: 5, Recovered: 6 } as const
export type Group = keyof typeof GROUPS

/** Groups of packages that are still in the building; lists of a locker's packages contain these (spec 1 §9). */
export const LIVE_GROUPS = ['Active', 'Expired', 'Flagged', 'Outbound'] as const satisfies readonly Group[]
export const LIVE_GROUP_IDS: readonly number[] = LIVE_GROUPS.map((group) => GROUPS[group])

type Row = {
  readonly id: number
  readonly group: Group
  /** The place of the status; 'either': the package stays where it is. */
  readonly place: Place | 'either'
  /** The letter of a flagged package on a drawn locker. */
  readonly letter?: string
}

/**
 * The 25 package statuses (spec 1 §3) with their groups (decisions "Package status → group"). Keyed by name: the
 * numbers of two of them are disputed and are used on the wire only.
 */
export const STATUSES = {
  InLocker: { id: 1, group: 'Active', place: 'locker' },
  InMailroom: { id: 2, group: 'Active', place: 'mailroom' },
  TransferredtoMailroom: { id: 3, group: 'Active', place: 'mailroom' },
  TransferredtoLocker: { id: 4, group: 'Active', place: 'locker' },
  ServiceRecoveredtoMailroom: { id: 5, group: 'Active', place: 'mailroom' },
  Found: { id: 6, group: 'Active', place: 'either' },
  ExpiredCollectedbyRecipient: { id: 7, group: 'Collected', place: 'none' },
  CollectedbyRecipient: { id: 8, group: 'Collected', place: 'none' },
  ServiceRecoveredforRecipient: { id: 9, group: 'Collected', place: 'none' },
  ExpiredInlocker: { id: 10, group: 'Expired', place: 'locker' },
  ExpiredInMailroom: { id: 11, group: 'Expired', place: 'mailroom' },
  Missing: { id: 12, group: 'Flagged', place: 'either', letter: 'M' },
  WrongRecipient: { id: 13, group: 'Flagged', place: 'either', letter: 'W' },
  Unconfirmed: { id: 14, group: 'Flagged', place: 'locker', letter: 'U' },
  CollectedbyAgent: { id: 15, group: 'Recovered', place: 'none' },
  ExpiredCollectedbyAgent: { id: 16, group: 'Recovered', place: 'none' },
  ServiceRecoveredtoAgent: { id: 17, group: 'Recovered', place: 'none' },
  Disposed: { id: 18, group: 'Recovered', place: 'none' },
  Forwardedtoamailingaddress: { id: 19, group: 'Recovered', place: 'none' },
  ReturnedtoSender: { id: 20, group: 'Recovered', place: 'none' },
  Pending: { id: 21, group: 'Flagged', place: 'locker', letter: 'P' },
  OnHold: { id: 22, group: 'Flagged', place: 'either', letter: 'H' },
  Lost: { id: 23, group: 'Recovered', place: 'none' },
  DroppedOffForDryCleaning: { id: 24, group: 'Outbound', place: 'locker' },
  DryCleaningRecoveredbyAgent: { id: 25, group: 'Recovered', place: 'none' },
} as const satisfies Record<string, Row>

export type StatusName = keyof typeof STATUSES
export const STATUS_NAMES = Object.keys(STATUSES) as StatusName[]
const rows: Readonly<Record<StatusName, Row>> = STATUSES

/** Labels of statuses and groups. */
export const statusMessage = (status: StatusName): Message => t(`Status${status}`)
export const statusLabel = (status: StatusName): string => statusMessage(status).text
export const groupLabel = (group: Group): string => t(`Group${group}`).text
/** The name of a wire id of a group, undefined when there is none. */
export const groupMessage = (id: number): Message | undefined => {
  const group = (Object.keys(GROUPS) as Group[]).find((one) => GROUPS[one] === id)
  return group && t(`Group${group}`)
}
/** The status of a wire id, undefined when there is none. */
export const statusById = (id: number): StatusName | undefined => STATUS_NAMES.find((name) => STATUSES[name].id === id)
export const groupOf = (status: StatusName): Group => rows[status].group
export const groupIdOf = (status: StatusName): number => GROUPS[groupOf(status)]
/** Names of the statuses of some groups, in the order of their ids. */
export const statusesOf = (groups: readonly Group[]): StatusName[] =>
  STATUS_NAMES.filter((name) => groups.includes(groupOf(name)))
/** The statuses of a collection: the recipient has the package. Every count of collections has exactly these. */
export const COLLECTIONS: readonly StatusName[] = statusesOf(['Collected'])
/** The statuses of packages that an agent took back, which is no collection. */
export const TAKEN_BACK: readonly StatusName[] = ['CollectedbyAgent', 'ExpiredCollectedbyAgent', 'ServiceRecoveredtoAgent']
/** The statuses with a time of recovery: all of the group but Lost, because a lost package may be found. */
export const RECOVERIES: readonly StatusName[] = statusesOf(['Recovered']).filter((status) => status !== 'Lost')
/** The place of a status; 'either': the package stays where it is. */
export const placeOf = (status: StatusName): Place | 'either' => rows[status].place
export const isLive = (status: StatusName): boolean => placeOf(status) !== 'none'
/** The place of a package, by its status and whether it is, or was last, in a locker. */
export function placeNow(status: StatusName | 'new', isInLocker: boolean): Place {
  if (status === 'new' || !isLive(status)) return 'none'
  return isInLocker ? 'locker' : 'mailroom'
}
/** The letter on a drawn locker: M, W, U, P (spec 1 §4), H (decisions); null for packages that are not flagged. */
export const flaggedLetter = (status: StatusName): string | null => rows[status].letter ?? null

/**
 * `UISettings.Name` of a package detail (decisions "Package status → group"): where it lies (or lay last) and its
 * group, or for a flagged package the status's own name.
 */
export function uiSettingsName(status: StatusName, isInLocker: boolean): string {
  const group = groupOf(status)
  return `${isInLocker ? 'InLocker' : 'InMailRoom'}_${group === 'Flagged' ? status : group}`
}
