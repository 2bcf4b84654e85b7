import { defineMessages } from '#platform/define-messages.ts'

/** Texts of the screen of general settings and of the daily summary. */
export const t = defineMessages('Settings', {
  MsgGeneralSettingsSaved: 'Settings have been saved successfully.',
  MsgGeneralSettingsSaveFailed: 'Settings could not be saved',
  SectionLinks: 'Self-registration',
  HelpLinks: 'The addresses of the forms. Send them to residents and agents, or print a poster with a QR code.',
  ButtonPoster: 'Poster: {form}',
  ButtonPrint: 'Print poster',
  PosterResidentTitle: 'Get your parcels from the locker',
  PosterResidentText: 'Scan the code and register in two minutes. You get a message for each parcel that waits for you.',
  PosterAgentTitle: 'Deliver to our lockers',
  PosterAgentText: 'Scan the code and register as an agent of your courier.',
  PosterQr: 'QR code of {address}',
  PosterTypeIn: 'Or type in:',
})
