import { defineMessages } from '#platform/define-messages.ts'

export const t = defineMessages('NotificationTemplate', {
  MsgSubjectEmpty: 'Subject cannot be empty',
  MsgSubjectTooLong: 'Subject cannot be more than {max} characters!',
  MsgSmsEmpty: 'SMS cannot be empty',
  MsgSmsTooLong: 'SMS cannot be more than {max} characters!',
  MsgBodyEmpty: 'Body cannot be empty',
  MsgTokenUnknown: 'There is no field {name}.',
  MsgTokenUnknownNearest: 'There is no field {name}. Did you mean {nearest}?',
  MsgTemplateSaved: 'Notification template has been saved successfully.',
  MsgTemplateReset: 'The notification template has its original text again.',
  MsgTemplateChangedElsewhere: 'The template has been changed by someone else since you opened it.',
  MsgTestMailSent: 'The test was sent to {address}.',
  MsgTestNeedsPhone: 'Enter a mobile number with its country for the test.',
})
