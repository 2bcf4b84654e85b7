import { z } from 'zod'
import { t as property } from '#features/properties/messages.ts'
import { packMessage } from '#platform/define-messages.ts'
import { elsewhere, reportWrong } from '#platform/given-twice.ts'
import { t as label } from '#platform/labels.ts'
import { addOrEdit, operation } from '#platform/operation.ts'
import { changesOf } from '#platform/record.ts'
import { AnyId, Choice, Done, Id, optionalText, pageOf, pageQuery, requiredText, Saved, searchText } from '#platform/wire.ts'
import { organisationLookUp } from './look-up.ts'
import { t } from './messages.ts'
import { t as mobile } from './mobile-messages.ts'
import { organisationEntity } from './screens.ts'
import { t as sms } from './sms-messages.ts'

/** Longest texts of an organisation, in characters (spec 3 §5 "Organisation"). */
const ORGANISATION_MAX = { name: 100, systemName: 100, description: 1024, timeZone: 100 } as const

/** A picture of an organisation (spec 3 §9): shown `height` px high, stored with twice the resolution. */
export const LOGO = { maxBytes: 1_000_000, height: 50, width: 400 } as const
/** A data URL of so many bytes in base64, with its beginning. */
const LOGO_CHARACTERS = Math.ceil(LOGO.maxBytes / 3) * 4 + 50
/** Largest request with a picture: that of the largest upload (spec 3 §9: 10,485,760 bytes) in base64. */
const LOGO_REQUEST = 15_000_000
/** A new picture as a data URL of a png, gif or jpeg; empty keeps the saved one. */
const NewLogo = z
  .string({ error: packMessage(t('MsgFileType')) })
  .max(LOGO_CHARACTERS, packMessage(t('MsgImageTooLarge')))
  .refine((url) => url === '' || /^data:image\/(png|gif|jpeg);base64,/.test(url), packMessage(t('MsgFileType')))

/** An organisation as it is listed. */
export const OrganisationRow = Choice.extend({ SystemName: z.string(), TimezoneId: z.string(), IsActive: z.boolean() })
export type OrganisationRow = z.infer<typeof OrganisationRow>

const ORGANISATION_STATUS = { Active: 1, Inactive: 2 } as const
export const organisationStatus = (isActive: boolean) => ORGANISATION_STATUS[isActive ? 'Active' : 'Inactive']
const Status = z.literal(Object.values(ORGANISATION_STATUS))

/** An organisation as it is edited (spec 3 §3). */
export const Organisation = OrganisationRow.extend({
  Description: z.string(),
  /** The same as `TimezoneId`, and as `IsActive`. */
  TimeZone: z.string(),
  Status,
  /** Those that the caller may select, by name; the first ones of many. */
  AllOrganisations: z.array(Choice),
  /** The address of the logo, another one for each picture; null without one. */
  Logo: z.string().nullable(),
  /** Its super administrators work in all organisations. */
  IsSuperAdmin: z.boolean(),
  /** Of the record, for a save that must not overwrite another's. */
  Version: z.string(),
})
export type Organisation = z.infer<typeof Organisation>

const invalidName = t('MsgSystemNameInvalid', { max: ORGANISATION_MAX.systemName })
/** Lower-cased and without spaces, as it is typed. */
export const asSystemName = (typed: string): string => typed.toLowerCase().replace(/\s/g, '')
/** Letters and digits of ASCII, so that no name looks like another. */
const SystemName = z
  .string({ error: packMessage(t('MsgSystemNameEmpty')) })
  .transform(asSystemName)
  .pipe(requiredText(ORGANISATION_MAX.systemName, t('MsgSystemNameEmpty'), invalidName))
  .refine((name) => /^[a-z0-9]*$/.test(name), packMessage(invalidName))

/** The version that was read: a save is refused (409) when somebody else has changed it since. */
const ReadVersion = z.string().max(40).nullish()

/** The fields of the form (spec 3 §5 "Organisation"). */
export const OrganisationFields = z.object({
  /** The organisation to change; empty adds one. */
  Id: AnyId,
  Version: ReadVersion,
  Name: requiredText(
    ORGANISATION_MAX.name,
    t('MsgOrganisationNameEmpty'),
    t('MsgOrganisationNameTooLong', { max: ORGANISATION_MAX.name }),
  ),
  /** Fixed once the organisation is saved. */
  SystemName,
  Description: optionalText(ORGANISATION_MAX.description, label('MsgDescriptionTooLong', { max: ORGANISATION_MAX.description })),
  TimezoneId: requiredText(ORGANISATION_MAX.timeZone, property('MsgTimeZoneEmpty')),
  /** An organisation without a logo needs one. */
  Logo: NewLogo.nullish(),
  /** Left out, a new organisation is active and a saved one stays as it is. */
  IsActive: z.boolean().nullish(),
})

