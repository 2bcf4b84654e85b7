import { defineMessages } from '#platform/define-messages.ts'

/** Names of the notices about packages and of their media. */
export const t = defineMessages('NoticeType', {
  TypeDeliveredToLocker: 'Delivered to locker',
  TypeArrivedInMailroom: 'Arrived in mailroom',
  TypeReminder: 'Reminder',
  TypeExpired: 'Expired',
  TypeCollected: 'Collected',
  TypeTransferred: 'Transferred',
  MediumEmail: 'E-mail',
  MediumSms: 'SMS',
  LabelNoticeType: 'Notice',
  LabelNoticeMedium: 'Medium',
})
export type NoticeText = keyof typeof t.table
