import { t as tMailroom } from '#features/mailrooms/messages.ts'
import { type ActionName, t as action } from '#features/package-statuses/action-messages.ts'
import {
  groupOf,
  type Place,
  placeNow,
  placeOf,
  RECOVERIES,
  type StatusName,
  statusMessage,
  uiSettingsName,
} from '#features/package-statuses/statuses.ts'
import {
  type Ask,
  type Channel,
  type Situation,
  type StatusNow,
  TRANSITIONS,
  type Transition,
  transitionsFrom,
} from '#features/package-statuses/transitions.ts'
import type { Message } from '#platform/define-messages.ts'
import { t } from './messages.ts'

/** The fields of a package that its changes read; times are ISO 8601. */
export type PackageNow = {
  readonly status: StatusNow
  /** The bank or the mailroom, one of the two; after collection the last one. */
  readonly lockerBankId: string | null
  readonly mailroomId: string | null
  /** Null once it has left the locker. */
  readonly lockerId: string | null
  readonly residentId: string | null
  readonly dropOffTime: string | null
  readonly expiryTime: string | null
  readonly collectionTime: string | null
  readonly recoveryTime: string | null
}

/** A package before it is added. */
export const ARRIVING: PackageNow = {
  status: 'new',
  lockerBankId: null,
  mailroomId: null,
  lockerId: null,
  residentId: null,
  dropOffTime: null,
  expiryTime: null,
  collectionTime: null,
  recoveryTime: null,
}

/** Details of a choice; those that the choice does not ask for are ignored. */
export type ChangeDetails = {
  readonly mailroomId?: string | null
  readonly locker?: { readonly id: string; readonly lockerBankId: string } | null
  readonly residentId?: string | null
  readonly dropOffTime?: string | null
  readonly expiryTime?: string | null
  readonly collectionTime?: string | null
  readonly recoveryTime?: string | null
}

export type ChangeContext = {
  /** The ids that may be chosen, see `mailroomsOffered`. */
  readonly mailrooms: readonly string[]
  /** Whether this agent dropped it off. */
  readonly isDroppingAgent?: boolean
  /** Whether the property asks for a proof of each hand-over, which package detail cannot take. */
  readonly needsProof?: boolean
}

/** A package's key in the status table. */
export const situationOf = (pkg: PackageNow): Situation => ({
  status: pkg.status,
  place: placeNow(pkg.status, pkg.lockerId !== null),
})

export type TimeStamp = 'collectionTime' | 'recoveryTime'

/** An action that is offered for a package. */
export type Choice = {
  readonly action: ActionName
  readonly label: Message
  /** The new status; null (Verify) opens the locker and changes nothing. */
  readonly newStatus: StatusName | null
  readonly asks: Readonly<Record<'mailroom' | 'locker' | 'recipient' | 'expiry' | 'collectionDate' | 'recoveryDate', Ask>>
  /** The place afterwards; 'stays' becomes the mailroom when one is given. */
  readonly ends: 'stays' | Place
  /** The time that the change sets: to that of the details if the choice asks for it, otherwise to now. */
  readonly stamps: TimeStamp | null
  readonly expiry: 'kept' | 'new' | 'open' | 'cleared'
}

/** Browser clocks may be ahead of the server's: only dates beyond this are in the future. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

function stampOf(newStatus: StatusName): TimeStamp | null {
  if (groupOf(newStatus) === 'Collected') return 'collectionTime'
  return RECOVERIES.includes(newStatus) ? 'recoveryTime' : null
}

function choiceOf(line: Transition, channel: Channel): Choice {
  const stamps = line.to && stampOf(line.to)
  const place = line.to ? placeOf(line.to) : 'either'
  const change = line.expiry ?? 'kept'
  const editable = (when: boolean): Ask => (channel === 'detail' && when ? 'optional' : 'no')
  return {
    action: line.action,
    label: action(line.action),
    newStatus: line.to,
    asks: {
      mailroom: line.mailroom ?? 'no',
      locker: line.locker ?? 'no',
      recipient: line.recipient ?? 'no',
      // With a new recipient it is counted, not chosen.
      expiry: editable(change === 'open' || (change === 'new' && line.recipient !== 'required')),
      collectionDate: editable(stamps === 'collectionTime'),
      recoveryDate: editable(stamps === 'recoveryTime'),
    },
    ends: place === 'either' ? 'stays' : place,
    stamps,
    expiry: change,
  }
}

/**
 * The mailrooms that a package may go to: those of its building, but from a locker only when the locker bank has
 * a mailroom itself (spec 1 §4). `bank` is null for a package that is not in a locker.
 */
