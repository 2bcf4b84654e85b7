import { defineMessages } from '#platform/define-messages.ts'

export const t = defineMessages('Notice', {
  TypeDeliveredToLocker: 'Delivered to locker',
  TypeArrivedInMailroom: 'Arrived in mailroom',
  TypeReminder: 'Reminder',
  TypeExpired: 'Expired',
  TypeCollected: 'Collected',
  TypeTransferred: 'Transferred',

  MediumEmail: 'E-mail',
  MediumSms: 'SMS',

  NoticeWaiting: 'Waiting',
  NoticeSending: 'Sending',
  NoticeSent: 'Sent',
  NoticeDelivered: 'Delivered',
  NoticeFailed: 'Not sent',
  NoticeCancelled: 'Not needed',

  FilterNotices: 'Recipient, unit, package, address or text of the last {days} days',
  FilterNoticesSince: 'Created since',
  NoNotices: 'No notices yet. Each message to a recipient about a package appears here.',
  NoNoticesOfPackage: 'No notices have been made for this package.',
  LabelNoticeTime: 'Made',
  LabelNoticeType: 'Notice',
  LabelNoticeMedium: 'Medium',
  ButtonSendAgain: 'Send again',
  AskSendAgain: '{who}: those that were not sent will be sent again.',
  CountNotice: '1 notice',
  CountNotices: '{count} notices',
  ButtonSendAgainOf: 'Send again: {type}, {medium}',
  MsgNoticeSendFailed: 'The notice could not be sent again',

  ReasonCollected: 'The package left before.',
  ReasonFlagged: 'The package was flagged before.',
  ReasonOptedOut: 'The recipient has opted out.',
  ReasonSwitchedOff: 'The recipient does not receive notices by this medium.',
  ReasonOtherRecipient: 'The package was given to another recipient.',
  ReasonNoAddress: 'The recipient has no valid address for this medium.',
  ReasonNoGateway: 'The SMS gateway is not enabled.',
  ReasonUnknown: 'It is not known whether it was sent.',
  ReasonRefused: 'The provider refused it: {reason}',
  ReasonUnreachable: 'The provider cannot be reached. It will be tried again.',
  ReasonRefusedForNow: 'The provider refused it for now: {reason}. It will be tried again.',
  ReasonGivenUp: 'The provider could not be reached for two days.',
  ReasonNotDelivered: 'It was not delivered: {reason}',

  MsgNoticesSentAgain: 'The notices will be sent again.',
  MsgNoticesSentAgainFor: 'Notices that will be sent again: {count}.',
  MsgNoticeNotFailed: 'Only notices that were not sent can be sent again.',
})
export type NoticeText = keyof typeof t.table
