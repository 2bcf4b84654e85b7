import { defineMessages } from '#platform/define-messages.ts'

/** Texts of the newsletter: its e-mail, and the list of subscribers. */
export const t = defineMessages('Newsletter', {
  MailSubscribeSubject: 'Please confirm your subscription',
  MailSubscribeText:
    'You, or somebody with your address, asked for the newsletter of Parcelhall. Open this link within {hours} hours and press the button to confirm: {link}',
  MailSubscribeFooter: 'If it was not you, ignore this e-mail: nothing else will come. To be deleted at once: {link}',
  LabelSubscribedAt: 'Requested',
  LabelConfirmedAt: 'Confirmed',
  LabelUnsubscribeLink: 'Link to unsubscribe',
  ExportSubscribers: 'Export confirmed subscribers as CSV',
  MsgSubscribersFailed: 'The subscribers could not be exported',
  WordUnconfirmed: 'Not confirmed yet',
  NoSubscribers: 'Nobody has subscribed yet.',
})
