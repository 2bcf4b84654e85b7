import { z } from 'zod'
import { TERMINAL_LIMITS } from '#features/kiosks/ceilings.ts'
import { packMessage } from '#platform/define-messages.ts'
import { entity } from '#platform/entity.ts'
import { operation } from '#platform/operation.ts'
import { changesOf } from '#platform/record.ts'
import { SettingRow, SettingValues } from '#platform/typed-settings.ts'
import {
  AnyId,
  Choice,
  Done,
  Id,
  IdList,
  MessageText,
  NullableTime,
  pageOf,
  pageQuery,
  Removed,
  Saved,
  searchText,
  Time,
} from '#platform/wire.ts'
import { lockerBankFields } from './fields.ts'
import { lockerBanksOfBuilding } from './look-up.ts'
import { whyNotBeacon } from './rules.ts'

const Status = z.enum(['ONLINE', 'OFFLINE'])

/** Versions of the configuration that the kiosk uses and of the latest published one; 0 for none. */
export const versions = { ConfigVersion: z.int(), PublishedVersion: z.int() }

/** A row of the grid (spec 1 §3), with the property whose time zone its times are shown in. */
export const LockerBankRow = z.object({
  LockerbankId: z.string(),
  LockerbankName: z.string(),
  BuildingName: z.string(),
  PropertyName: z.string(),
  Status,
  LastHeartBeat: NullableTime,
  AppVersion: z.string(),
  ...versions,
  BuildingId: z.string(),
  PropertyId: z.string(),
  MailroomId: z.string().nullable(),
})
export type LockerBankRow = z.infer<typeof LockerBankRow>

const Page = pageOf(LockerBankRow)
/** The rows are JSON text inside the reply, for this list alone (decisions "Wire"). */
const PageInText = z.object({ Data: Page.extend({ Data: z.string() }) })

/** The page of a reply of `lockerBanks.page`. */
export function pageOfText(reply: unknown): z.output<typeof Page> {
  const { Data } = PageInText.parse(reply)
  return { ...Data, Data: z.array(LockerBankRow).parse(JSON.parse(Data.Data)) }
}

/** The version that was read: a save is refused (409) when the record has changed since. */
const Version = z.string().max(100).nullish()

/** The input of saving, and the form's fields. */
export const LockerBankDraft = z.object({ ...lockerBankFields, Version }).superRefine((draft, context) => {
  const whyNot = whyNotBeacon(draft)
  if (whyNot) context.addIssue({ code: 'custom', message: packMessage(whyNot), path: ['BeaconDeviceMajor'] })
})

/** Placeholder of a secret that is set; only `authorisation` returns the secret itself. */
export const API_TOKEN_MASK = '••••••••'

/** The edit model (spec 1 §3). */
export const LockerBank = z.object({
  Id: z.string(),
  Name: z.string(),
  Description: z.string(),
  Address: z.string(),
  IsActive: z.boolean(),
  /** '' for the server's own address. */
  RelayEndPointName: z.string(),
  LockerBankCode: z.string(),
  PropertyId: z.string(),
  PropertyName: z.string(),
  PropertyTimezoneId: z.string(),
  BuildingId: z.string(),
  BuildingName: z.string(),
  MailRoomId: z.string().nullable(),
  /** Also set when the mailroom is inactive. */
  MailRoomName: z.string().nullable(),
  OrganisationId: z.string(),
  OrgSystemName: z.string(),
  /** Null and '' while the bank is not authorised. */
  ApikeyId: z.string().nullable(),
  ApiToken: z.literal(['', API_TOKEN_MASK]),
  Status,
  AppVersion: z.string(),
  ...versions,
  /** The theme that the terminal shows; null when its program does not report one. */
  ThemeVersion: z.int().nullable(),
  /** The theme of the published configuration, and that of the property; 0 for the default one. */
  PublishedThemeVersion: z.int(),
  SavedThemeVersion: z.int(),
  /** Lockers of the layout, and those of them that have a device. */
  Lockers: z.int(),
  MappedLockers: z.int(),
  CreatedDate: Time,
  LastHeartBeat: NullableTime,
  BeaconDeviceMajor: z.string(),
  BeaconDeviceMinor: z.string(),
  Version: z.string(),
})
export type LockerBank = z.infer<typeof LockerBank>

/** The API key with its secret, and the other data that a kiosk is set up with. */
export const Authorisation = z.object({
  APIKeyId: z.string(),
  ApiSecret: z.string(),
  LockerBankCode: z.string(),
  OrganisationSystemName: z.string(),
  RelayEndPointName: z.string(),
})
export type Authorisation = z.infer<typeof Authorisation>

const ofBank = { params: z.object({ lockerBankId: Id }) }

