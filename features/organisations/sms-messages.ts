import { defineMessages } from '#platform/define-messages.ts'

/** Texts of the SMS gateway (spec 3 §5; own words where the spec gives none). */
export const t = defineMessages('OrganisationSms', {
  MsgAccountSidInvalid: 'Enter valid AccountSid!',
  MsgAuthTokenInvalid: 'Enter valid AuthToken!',
  MsgSenderInvalid: 'Enter valid SenderPhoneNumber!',
  MsgTestNumberInvalid: 'Enter a mobile number with its country code, {min} to {max} digits.',
  MsgSaveBeforeTest: 'Details must be saved before the test',
  MsgSmsSaved: 'SMS gateway settings have been saved successfully.',
  MsgSmsSaveFailed: 'The SMS gateway settings were not saved',
  MsgTestSent: 'The test SMS was sent to {phone}.',
  MsgTestRefused: 'The SMS service refused the test: {reason}',
  MsgTestUnanswered: 'The SMS service did not answer.',
  MsgTestFailed: 'The test SMS was not sent',
  SmsTest: 'This is a test message of {name}.',
  SectionAccount: 'Account',
  SectionTest: 'Test',
  LabelAccountSid: 'Account SID',
  LabelAuthToken: 'Auth token',
  HelpAuthToken: 'A token is saved and never shown. Leave it empty to keep it.',
  LabelSender: 'Sender phone number',
  LabelEnable: 'Enable',
  LabelTestNumber: 'Test Mobile Number',
  TestSms: 'Test SMS',
})
