import { texts } from '#platform/text.ts'

/** Sign-in's texts (spec 1 §2, §8). */
export const say = texts({
  MsgLoginFailed: 'Login failed',
  MsgCheckUserName: 'Please check your username and password and try again!',
  MsgPasswordsDiffer: 'Passwords are not equal!',
  MsgPasswordTooShort: 'Password must have at least 10 characters!',
  MsgPasswordTooLong: 'Password cannot be more than 200 characters!',
  MsgResetSent: 'If there is such an account, a link to set a new password is on its way to its e-mail address.',
  MsgResetDone: 'Your password has been changed. Please sign in.',
  MsgResetLinkUsed: 'This link has been used or is too old. Please ask for a new one.',
  MsgSignedOut: 'You have been signed out.',
  MailResetSubject: 'Set a new password for Parcelhall',
  MailResetBody:
    'Hello {name},\n\nsomebody asked for a new password for your account at {organisation}. If it was you, open this link within {minutes} minutes:\n\n{link}\n\nIf it was not you, there is nothing to do: your password stays as it is.\n',
  MsgForbidden:
    'Sorry! You are not authorized to navigate to requested page. Please contact administrator if you need access. Redirecting to home page',
  MsgNewVersion: 'A new version is available. Reloading the website ...',

  TitleLogin: 'Sign in',
  TitleForgotPassword: 'Forgot password',
  TitleResetPassword: 'Set a new password',
  TitleAbout: 'About',
  TitleSignInAgain: 'Please sign in again',
  LabelOrganisation: 'Organisation',
  LabelEmail: 'E-mail',
  LabelUserName: 'User name',
  LabelPassword: 'Password',
  LabelNewPassword: 'New password',
  LabelConfirmPassword: 'Confirm password',
  WordLogin: 'Login',
  WordLogout: 'Logout',
  WordResetPassword: 'Reset Password',
  LinkForgotPassword: 'Forgot Password',
  LinkBackToLogin: 'Back to Login',
  HelpForgotPassword: 'We send a link to set a new password to your e-mail address.',
  HelpSessionEnded: 'Your session has ended. What you typed is still here: sign in and go on.',
  MsgResetFailed: 'Password could not be changed',
  MsgForgotFailed: 'Link could not be sent',
  AboutVersion: 'Version {version}',
  AboutText: 'Parcelhall runs the parcel lockers and mailrooms of residential buildings.',
})
