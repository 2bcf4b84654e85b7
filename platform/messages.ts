import { defineMessages } from './define-messages.ts'

/** Texts without a feature that the portal shows too (spec 1 §8). */
export const t = defineMessages('Common', {
  MsgBadInput: 'The request could not be understood.',
  MsgFieldsDiffer: '{one} and {other} must not differ.',
  MsgNotAuthorised:
    'Sorry! You are not authorized to navigate to requested page. Please contact administrator if you need access.',
  MsgUnexpected: 'Something went wrong on our side. The error has been logged.',
  MsgFormInvalid: 'Form is invalid',
  MsgFormUnchanged: 'Form contains no change',
  MsgRetrieveFailed: 'Error retrieving the data.',
  MsgNotAnId: 'Not a valid id.',
  MsgTextTooLong: 'Cannot be more than {max} characters!',
  MsgTooManyWords: 'Search for at most {max} words.',
  MsgTextCharacters: 'Contains characters that are not allowed.',
  MsgNothingSelected: 'Nothing is selected.',
  MsgTooManySelected: 'Select no more than {max} at a time.',
  MsgEmailInvalid: 'Enter a valid email id!',
  MsgEmailTooLong: 'Email cannot be more than {max} characters!',
  MsgPhoneInvalid: 'Provided number is invalid!',
  MsgMobileTooShort: 'Cell phone should atleast have {min} characters!',
  MsgMobileTooLong: 'Cell phone cannot be more than {max} characters!',
  MsgPhoneTooLong: 'Phone cannot be more than {max} characters!',
  HintNoSmsNumber: 'No text message can be sent to this number. Check its digits and its country code.',
  HintExtensionCut: 'The extension is left out: text messages go to the number alone.',
  MsgSortOrderNotNumber: 'Sort order must be a whole number, 0 or greater.',
  MsgSettingInvalid: '{Name} has invalid value',
  MsgSettingsMissing: 'Please enter all settings',
  MsgSettingsCompulsory: 'All settings are compulsory.',
  MsgSettingsError: "There's error in the form.",
  WordJustNow: 'Just now',
})

/** Code of a refusal (422) that ends when the caller has confirmed the password, `POST /account/confirm`. */
export const PASSWORD_REQUIRED = 'PasswordRequired'
/** The same for a user with a second step or a provider of the organisation's: it ends with a new sign-in. */
export const SIGN_IN_REQUIRED = 'SignInRequired'
