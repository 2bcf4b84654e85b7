import { defineMessages } from '#platform/define-messages.ts'

/** Texts of kiosks and of the logins at their terminals (spec 1 §4 and §8; own words elsewhere). */
export const t = defineMessages('Kiosk', {
  MsgLockerBankOffline: 'Lockerbank is OFFLINE.',
  MsgLockerBankNotAuthorised: 'The locker bank is not authorised.',
  MsgCannotConnectToLockerBank: 'Cannot connect to the locker bank. It did not respond in time.',
  MsgNothingSent: 'Nothing was sent to the locker bank, so no door has opened. Please try again.',
  MsgDoorMayBeOpen:
    'The locker bank has begun to open the door, and its answer did not come in time. The door may be open: please look.',
  MsgCommandRefused: 'The locker bank could not do this: {reason}',
  MsgLockerNotMapped: 'Locker is disabled / not mapped.',
  MsgUserNameTaken: 'This user name is already in use.',
  HistoryLockerOpened: 'Locker {locker} opened remotely',
  HistoryDeviceOpened: 'Door of device {device} opened remotely',
  WordUnauthorised: 'Not authorised',
})
