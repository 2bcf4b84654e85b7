import { defineMessages } from '#platform/define-messages.ts'

/** Texts of organisations (spec 3 §5; own words where the spec gives none). */
export const t = defineMessages('Organisation', {
  MsgOrganisationNameEmpty: 'Organisation name cannot be empty',
  MsgOrganisationNameTooLong: 'Organisation name cannot be more than {max} characters!',
  MsgSystemNameEmpty: 'System name cannot be empty',
  MsgSystemNameInvalid: 'System name cannot be more than {max} characters, cannot have special characters and spaces!',
  MsgSystemNameTaken: 'Another organisation already has this system name.',
  MsgSystemNameFixed: 'The system name cannot be changed.',
  MsgActiveFixed: 'Only a super administrator can activate or deactivate an organisation.',
  MsgOwnStaysActive: 'The organisation of the super administrators stays active.',
  MsgOrganisationSaved: 'Organisation has been saved successfully.',
  MsgOrganisationSaveFailed: 'The organisation was not saved',
  MsgLogoMissing: 'Please add a logo',
  MsgFileType: 'Invalid file type',
  MsgImageTooLarge: 'Image max size exceeded!',
  LabelLogo: 'Logo',
  HelpLogo: 'PNG, GIF or JPEG, up to 1 MB. It is shown {height} pixels high.',
  ChooseImage: 'Choose image',
  LabelSystemName: 'System name',
  HelpSystemName:
    'Users type it when they sign in. Letters and digits; it is written in lower case and without spaces as you type, and cannot be changed later.',
  HelpActive: 'Nobody can sign in to an inactive organisation. Its kiosks keep working.',
  TitleDeactivate: 'Deactivate {name}?',
  ButtonDeactivate: 'Deactivate',
  AddOrganisation: 'Add organisation',
  NoOrganisations: 'No organisations match.',
  EffectTimeZone:
    'Times without a property are shown in {zone} at once; reports, the daily summary and scheduled reports follow it.',
})
