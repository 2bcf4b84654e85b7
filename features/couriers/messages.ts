import { defineMessages } from '#platform/define-messages.ts'

/** Texts of couriers (spec 2 §2, §5; own words where the spec gives none). */
export const t = defineMessages('Courier', {
  MsgCourierNameEmpty: 'Courier name cannot be empty',
  MsgCourierNameTooLong: 'Courier name cannot be more than {max} characters!',
  MsgCourierNameTaken: 'Another courier has this name.',
  MsgCourierDescriptionTooLong: 'Description cannot be more than {max} characters!',
  MsgSortOrderNotNumber: 'Sort order must be a whole number from 0 on.',
  MsgCourierHasAgents: 'The courier still has agents.',
  MsgCourierHasPackages: 'The courier still has packages in the house.',
  MsgDryCleaningFixed: 'A courier with agents stays what it is: dry cleaning or not.',
  MsgCourierSaved: 'Courier has been saved successfully.',
  MsgCourierSaveFailed: 'The courier was not saved',
  MsgCouriersDeleted: '{count} deleted.',

  TitleCouriers: 'Couriers',
  TitleNewCourier: 'New courier',
  LabelCourier: 'Courier',
  LabelDescription: 'Description',
  LabelSortOrder: 'Sort Order',
  LabelIsDryCleaning: 'Is DryCleaning',
  LinkEdit: 'Edit',
  WordYes: 'Yes',
  WordNo: 'No',
  WordNotOffered: 'Not offered for choice',
  AddCourier: 'Add Courier',
  DeleteCouriers: 'Delete Couriers',
  SectionDetails: 'Details',
  SectionChoice: 'Where it is chosen',
  HelpSortOrder: 'Where the courier stands when one is chosen; 0 hides it there.',
  HelpIsDryCleaning: 'Its agents take from the dry-cleaning lockers, and deliver nothing.',
  NoCouriers: 'There is no courier yet. Add the first one, then its agents.',
})
