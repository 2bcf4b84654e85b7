import { defineMessages } from '../define-messages.ts'

/** General refusals that only the server writes (spec 1 §8). */
export const t = defineMessages('Refusal', {
  MsgNoOrganisationId: 'X-Organisation-Id is not a valid organisation id.',
  MsgSignInNeeded: 'Please sign in.',
  MsgSessionEnded: 'Your session has ended. Please sign in again.',
  MsgNotFound: 'Not found. It may have been deleted.',
  MsgAlreadyExists: 'It already exists.',
  MsgReferenceMissing: 'A related record was not found. It may have been deleted.',
  MsgTooLarge: 'The request is too large.',
  MsgTooManyRequests: 'Too many attempts. Please try again in {seconds} seconds.',
  MsgTooDeep: 'Only the first {max} rows have pages. Narrow the filter, or continue from the last row with After.',
  MsgBusy: 'The service is busy. Please try again in a moment.',
  MsgMayBeSaved: 'The service did not respond in time. Your change may have been saved: please check before you repeat it.',
  MsgKeyUsedForAnother: 'This Idempotency-Key was used for another request.',
  MsgKeyInProgress: 'The first request with this Idempotency-Key is still in progress.',
  MsgKeyBrokeOff:
    'The first request with this Idempotency-Key was interrupted and may have been carried out. Please check, and send it with a new key if it was not.',
  MsgNoSuchFile: 'Unknown language file {file}. Available: {files}.',
  MsgNoSuchLanguage: 'No texts in {language}. Available: {languages}.',
  MsgNotDeleted: '{name}: {reason}',
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
})