/** The fields of an organisation that has no logo yet. */
export const FieldsWithLogo = OrganisationFields.extend({
  Logo: NewLogo.refine((url) => url !== '', packMessage(t('MsgLogoMissing'))),
})

/**
 * The input of a save; a saved organisation keeps its system name. `TimeZone` and `Status` are the other names of spec 3 §3 for the
 * time zone and for whether it is active: they may be given instead, or again (`settled`).
 */
export const OrganisationDraft = OrganisationFields.extend({
  SystemName: SystemName.nullish(),
  TimezoneId: elsewhere(OrganisationFields.shape.TimezoneId),
  TimeZone: optionalText(ORGANISATION_MAX.timeZone),
  Status: Status.nullish(),
})
  .superRefine(({ TimezoneId, TimeZone }, context) =>
    reportWrong(context, TimezoneId || TimeZone ? [] : [{ field: 'TimezoneId', message: property('MsgTimeZoneEmpty') }]),
  )
  .transform(({ Status, ...draft }) => ({ ...draft, IsOfStatus: Status && Status === ORGANISATION_STATUS.Active }))
  .transform((draft) => ({
    ...draft,
    TimezoneId: draft.TimezoneId ?? draft.TimeZone,
    IsActive: draft.IsActive ?? draft.IsOfStatus,
  }))

/** Longest HTML of a rich text, in characters. */
const RICH_TEXT_MAX = 50_000
const RichText = z
  .string()
  .max(RICH_TEXT_MAX, packMessage(mobile('MsgRichTextTooLong', { max: RICH_TEXT_MAX })))
  .nullish()

/** What the mobile app shows (spec 3 §3 "Mobile settings"): texts as HTML. */
export const MobileSettings = z.object({
  TermsAndConditions: z.string(),
  HelpText: z.string(),
  ContactUs: z.string(),
  /** The address of the app's picture; null without one. */
  Logo: z.string().nullable(),
  BackgroundColor: z.string(),
  EnableRemoteUnlock: z.boolean(),
  /** Of the settings, for a save that must not overwrite another's. */
  Version: z.string(),
})
export type MobileSettings = z.infer<typeof MobileSettings>

/** The input of a save, and the form's fields; what is left out stays as it is. The server reduces the texts to harmless elements. */
export const MobileDraft = z.object({
  Version: ReadVersion,
  TermsAndConditions: RichText,
  HelpText: RichText,
  ContactUs: RichText,
  Logo: NewLogo.nullish(),
  BackgroundColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, packMessage(mobile('MsgColorInvalid')))
    .nullish(),
  EnableRemoteUnlock: z.boolean().nullish(),
})

/** Longest texts of an SMS account, in characters. */
const SMS_MAX = { accountSid: 64, authToken: 200, sender: 20 } as const
/** SettingType of the specification's wire (spec 3 §3). */
const SMS_SETTING_TYPE = 41

/** The SMS account (spec 3 §3 "SMS gateway settings"); the auth token never leaves the server. */
export const SmsGateway = z.object({
  AccountSid: z.string(),
  SenderPhoneNumber: z.string(),
  IsEnabled: z.boolean(),
  HasAuthToken: z.boolean(),
  /** Of the settings, for a save that must not overwrite another's. */
  Version: z.string(),
  OrganisationSettingId: z.string(),
  OrgName: z.string(),
  SettingType: z.literal(SMS_SETTING_TYPE).default(SMS_SETTING_TYPE),
  SenderType: z.literal('Twilio').default('Twilio'),
  /** Where the SMS service sends incoming messages, to be set at it. */
  IncomingAddress: z.string(),
  /** The beginning of the address for the status of a message, which each message brings along. */
  StatusAddress: z.string(),
})
export type SmsGateway = z.infer<typeof SmsGateway>

