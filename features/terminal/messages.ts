import { defineMessages } from '#platform/define-messages.ts'

/** Texts of the terminal and its users (spec 1 §4 and §8; own words elsewhere). */
export const t = defineMessages('Terminal', {
  MsgPinWrong: 'Wrong user name or PIN.',
  MsgLoginLocked: 'This login is locked. Please ask the building’s staff.',
  MsgQuietHours: 'Agents cannot sign in between {from}:00 and {to}:00. Please come back later.',
  MsgTerminalSessionEnded: 'Please sign in again.',
  MsgNotForThisRole: 'Your role does not allow this.',
  MsgAccessCodeWrong: 'Wrong code.',
  MsgUnitNumberNeeded: 'Please also enter your unit number.',
  MsgNoFreeLocker: 'No locker of this size is free.',
  MsgRecipientNeeded: 'Please enter a unit number or a name.',
  MsgReservationGivenBack: 'The locker is available again.',
  MsgTerminalSignedOut: 'You are signed out.',
})
