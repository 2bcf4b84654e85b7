import { defineMessages } from '#platform/define-messages.ts'

/** Texts of the sign-in screen, apart from the settings' because it loads only these. */
export const t = defineMessages('SignInWith', {
  WordSignInWith: 'Sign in with {name}',
  HelpSsoOtherTab: 'Sign in in the new tab. This page continues then.',
  MsgSsoOff: 'This organisation does not use single sign-on.',
  MsgSsoUnreachable: 'The identity provider cannot be reached. Please sign in with your password.',
  MsgSsoIssuerDiffers:
    'The issuer of the identity provider differs from the one in the settings. Please sign in with your password, and tell your administrator.',
  MsgSsoExpired: 'This sign-in was started in another browser or took too long. Please try again.',
  MsgSsoRefused: 'The identity provider did not confirm the sign-in. Please try again.',
  MsgSsoEmail: 'The identity provider has not verified your email address. Please contact your administrator.',
  MsgSsoUnknownUser: 'No user has your email address. Please contact your administrator.',
  MsgSsoDisabled: 'Your user is disabled. Please contact your administrator.',
  MsgSsoOrganisationInactive: 'This organisation is not active.',
  MsgSsoRole: 'Single sign-on is not allowed for your role. Please sign in with your password.',
  MsgSsoLinked: 'Your user has another identity. Please contact your administrator.',
  MsgSsoBusy: 'Please try again in a few minutes.',
})