/** Where the SMS service reports (notices), below the address of the API; the organisation's id follows. */
export const SMS_PATHS = { incoming: '/notices/sms/incoming', status: '/notices/sms/status' } as const
const senderInvalid = packMessage(sms('MsgSenderInvalid'))
/** The input of a save, and the form's fields (spec 3 §5 "SMS gateway"). */
export const SmsDraft = z.object({
  Version: ReadVersion,
  AccountSid: requiredText(SMS_MAX.accountSid, sms('MsgAccountSidInvalid'), sms('MsgAccountSidInvalid')).refine(
    (sid) => /^[A-Za-z0-9]*$/.test(sid),
    packMessage(sms('MsgAccountSidInvalid')),
  ),
  /** Empty keeps the saved one. */
  AuthToken: optionalText(SMS_MAX.authToken, sms('MsgAuthTokenInvalid')).refine(
    (token) => /^\S*$/.test(token),
    packMessage(sms('MsgAuthTokenInvalid')),
  ),
  SenderPhoneNumber: requiredText(SMS_MAX.sender, sms('MsgSenderInvalid'), sms('MsgSenderInvalid'))
    .transform((phone) => phone.replace(/[ ().-]/g, ''))
    .refine((phone) => /^\+?\d{3,}$/.test(phone), senderInvalid),
  /** Left out, it stays as it is. */
  IsEnabled: z.boolean().nullish(),
})
/** The fields of a gateway that has no token yet. */
export const SmsDraftWithToken = SmsDraft.extend({
  AuthToken: requiredText(SMS_MAX.authToken, sms('MsgAuthTokenInvalid'), sms('MsgAuthTokenInvalid')),
})

/** Digits of a mobile number with its country; a plus and spaces are removed before it is sent. */
const TEST_DIGITS = { min: 10, max: 15 } as const
export const asTestNumber = (typed: string): string => typed.replace(/[+\s]/g, '')
export const TestNumber = z
  .string()
  .regex(new RegExp(`^\\d{${TEST_DIGITS.min},${TEST_DIGITS.max}}$`), packMessage(sms('MsgTestNumberInvalid', TEST_DIGITS)))

const ofOrganisation = { params: z.object({ id: Id }) }

export const organisations = {
  all: organisationLookUp,
  page: operation('POST', '/Organisation/getpagedorganisations', {
    reads: true,
    permission: 'AddOrganisation',
    summary: 'Organisations by page: all for a super administrator, else the own one',
    input: pageQuery(['Name', 'SystemName', 'TimezoneId', 'IsActive']).extend({
      /** Words in name and system name. */
      SearchText: searchText(),
    }),
    output: pageOf(OrganisationRow),
  }),
  get: operation('GET', '/Organisation/getdetail/{id}', {
    permission: 'EditOrganisation',
    summary: 'An organisation as its form shows it: any for a super administrator, else the own one',
    ...ofOrganisation,
    output: Organisation,
  }),
  changes: changesOf({ ...organisationEntity, view: 'EditOrganisation' }),
  save: operation('POST', '/Organisation/save/', {
    permission: addOrEdit('Organisation'),
    summary: 'Adds an organisation (super administrators only), or changes the one with this id',
    input: OrganisationDraft,
    output: Saved,
    bodyLimit: LOGO_REQUEST,
    tooLarge: t('MsgImageTooLarge'),
  }),
  logo: operation('GET', '/Organisation/{id}/logo', {
    // An image of a page sends no token; the logo is shown to residents and visitors.
    access: 'public',
    summary: 'The logo of an organisation, as a PNG',
    ...ofOrganisation,
    output: z.string(),
  }),
  mobile: operation('GET', '/Organisation/{id}/mobileappsettings', {
    permission: 'EditOrganisation',
    summary: 'The settings of an organisation’s mobile app',
    ...ofOrganisation,
    output: MobileSettings,
  }),
  saveMobile: operation('POST', '/Organisation/{id}/mobileappsettings', {
    permission: 'EditOrganisation',
    summary: 'Changes the settings of an organisation’s mobile app; texts are reduced to harmless HTML',
    ...ofOrganisation,
    input: MobileDraft,
    output: Saved,
    bodyLimit: LOGO_REQUEST,
    tooLarge: t('MsgImageTooLarge'),
  }),
  mobileLogo: operation('GET', '/Organisation/{id}/mobileapplogo', {
    access: 'public',
    summary: 'The picture of an organisation’s mobile app, as a PNG',
    ...ofOrganisation,
    output: z.string(),
  }),
  sms: operation('GET', '/Organisation/{id}/smsgatewaysettings', {
    permission: 'EditOrganisation',
    summary: 'The SMS account of an organisation, without its token',
    ...ofOrganisation,
    output: SmsGateway,
  }),
  saveSms: operation('POST', '/Organisation/{id}/smsgatewaysettings', {
    permission: 'EditOrganisation',
    summary: 'Changes the SMS account of an organisation',
    ...ofOrganisation,
    input: SmsDraft,
    output: Saved,
    secret: true,
  }),
  testSms: operation('POST', '/Organisation/{id}/testsmsgatewaysettings/{phone}', {
    permission: 'EditOrganisation',
    summary: 'Sends a test SMS by the saved account',
    params: z.object({ id: Id, phone: TestNumber }),
    output: Done,
  }),
}
