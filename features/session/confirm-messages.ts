import { defineMessages } from '#platform/define-messages.ts'

/** Texts of the dialog that asks for the password again. */
export const t = defineMessages('ConfirmPassword', {
  TitleConfirmPassword: 'Please confirm that it is you',
  WordContinue: 'Continue',
  MsgConfirmationNeeded: 'This needs a recent sign-in. Please confirm that it is you.',
  MsgSignInAgain: 'Please sign in again to confirm that it is you.',
  MsgPasswordWrong: 'Wrong password.',
  MsgPasswordConfirmed: 'Your password has been confirmed.',
})
