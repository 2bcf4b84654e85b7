import { defineMessages } from './define-messages.ts'

/** Texts without a feature: general refusals (spec 1 §8). */
export const t = defineMessages('Common', {
  MsgBadInput: 'The request could not be understood.',
  MsgNoOrganisationId: 'X-Organisation-Id is not a valid organisation id.',
  MsgSignInNeeded: 'Please sign in.',
  MsgSessionEnded: 'Your session has ended. Please sign in again.',
  MsgNotAuthorised:
    'Sorry! You are not authorized to navigate to requested page. Please contact administrator if you need access.',
  MsgNotFound: 'Not found. It may have been deleted.',
  MsgAlreadyExists: 'It already exists.',
  MsgReferenceMissing: 'A related record was not found. It may have been deleted.',
  MsgTooLarge: 'The request is too large.',
  MsgTooManyRequests: 'Too many attempts. Please try again in {seconds} seconds.',
  MsgTooDeep: 'Only the first {max} rows have pages. Narrow the filter, or continue from the last row with After.',
  MsgBusy: 'The service is busy. Please try again in a moment.',
  MsgMayBeSaved: 'The service did not respond in time. Your change may have been saved: please check before you repeat it.',
  MsgUnexpected: 'Something went wrong on our side. The error has been logged.',
  MsgKeyUsedForAnother: 'This Idempotency-Key was used for another request.',
  MsgKeyInProgress: 'The first request with this Idempotency-Key is still in progress.',
  MsgKeyBrokeOff:
    'The first request with this Idempotency-Key was interrupted and may have been carried out. Please check, and send it with a new key if it was not.',
  MsgFormInvalid: 'Form is invalid',
  MsgFormUnchanged: 'Form contains no change',
  MsgRetrieveFailed: 'Error retrieving the data.',
  MsgNoSuchFile: 'Unknown language file {file}. Available: {files}.',
  MsgNoSuchLanguage: 'No texts in {language}. Available: {languages}.',
  MsgNotAnId: 'Not a valid id.',
  MsgTextTooLong: 'Cannot be more than {max} characters!',
  MsgTooManyWords: 'Search for at most {max} words.',
  MsgTextCharacters: 'Contains characters that are not allowed.',
  MsgNotDeleted: '{name}: {reason}',
  MsgNothingSelected: 'Nothing is selected.',
  MsgTooManySelected: 'Select no more than {max} at a time.',
  MsgEmailInvalid: 'Enter a valid email id!',
  MsgEmailTooLong: 'Email cannot be more than {max} characters!',
  MsgPhoneInvalid: 'Provided number is invalid!',
  MsgMobileTooShort: 'Cell phone should atleast have {min} characters!',
  MsgMobileTooLong: 'Cell phone cannot be more than {max} characters!',
  MsgPhoneTooLong: 'Phone cannot be more than {max} characters!',
  MsgSettingInvalid: '{Name} has invalid value',
  MsgSettingsMissing: 'Please enter all settings',
  MsgSettingsCompulsory: 'All settings are compulsory.',
  MsgSettingsError: "There's error in the form.",

  TitleBadInput: 'Bad input',
  TitleNotSignedIn: 'Not signed in',
  TitleNotAuthorised: 'Not authorised',
  TitleNotFound: 'Not found',
  TitleConflict: 'Conflict',
  TitleTooLarge: 'Too large',
  TitleNotPossible: 'Not possible',
  TitleTooManyAttempts: 'Too many attempts',
  TitleBusy: 'Busy',
  TitleNoAnswer: 'No response',
  TitleError: 'Error',

  WordJustNow: 'Just now',
})

/** Code of a refusal (422) that ends when the caller has confirmed the password, `POST /account/confirm`. */
export const PASSWORD_REQUIRED = 'PasswordRequired'
