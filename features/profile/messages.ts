import { defineMessages } from '#platform/define-messages.ts'

/** Texts of the own profile. */
export const t = defineMessages('Profile', {
  MsgProfileSaved: 'Your profile has been saved.',
  MsgProfileSaveFailed: 'Your profile was not saved',
  MsgOwnPasswordChanged: 'Your password has been changed. You are signed out on other devices.',
  MsgSessionEnded: 'The device has been signed out.',
  MsgOtherSessionsEnded: 'You are signed out on {count} other devices.',
  TabSessions: 'Signed-in devices',
  LabelPresentPassword: 'Present password',
  WordChangePassword: 'Change password',
  HelpChangePassword: 'You stay signed in here, and are signed out on all other devices.',
  SectionAppearance: 'Appearance',
  LabelAppearance: 'Theme',
  HelpProfileEmail: 'You sign in with this address. A manager can change it.',
  HelpSessions: 'Where you are signed in. If you do not know a device, sign it out and change your password.',
  LabelDevice: 'Device',
  LabelNetworkAddress: 'IP address',
  LabelLastUsed: 'Last used',
  LabelSignedInAt: 'Signed in',
  DeviceOn: '{browser} on {system}',
  DeviceUnknown: 'Unknown device',
  DeviceInUse: 'This device',
  WordSignOutDevice: 'Sign out',
  SignOutOf: 'Sign out {device}',
  SignOutOthers: 'Sign out all other devices',
  ConfirmSignOutOthers: 'You are signed out on all devices except this one.',
})
