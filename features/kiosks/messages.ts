import { defineMessages } from '#platform/define-messages.ts'

/** Texts of kiosks, terminals and their users (spec 1 §4 and §8; own words elsewhere). */
export const t = defineMessages('Kiosk', {
  MsgLockerBankOffline: 'Lockerbank is OFFLINE.',
  MsgLockerBankNotAuthorised: 'The locker bank is not authorised.',
  MsgCannotConnectToLockerBank: 'Cannot connect to the locker bank. It did not respond in time.',
  MsgNothingSent: 'Nothing was sent to the locker bank, so no door has opened. Please try again.',
  MsgDoorMayBeOpen:
    'The locker bank has begun to open the door, and its answer did not come in time. The door may be open: please look.',
  MsgCommandRefused: 'The locker bank could not do this: {reason}',
  MsgLockerNotMapped: 'Locker is disabled / not mapped.',
  MsgPinWrong: 'Wrong user name or PIN.',
  MsgUserNameTaken: 'This user name is already in use.',
  MsgLoginLocked: 'This login is locked. Please ask the building’s staff.',
  MsgQuietHours: 'Agents cannot sign in between {from}:00 and {to}:00. Please come back later.',
  MsgTerminalSessionEnded: 'Please sign in again.',
  MsgNotForThisRole: 'Your role does not allow this.',
  MsgAccessCodeWrong: 'Wrong code.',
  MsgUnitNumberNeeded: 'Please also enter your unit number.',
  MsgNoFreeLocker: 'No locker of this size is free.',
  MsgRecipientNeeded: 'Please enter a unit number or a name.',
  MsgReservationGivenBack: 'The locker is available again.',
  HistoryLockerOpened: 'Locker {locker} opened remotely',
  HistoryDeviceOpened: 'Door of device {device} opened remotely',
  MsgTerminalSignedOut: 'You are signed out.',
})
