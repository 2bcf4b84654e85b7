import type { Message } from '#platform/define-messages.ts'
import { type NoticeText, t } from './type-messages.ts'

/** The media of notices (spec 2 §3 "Contact modes", spec 3 §3 "Notification template"). */
export const MEDIA = { email: 1, sms: 2 } as const
export type Medium = keyof typeof MEDIA
export const MEDIUM_NAMES = Object.keys(MEDIA) as Medium[]
export const mediumById = (id: number): Medium | undefined => MEDIUM_NAMES.find((name) => MEDIA[name] === id)

export const mediumMessage = (medium: Medium): Message => t(medium === 'email' ? 'MediumEmail' : 'MediumSms')

/** The values that a text can contain as `{{Name}}`. */
export const TOKENS = [
  'ResidentName',
  'ResidentFirstName',
  'UnitNumber',
  'OrganisationName',
  'PropertyName',
  'BuildingName',
  'PackageNumber',
  'TrackingNumber',
  'CourierName',
  'PlaceName',
  'LockerName',
  'DropOffDate',
  'ExpiryDate',
  'ReminderNumber',
] as const
export type Token = (typeof TOKENS)[number]

const OF_PACKAGE = TOKENS.filter((token) => token !== 'ReminderNumber')

type NoticeTypeRow = {
  readonly id: number
  readonly name: NoticeText
  readonly tokens: readonly Token[]
}

/** The types of notices about packages (decisions "Notices"), by the names that code uses. */
export const NOTICE_TYPES = {
  deliveredToLocker: { id: 1, name: 'TypeDeliveredToLocker', tokens: OF_PACKAGE },
  arrivedInMailroom: { id: 2, name: 'TypeArrivedInMailroom', tokens: OF_PACKAGE },
  reminder: { id: 3, name: 'TypeReminder', tokens: TOKENS },
  expired: { id: 4, name: 'TypeExpired', tokens: OF_PACKAGE },
  collected: { id: 5, name: 'TypeCollected', tokens: OF_PACKAGE },
  transferred: { id: 6, name: 'TypeTransferred', tokens: OF_PACKAGE },
} as const satisfies Record<string, NoticeTypeRow>
export type NoticeType = keyof typeof NOTICE_TYPES
export const NOTICE_TYPE_NAMES = Object.keys(NOTICE_TYPES) as NoticeType[]

export const noticeTypeById = (id: number): NoticeType | undefined =>
  NOTICE_TYPE_NAMES.find((name) => NOTICE_TYPES[name].id === id)
export const noticeTypeMessage = (type: NoticeType): Message => t(NOTICE_TYPES[type].name)