export const mailroomsOffered = (
  bank: { readonly mailroomId: string | null } | null,
  buildingMailrooms: readonly string[],
): readonly string[] => (bank && !bank.mailroomId ? [] : buildingMailrooms)

/** A collection in a mailroom, by the recipient or for the recipient. */
export const isHandOver = (now: Place, newStatus: StatusName | null): boolean =>
  now === 'mailroom' && newStatus !== null && groupOf(newStatus) === 'Collected'

const isOffered = (line: Transition, { mailrooms, isDroppingAgent, needsProof }: ChangeContext) =>
  (mailrooms.length > 0 || line.mailroom !== 'required' || line.staysWithoutMailroom) &&
  !(line.droppingAgentOnly && !isDroppingAgent) &&
  !(needsProof && isHandOver(line.at, line.to))

/**
 * The choices for a package through a channel, in display order; the first is preselected. Without mailrooms, choices that
 * require one are left out, and the others do not ask for it.
 */
export function choices(now: Situation, channel: Channel, context: ChangeContext): readonly Choice[] {
  const offered = transitionsFrom(now, channel).filter((line) => isOffered(line, context))
  return offered.map((line) => choiceOf(lineIn(line, context), channel))
}
const lineIn = (line: Transition, { mailrooms }: ChangeContext): Transition =>
  mailrooms.length > 0 || (line.mailroom === 'required' && !line.staysWithoutMailroom) ? line : { ...line, mailroom: 'no' }

/** The choices for an empty locker: only Verify. */
export const choicesOfEmptyLocker: readonly Choice[] = [choiceOf(TRANSITIONS.find((line) => line.to === null)!, 'dashboard')]

/** The choice that leads to a status (null: Verify); undefined when the table has none. */
export const choiceFor = (now: Situation, channel: Channel, newStatus: StatusName | null): Choice | undefined =>
  transitionsFrom(now, channel)
    .filter((line) => line.to === newStatus)
    .map((line) => choiceOf(line, channel))[0]

/** Package detail hides Save where no change is left (spec 2 §4). */
export const isSaveHidden = (now: Situation): boolean => transitionsFrom(now, 'detail').length === 0

/** Why a package that package detail cannot save any more stays as it is. */
export const whyClosed = (status: StatusName): Message =>
  t(groupOf(status) === 'Outbound' ? 'MsgPackageOutbound' : 'MsgPackageClosed')

function whyNotTimes(pkg: PackageNow, { asks }: Choice, details: ChangeDetails, now: Date): Message | null {
  const dropOff = pkg.dropOffTime ?? details.dropOffTime
  const isEarly = (time: string | null | undefined) => time && dropOff && new Date(time) < new Date(dropOff)
  const latest = now.getTime() + CLOCK_TOLERANCE_MS
  const isFuture = (time: string | null | undefined) => time && new Date(time).getTime() > latest
  if (asks.expiry !== 'no' && isEarly(details.expiryTime)) return t('MsgExpiryBeforeDropOff')
  if (asks.collectionDate !== 'no' && isEarly(details.collectionTime)) return t('MsgCollectionBeforeDropOff')
  if (asks.recoveryDate !== 'no' && isEarly(details.recoveryTime)) return t('MsgRecoveryBeforeDropOff')
  const recorded = [details.dropOffTime, details.collectionTime, details.recoveryTime]
  return recorded.some(isFuture) ? t('MsgDateInFuture') : null
}