export const lockerBanks = {
  page: operation('POST', '/lockerbank/getalllockerbanks', {
    reads: true,
    // The dashboards' selector of locker banks reads this list as well.
    permission: ['ViewLockerBank', 'ViewLockerBankDashboard'],
    summary: 'Locker banks by page; the rows are JSON text',
    input: pageQuery(['LockerbankName', 'BuildingName', 'PropertyName', 'Status', 'AppVersion']).extend({
      OnlyActive: z.boolean().nullish(),
      PropertyId: AnyId,
      /** Words in name, code, building and property. */
      SearchText: searchText(),
    }),
    output: PageInText,
  }),
  ofBuilding: lockerBanksOfBuilding,
  status: operation('GET', '/lockerbank/lockerBankStatus', {
    permission: ['ViewLockerBank', 'ViewDashboard', 'ViewLockerBankDashboard'],
    summary: 'Status and last heartbeat of every locker bank that the caller may see',
    output: z.array(LockerBankRow.pick({ LockerbankId: true, Status: true, LastHeartBeat: true })),
  }),
  name: operation('GET', '/lockerBank/getmodel/{lockerBankId}', {
    // For the heading of the screens below a locker bank.
    permission: ['ViewLockerBank', 'EditLockerBank', 'SetupLockerBank', 'ViewLockerBankDashboard'],
    summary: 'The name of a locker bank',
    ...ofBank,
    output: Choice,
  }),
  get: operation('GET', '/lockerbank/{lockerBankId}', {
    permission: 'EditLockerBank',
    summary: 'A locker bank for its form; of its secret only whether it is set',
    ...ofBank,
    output: LockerBank,
  }),
  changes: changesOf(entity('LockerBank')),
  create: operation('POST', '/lockerbank/{lockerBankId}', {
    permission: 'AddLockerBank',
    summary: 'Creates a locker bank with the caller’s id, or with a new one for the all-zero id',
    ...ofBank,
    input: LockerBankDraft,
    output: Saved,
  }),
  update: operation('PUT', '/lockerbank/{lockerBankId}', {
    permission: 'EditLockerBank',
    summary: 'Changes a locker bank; its code stays as it was created',
    ...ofBank,
    input: LockerBankDraft,
    output: Saved,
  }),
  remove: operation('POST', '/lockerbank/deletelockerbanks', {
    permission: 'DeleteLockerBank',
    summary: 'Deletes locker banks that hold no package, row by row, and disconnects their kiosks',
    input: IdList,
    output: Removed,
  }),
  authorisation: operation('GET', '/lockerbank/{lockerBankId}/authorization', {
    permission: 'EditLockerBank',
    confirmed: true,
    summary: 'The API key with its secret; every reading is audited',
    ...ofBank,
    output: Authorisation,
    secret: true,
  }),
  authorise: operation('POST', '/lockerbank/{lockerBankId}/authorization', {
    permission: 'EditLockerBank',
    confirmed: true,
    summary: 'Makes the API key of a locker bank that has none',
    ...ofBank,
    output: Authorisation,
    secret: true,
  }),
  deauthorise: operation('DELETE', '/lockerbank/{lockerBankId}/authorization', {
    permission: 'EditLockerBank',
    summary: 'Deletes the API key and disconnects the kiosk',
    ...ofBank,
    output: Done,
    secret: true,
  }),
  canPublish: operation('GET', '/lockerbank/canpublish/{lockerBankId}', {
    permission: ['SetupLockerBank', 'EditLockerBank'],
    summary: 'Whether publishing is possible and would change anything; otherwise the reason',
    ...ofBank,
    output: z.object({
      CanPublish: z.boolean(),
      /** Whether the configuration differs from the published one, even if publishing is not possible. */
      HasChanged: z.boolean(),
      Reason: MessageText,
    }),
  }),
  publish: operation('POST', '/lockerbank/publish/{lockerBankId}', {
    permission: 'SetupLockerBank',
    // When it raises the limits of remote opening at the terminal.
    confirmed: 'by what is stored',
    summary: 'Sends layout, settings and theme to the kiosk as its next configuration; a kiosk that is OFFLINE receives it later',
    ...ofBank,
    output: Done.extend({ Version: z.int() }),
  }),
  settings: operation('GET', '/lockerBank/getsettings/{lockerBankId}', {
    permission: 'EditLockerBank',
    summary: 'All settings of a locker bank with their saved values',
    ...ofBank,
    output: z.array(SettingRow),
  }),
  saveSettings: operation('POST', '/lockerBank/savesettings/{lockerBankId}', {
    permission: 'EditLockerBank',
    confirmed: (values) => values.some(({ Name }) => TERMINAL_LIMITS.some((limit) => limit === Name)),
    summary:
      'Saves settings of a locker bank; settings that are not named stay. The kiosk applies its settings from the next publish',
    ...ofBank,
    input: SettingValues,
    output: Done,
  }),
}
