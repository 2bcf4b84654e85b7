import { defineMessages } from '#platform/define-messages.ts'

/** Sign-in's texts (spec 1 §2, §8). */
export const t = defineMessages('Session', {
  MsgLoginFailed: 'Login failed',
  MsgCheckUserName: 'Please check your username and password and try again!',
  MsgOrganisationEmpty: 'Organisation cannot be empty.',
  MsgUserNameEmpty: 'User name cannot be empty.',
  MsgPasswordsDiffer: 'Passwords are not equal!',
  MsgPasswordTooShort: 'Password must have at least {min} characters!',
  // The specification's text, kept to the letter (decisions "Structure and users").
  MsgPasswordTooLong: 'Password cannot be more than 20 characters!',
  MsgResetSent: 'If the account exists, we have sent a link to set a new password to its email address.',
  MsgResetDone: 'Your password has been changed. Please sign in.',
  MsgResetLinkUsed: 'This link has been used or has expired. Please request a new one.',
  MsgSignedOut: 'You have been signed out.',
  MailResetSubject: 'Set a new password for Parcelhall',
  MailResetBody: `Hello {name},

we received a request to set a new password for your account at {organisation}. To set it, open this link within {minutes} minutes:

{link}

If you did not request this, you can ignore this message: your password stays the same.
`,
  MsgPreferencesSaved: 'Your preferences have been saved.',
  MsgPreferencesFailed: 'Your preferences were not saved',
  MsgNoSuchChoice: 'This option is not available.',
  MsgUnknownClient: 'Unknown client id.',
  MsgNoSuchOrganisation: 'Organisation not found. Please check the address of the form.',
  MsgForbidden:
    'Sorry! You are not authorized to navigate to requested page. Please contact administrator if you need access. Redirecting to home page',
  MsgNewVersion: 'A new version is available. Reloading the website ...',

  TitleForgotPassword: 'Forgot password',
  TitleResetPassword: 'Set a new password',
  TitleSignInAgain: 'Please sign in again',
  LabelOrganisation: 'Organisation',
  LabelEmail: 'Email',
  LabelUserName: 'User name',
  LabelPassword: 'Password',
  LabelNewPassword: 'New password',
  LabelConfirmPassword: 'Confirm password',
  WordLogin: 'Sign in',
  WordLogout: 'Logout',
  WordResetPassword: 'Reset Password',
  LinkForgotPassword: 'Forgot Password',
  LinkBackToLogin: 'Back to Login',
  HelpForgotPassword: 'We will send a link to set a new password to your email address.',
  HelpSessionEnded: 'Your session has ended. Your input has been kept: sign in to continue.',
  MsgResetFailed: 'Password could not be changed',
  MsgForgotFailed: 'Link could not be sent',
  TitlePreferences: 'Preferences',
  LabelLanguage: 'Language',
  LabelDateFormat: 'Date format',
  ChoiceAsOrganisation: 'Organisation default',
  HelpLanguage: 'The portal reloads when you change the language.',
  AboutText: 'Parcelhall runs the parcel lockers and mailrooms of residential buildings.',
})
