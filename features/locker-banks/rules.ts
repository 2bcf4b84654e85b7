import { t as tKiosk } from '#features/kiosks/messages.ts'
import type { BankStatus } from '#features/kiosks/rules.ts'
import { t as tMailroom } from '#features/mailrooms/messages.ts'
import type { Message } from '#platform/define-messages.ts'
import { t } from './messages.ts'

/** A status for display: upper case and trimmed (spec 1 §4). */
export const statusText = (status: string): string => status.trim().toUpperCase()
/** True: shown green; false: red. */
export const isOnline = (status: string): boolean => statusText(status) === ('ONLINE' satisfies BankStatus)

type Beacon = { readonly BeaconDeviceMajor: string; readonly BeaconDeviceMinor: string }

/** iBeacon major and minor must be given together or not at all. */
export const whyNotBeacon = ({ BeaconDeviceMajor, BeaconDeviceMinor }: Beacon): Message | null =>
  (BeaconDeviceMajor === '') === (BeaconDeviceMinor === '') ? null : t('MsgBeaconIncomplete')

/** A code cannot be changed, because the kiosk stores it. */
export const whyNotCode = (code: string, saved: string): Message | null => (code === saved ? null : t('MsgLockerBankCodeFixed'))

/** `isCreated`: it has been saved. `isAuthorised`: it has an API key. `hasChanged`: since it was last published. */
type Bank = { readonly isCreated: boolean; readonly isAuthorised: boolean; readonly hasChanged: boolean }

export function whyNotAuthorise({ isCreated, isAuthorised }: Pick<Bank, 'isCreated' | 'isAuthorised'>): Message | null {
  if (!isCreated) return t('MsgCreateLockerBankBeforeAuthorising')
  return isAuthorised ? t('MsgLockerBankAlreadyAuthorised') : null
}

/** Also applies to exporting the API key. */
export const whyNotDeauthorise = ({ isAuthorised }: Pick<Bank, 'isAuthorised'>): Message | null =>
  isAuthorised ? null : t('MsgLockerBankUnauthorised')

/** Publishing needs an authorised kiosk and a change (decisions "Locker banks"). */
export function whyNotPublish({ isAuthorised, hasChanged }: Pick<Bank, 'isAuthorised' | 'hasChanged'>): Message | null {
  if (!isAuthorised) return t('MsgLockerBankUnauthorised')
  return hasChanged ? null : t('MsgLockerBankNothingToPublish')
}

type Versions = { readonly ConfigVersion: number; readonly PublishedVersion: number }
/**
 * The label of a bank whose kiosk uses an older configuration than the published one, or null. Version 0: the kiosk has not
 * reported a version yet.
 */
export const oldConfiguration = ({ ConfigVersion: runs, PublishedVersion: published }: Versions): Message | null =>
  runs > 0 && runs < published ? t('LabelOldConfiguration', { runs, published }) : null

export const whyNotDelete = ({ livePackages }: { readonly livePackages: number }): Message | null =>
  livePackages > 0 ? t('MsgLockerBankHoldsPackages') : null

/** The opening of one locker; `needsMailroom`: the chosen action requires one. */
export type Opening = {
  readonly status: string
  readonly isMapped: boolean
  readonly needsMailroom: boolean
  readonly mailroomId: string | null
}

/** Why a locker cannot be opened from the dashboard (spec 1 §4, §5); the first reason only. */
export function whyNotOpen({ status, isMapped, needsMailroom, mailroomId }: Opening): Message | null {
  if (!isOnline(status)) return tKiosk('MsgLockerBankOffline')
  if (!isMapped) return tKiosk('MsgLockerNotMapped')
  return needsMailroom && !mailroomId ? tMailroom('MsgMailroomNotSelected') : null
}
