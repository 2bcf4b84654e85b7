import { defineMessages } from '#platform/define-messages.ts'

/** Texts of the limits of remote opening and of the brake. */
export const t = defineMessages('Openings', {
  MsgOpeningsBusy: 'Many lockers of your organisation are being opened at the moment. Please try again in a few seconds.',
  MsgOpeningLimitRange: 'A limit is a whole number from 1 to {max}.',
  MsgOpeningLimitHour: 'The limit per hour cannot be below the limit per minute.',
  MsgOpeningLimitsSaved: 'The limits have been saved.',
  MailOpeningLimitsRaised: '{actor} has raised the limits of remote opening in the organisation.',
  MailOpeningLimitsOfBankRaised: '{actor} has raised the limits of remote opening of the locker bank {bank}.',
  MailOpeningLimitsPublished: '{actor} has published raised limits of remote opening to the locker bank {bank}.',
  MailLimitRaised: '{limit}: {before} → {after}',
  MsgBrakeStopped: 'Remote opening is stopped in the whole organisation.',
  MsgBrakeReleased: 'Remote opening is possible again.',
  MsgBrakeStopFailed: 'Remote opening was not stopped',
  MsgBrakeReleaseFailed: 'Remote opening was not released',

  ButtonStop: 'Stop remote opening',
  ButtonRelease: 'Release remote opening',
  AskStop: 'Stop all remote opening?',
  TextStop:
    'No locker of {organisation} can be opened from the portal or the API until a manager releases it. Residents and couriers can still use the terminals.',
  WordStop: 'Stop',
  AskRelease: 'Release remote opening?',
  TextRelease: 'Lockers of {organisation} can be opened from the portal and the API again.',
  WordRelease: 'Release',
  BrakeBanner: 'Remote opening is stopped.',
  BrakeBannerBy: 'Remote opening is stopped by {name}.',
})
