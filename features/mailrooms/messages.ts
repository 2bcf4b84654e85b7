import { defineMessages } from '#platform/define-messages.ts'

/** Texts of mailrooms (spec 3 §2, §5; own words where the spec gives none). */
export const t = defineMessages('Mailroom', {
  MsgMailroomPlaceEmpty: 'Property and building must be selected',
  MsgMailroomNameEmpty: 'Mailroom name cannot be empty',
  MsgMailroomNameTooLong: 'Mailroom name cannot be more than {max} characters!',
  MsgMailroomNameTaken: 'Another mailroom of this building already has this name.',
  MsgMailroomNoSuchBuilding: 'Building not found in this property.',
  MsgMailroomHasPackages: 'The mailroom still has packages.',
  MsgMailroomOfBank: 'The mailroom is the default of a locker bank.',
  MsgMailroomWasUsed: 'A mailroom that had packages, or serves a locker bank, stays in its building.',
  MsgMailroomSaved: 'Mailroom has been saved successfully.',
  MsgMailroomSaveFailed: 'The mailroom was not saved',
  LabelNumberOfPackages: 'Number of Packages',
  HelpMailroomActive: 'Packages can be brought to active mailrooms only.',
  AddMailroom: 'Add mailroom',
  DeleteMailrooms: 'Delete mailrooms',
  NoMailrooms: 'No mailrooms yet. Add a mailroom to keep packages that are not in a locker.',
  MsgMailroomRequired: 'Mailroom is required.',
  MsgMailroomNotSelected: 'Mailroom not selected',
})
