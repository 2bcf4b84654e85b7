import { texts } from '#platform/text.ts'

/** Texts of locker banks (spec 1 §2, §4, §5, §8; own words where the spec names a text without giving it). */
export const say = texts({
  MsgLockerBankPropertyEmpty: 'Property cannot be empty',
  MsgLockerBankCodeEmpty: 'Locker bank code cannot be empty',
  MsgLockerBankCodeTooLong: 'Locker bank code cannot be more than {max} characters!',
  MsgLockerBankCodeCharacters: 'Locker bank code can hold letters, digits, hyphens and underscores only.',
  MsgLockerBankCodeFixed: 'The code of a locker bank cannot be changed.',
  MsgLockerBankCodeTaken: 'Another locker bank has this code.',
  MsgLockerBankNameEmpty: 'Name cannot be empty',
  MsgLockerBankNameTooLong: 'Name cannot be more than {max} characters!',
  MsgLockerBankDescriptionTooLong: 'Description cannot be more than {max} characters!',
  MsgLockerBankAddressEmpty: 'Address cannot be empty',
  MsgLockerBankAddressTooLong: 'Address cannot be more than {max} characters!',
  MsgBeaconNotNumber: 'Not a valid number.',
  MsgBeaconIncomplete: 'Please enter both iBeacon major and minor, or leave them blank.',
  MsgRelayEndPointNotAddress: 'Enter an address that begins with https:// or http://.',
  MsgLockerBankNoSuchBuilding: 'There is no such building in this property.',
  MsgLockerBankNoSuchMailroom: 'There is no such mailroom in this building.',
  MsgLockerBankStaysInProperty: 'A locker bank that has been set up stays in its property.',
  MsgLockerBankExists: 'This locker bank exists already.',
  MsgLockerBankSaved: 'Locker bank has been saved successfully.',
  MsgLockerBankRetrieveFailed: 'error retrieving locker bank',

  MsgCreateLockerBankBeforeAuthorising: 'Create the locker bank before authorising it.',
  MsgLockerBankAlreadyAuthorised: 'The locker bank is authorised already.',
  MsgLockerBankUnauthorised: 'The locker bank is not authorised.',
  MsgLockerBankAuthorised: 'The locker bank has been authorised.',
  MsgLockerBankDeauthorised: 'The authorisation of the locker bank has been deleted.',
  MsgLockerBankDeauthoriseWarning:
    'The locker bank will not work or talk to the server until it is manually reconfigured with a new authorisation code.',
  MsgLockerBankNothingToPublish: 'Nothing has changed since the last publish.',
  MsgLockerBankPublished: 'The locker bank has been published.',
  MsgPublishFailed: 'Publish failed',

  MsgLockerBankHoldsPackages: 'The locker bank still holds packages.',
  MsgLockerBanksDeleted: '{count} deleted.',
})
