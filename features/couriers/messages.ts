import { defineMessages } from '#platform/define-messages.ts'

/** Texts of couriers (spec 2 §2, §5; own words where the spec gives none). */
export const t = defineMessages('Courier', {
  MsgCourierNameEmpty: 'Courier name cannot be empty',
  MsgCourierNameTooLong: 'Courier name cannot be more than {max} characters!',
  MsgCourierNameTaken: 'Another courier already has this name.',
  MsgCourierDescriptionTooLong: 'Description cannot be more than {max} characters!',
  MsgCourierHasAgents: 'The courier still has agents.',
  MsgCourierHasPackages: 'The courier still has packages on site.',
  MsgDryCleaningFixed: 'You cannot change this while the courier has agents.',
  MsgCourierSaved: 'Courier has been saved successfully.',
  MsgCourierSaveFailed: 'The courier was not saved',
  MsgCouriersDeleted: '{count} deleted.',
  LabelIsDryCleaning: 'Is DryCleaning',
  WordNotOffered: 'Hidden from selection',
  AddCourier: 'Add courier',
  DeleteCouriers: 'Delete couriers',
  SectionChoice: 'Selection',
  HelpSortOrder: 'Position in courier lists; 0 hides the courier there.',
  HelpIsDryCleaning: 'Its agents only collect from dry-cleaning lockers.',
  NoCouriers: 'No couriers yet. Add a courier, then its agents.',
})