function whyNotDetails(
  pkg: PackageNow,
  choice: Choice,
  details: ChangeDetails,
  channel: Channel,
  { mailrooms, isMailroomMissing }: ChangeContext & { readonly isMailroomMissing: boolean },
): Message | null {
  const mailroom = choice.asks.mailroom === 'no' ? null : details.mailroomId
  if (mailroom && mailroom !== pkg.mailroomId && !mailrooms.includes(mailroom)) return t('MsgMailroomNotOffered')
  if (isMailroomMissing) return channel === 'dashboard' ? tMailroom('MsgMailroomNotSelected') : t('MsgMailroomMustBeSelected')
  if (choice.asks.locker === 'required' && !details.locker) return t('MsgLockerMustBeSelected')
  if (choice.asks.recipient === 'required' && !details.residentId) return t('MsgCorrectRecipientMustBeSelected')
  if (choice.asks.recipient === 'required' && details.residentId === pkg.residentId)
    return t('MsgDifferentRecipientMustBeSelected')
  return null
}

/**
 * Why a package cannot change to `newStatus` (null: Verify) through this channel, or null when it can. The server refuses with it
 * (422), the portal shows it on the button.
 */
export function whyNotChange(
  pkg: PackageNow,
  channel: Channel,
  newStatus: StatusName | null,
  details: ChangeDetails,
  context: ChangeContext & { readonly now: Date },
): Message | null {
  const line = transitionsFrom(situationOf(pkg), channel).find((one) => one.to === newStatus)
  if (!line) return notAllowed(pkg.status, newStatus)
  if (line.droppingAgentOnly && !context.isDroppingAgent) return t('MsgOnlyDroppingAgentConfirms')
  const choice = choiceOf(line, channel)
  const isMailroomMissing = !details.mailroomId && lineIn(line, context).mailroom === 'required'
  return (
    whyNotDetails(pkg, choice, details, channel, { ...context, isMailroomMissing }) ??
    whyNotTimes(pkg, choice, details, context.now)
  )
}

/** The fields of a change that the reasons of `whyNotChange` are about. */
const FIELDS: Readonly<Record<string, string>> = {
  MsgMailroomNotOffered: 'MailRoomId',
  MsgMailroomMustBeSelected: 'MailRoomId',
  MsgMailroomNotSelected: 'MailRoomId',
  MsgCorrectRecipientMustBeSelected: 'ResidentId',
  MsgDifferentRecipientMustBeSelected: 'ResidentId',
  MsgExpiryBeforeDropOff: 'ExpiryTime',
  MsgCollectionBeforeDropOff: 'CollectionTime',
  MsgRecoveryBeforeDropOff: 'RecoveryTime',
}
/** The field that has to be corrected, for a reason that is about one. */
export const fieldOf = (whyNot: Message | null): string | undefined => (whyNot ? FIELDS[whyNot.code] : undefined)

function notAllowed(now: StatusNow, newStatus: StatusName | null): Message {
  const label = newStatus ? statusMessage(newStatus) : action('ActionVerify')
  return now === 'new'
    ? t('MsgNewPackageNotAllowed', { wanted: label })
    : t('MsgStatusChangeNotAllowed', { now: statusMessage(now), wanted: label })
}

/** The `UISettings` of a package detail (spec 2 §3): its name, and which fields its choices enable. */
export function uiSettings(pkg: PackageNow & { readonly status: StatusName }, context: ChangeContext) {
  const offered = choices(situationOf(pkg), 'detail', context)
  const isAskedFor = (field: keyof Choice['asks']) => offered.some((choice) => choice.asks[field] !== 'no')
  return {
    Name: uiSettingsName(pkg.status, pkg.lockerBankId !== null),
    MailRoomEnabled: isAskedFor('mailroom'),
    ExpiryDateEnabled: isAskedFor('expiry'),
    RecipientSearchEnabled: isAskedFor('recipient'),
  }
}

/** Notices go out again for packages in the groups Active and Expired only (spec 2 §4). */
export const whyNotResend = (status: StatusName): Message | null =>
  ['Active', 'Expired'].includes(groupOf(status)) ? null : t('MsgNotificationNotAllowed')
