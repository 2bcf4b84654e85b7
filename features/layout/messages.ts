import { texts } from '#platform/text.ts'

/** Texts of layouts (spec 1 §5 and §8; own words where the spec names a text without giving it). */
export const say = texts({
  MsgLayoutColumnsNotOfSameSize: 'Columns {first} and {second} are not of the same size.',
  MsgLayoutDuplicateLockerNumber: 'Locker {name} is there more than once.',
  MsgLockerNameAlreadyAssociated: 'Another locker has the name {name} already.',
  MsgLayoutLockerNameEmpty: 'A locker needs a name.',
  MsgLayoutLockerNameTooLong: 'Locker name cannot be more than {max} characters!',
  MsgLayoutSizeUnknown: 'Locker {name} has a size that does not exist.',
  MsgLayoutTerminalOnce: 'A layout has one terminal only.',
  MsgLayoutNeedsColumn: 'Add a column first.',
  MsgLayoutColumnHasDevices: 'A column can be removed only when none of its lockers is mapped to a device.',
  MsgLayoutLockerHasDevice: 'A locker that is mapped to a device cannot be removed.',
  MsgLayoutTerminalDesignOnly: 'The terminal can be removed in the designer only.',
  MsgLayoutReadOnly: 'This layout cannot be changed here.',
  MsgLayoutLockerHoldsPackage: 'A locker that holds a package cannot be changed to another type.',
  MsgFailedToFetchLayout: 'The layout could not be loaded.',
  MsgLayoutSaveFailed: 'The layout could not be saved.',
  MsgLayoutSaved: 'The layout has been saved successfully.',
  MsgLockerTypesFailed: 'Failed to retrieve locker types',
  MsgLockerDetailFailed: 'Failed to retrieve details for this locker',
})
