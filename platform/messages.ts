import { texts } from './text.ts'

/** Texts that belong to no feature: what any call may be refused with (spec 1 §8). */
export const say = texts('Common', {
  MsgBadInput: 'The request could not be understood.',
  MsgNoOrganisationId: 'X-Organisation-Id is not the id of an organisation.',
  MsgSignInNeeded: 'Please sign in.',
  MsgSessionEnded: 'Your session has ended. Please sign in again.',
  MsgNotAuthorised:
    'Sorry! You are not authorized to navigate to requested page. Please contact administrator if you need access.',
  MsgNotFound: 'This does not exist, or no longer.',
  MsgAlreadyExists: 'This exists already.',
  MsgReferenceMissing: 'Something that this refers to does not exist, or no longer.',
  MsgTooLarge: 'This is larger than is accepted.',
  MsgTooManyRequests: 'Too many attempts. Please try again in {seconds} seconds.',
  MsgTooDeep: 'Pages end at row {max}. Narrow the filter, or go on from the last row with After.',
  MsgBusy: 'The service is busy. Please try again in a moment.',
  MsgUnexpected: 'Something went wrong on our side. It has been recorded.',
  MsgKeyUsedForAnother: 'This Idempotency-Key was used for another request.',
  MsgKeyInProgress: 'The first request with this Idempotency-Key is still under way.',
  MsgKeyBrokeOff:
    'The first request with this Idempotency-Key broke off, and may have been carried out. Please look, and send it with a new key if it was not.',
  MsgFormInvalid: 'Form is invalid',
  MsgFormUnchanged: 'Form contains no change',
  MsgRetrieveFailed: 'Error retrieving the data.',
  MsgNotAnId: 'Not a valid id.',
  MsgTextTooLong: 'Cannot be more than {max} characters!',
  MsgTextCharacters: 'Contains characters that are not allowed.',
  MsgNothingSelected: 'Nothing is selected.',
  MsgTooManySelected: 'Not more than {max} at once.',
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
  TitleNoAnswer: 'No answer',
  TitleError: 'Error',

  WordJustNow: 'Just now',
})
