import { defineMessages } from '#platform/define-messages.ts'

/** Texts of properties (spec 3 §2, §5; own words where the spec gives none). */
export const t = defineMessages('Property', {
  MsgPropertyNameEmpty: 'Property name cannot be empty',
  MsgPropertyNameTooLong: 'Property name cannot be more than {max} characters!',
  MsgPropertyNameTaken: 'Another property already has this name.',
  MsgExternalCodeEmpty: 'External code cannot be empty',
  MsgExternalCodeTaken: 'Another property already has this external code.',
  MsgExternalCodeFixed: 'The external code cannot be changed.',
  MsgTimeZoneEmpty: 'Please select a time zone',
  MsgTimeZoneUnknown: 'This time zone is not known.',
  MsgPropertyAddressEmpty: 'Address cannot be empty',
  MsgPropertyNoSuchRegion: 'Region not found.',
  MsgPropertyHasBuildings: 'The property still has buildings.',
  MsgPropertySaved: 'Property has been saved successfully.',
  MsgPropertySaveFailed: 'The property was not saved',
  LabelExternalCode: 'External Code',
  LabelTimeZone: 'Time zone',
  HelpExternalCode:
    'How other programs name the property, for example in resident files. Spaces are removed as you type. It cannot be changed later.',
  AddProperty: 'Add Property',
  DeleteProperties: 'Delete Properties',
  NoProperties: 'No properties yet. Add a property, then its buildings.',
  NoRegion: 'Without region',
  FindProperty: 'Find a property',
  ChosenProperties: '{count} selected',
  HelpManyProperties: 'Not all properties are shown. Search for the others.',
  ConfirmEffects: 'Save these changes?',
  EffectTimeZone: 'Times of this property are shown in {zone} at once: on screens, in messages and at its kiosks.',
  EffectPeriods: 'New packages get the new expiry period.',
  EffectPackages: 'Packages on site keep their expiry: {count}.',
  ChooseRegion: 'Select all {count} of this region',
})
