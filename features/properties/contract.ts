import { z } from 'zod'
import { packMessage } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import { operation } from '#platform/operation.ts'
import { recordOperations, savedRecord } from '#platform/record.ts'
import { SettingRow, SettingValues } from '#platform/typed-settings.ts'
import { AnyId, Choice, Id, MOST_LISTED, optionalText, pageQuery, requiredText, searchText } from '#platform/wire.ts'
import { propertyLookUp } from './look-up.ts'
import { t } from './messages.ts'
import { propertyEntity } from './screens.ts'

/** Longest texts of a property, in characters (spec 3 §5 "Property"). */
export const PROPERTY_MAX = { name: 100, code: 100, address: 100, description: 1024, timeZone: 100 } as const

/** A property as it is listed (spec 3 §2). */
export const PropertyRow = Choice.extend({
  ExternalCode: z.string(),
  RegionId: z.string().nullable(),
  RegionName: z.string(),
  TimeZoneId: z.string(),
  Address: z.string(),
})
export type PropertyRow = z.infer<typeof PropertyRow>

/** A property as it is edited (spec 3 §3). */
export const Property = Choice.extend({
  ExternalCode: z.string(),
  Description: z.string(),
  Region: Choice.nullable(),
  TimeZoneId: z.string(),
  Address: z.string(),
  OrganisationId: z.string(),
  Settings: z.array(SettingRow),
  /** Packages on site. */
  LivePackages: z.int(),
  Version: z.string(),
})
export type Property = z.infer<typeof Property>

const tooLong = t('MsgPropertyNameTooLong', { max: PROPERTY_MAX.name })

/** The fields of a property; those of its form too, which has the settings beside them (spec 3 §5 "Property"). */
export const PropertyFields = z.object({
  ...savedRecord,
  Name: requiredText(PROPERTY_MAX.name, t('MsgPropertyNameEmpty'), tooLong),
  /** Without spaces; fixed once the property is saved. The message for a long one is that of the name, as specified. */
  ExternalCode: z
    .string({ error: packMessage(t('MsgExternalCodeEmpty')) })
    .transform((code) => code.replace(/\s/g, ''))
    .pipe(requiredText(PROPERTY_MAX.code, t('MsgExternalCodeEmpty'), tooLong)),
  Description: optionalText(PROPERTY_MAX.description, label('MsgDescriptionTooLong', { max: PROPERTY_MAX.description })),
  Region: z.object({ Id: AnyId }).nullish(),
  /** An IANA name; the server checks it, because browsers list different names. */
  TimeZoneId: requiredText(PROPERTY_MAX.timeZone, t('MsgTimeZoneEmpty')),
  Address: requiredText(
    PROPERTY_MAX.address,
    t('MsgPropertyAddressEmpty'),
    label('MsgAddressTooLong', { max: PROPERTY_MAX.address }),
  ),
})

/** The input of a save; settings that are left out stay as they are. */
export const PropertyDraft = PropertyFields.extend({ Settings: SettingValues.optional() })

export const properties = {
  choices: propertyLookUp,
  ofOrganisation: operation('GET', '/organisation/{organisationId}/property', {
    // Package search, dashboards and residents all begin with a property, so every signed-in user may read their own ones.
    access: 'authenticated',
    summary: `The properties of an organisation that the caller may see, by name: the first ${MOST_LISTED}, or the first with the words`,
    params: z.object({ organisationId: Id }),
    query: z.object({ SearchText: searchText() }),
    output: z.array(Choice),
  }),
  ofRegion: operation('GET', '/property/region/{regionId}', {
    // Whoever gives properties to a user gives those of a region together.
    access: 'authenticated',
    summary: 'The ids of all properties of a region that the caller may see',
    params: z.object({ regionId: Id }),
    output: z.array(z.string()),
  }),
  ...recordOperations(propertyEntity, {
    page: {
      path: '/property/getpagedbyorganisation/',
      summary: 'Properties by page',
      input: pageQuery(['Name', 'ExternalCode', 'RegionName', 'TimeZoneId', 'Address']).extend({
        /** Words in name, external code and address. */
        SearchText: searchText(),
        RegionId: AnyId,
      }),
      row: PropertyRow,
    },
    get: { path: '/property/{propertyId}', summary: 'A property with its settings, as its form shows it', output: Property },
    save: { path: '/property/save/', summary: 'Adds a property, or changes the one with this id', input: PropertyDraft },
    remove: { path: '/property/delete', summary: 'Deletes properties without buildings, row by row' },
  }),
  getOf: operation('GET', '/property/{propertyId}/{organisationId}', {
    permission: 'EditProperty',
    summary: 'The same, in this organisation',
    params: z.object({ propertyId: Id, organisationId: Id }),
    output: Property,
  }),
  settings: operation('GET', '/settings/property/{propertyId}', {
    permission: 'EditProperty',
    summary: 'The settings of a property with their values',
    params: z.object({ propertyId: Id }),
    output: z.array(SettingRow),
  }),
  newSettings: operation('GET', '/settings/property', {
    permission: 'AddProperty',
    summary: 'The settings of a new property with their defaults',
    output: z.array(SettingRow),
  }),
  timeZones: operation('GET', '/Settings/alltimezones', {
    permission: ['AddProperty', 'EditProperty', 'AddOrganisation', 'EditOrganisation'],
    summary: 'The time zones by name, each with its present distance from UTC',
    output: z.array(z.object({ Id: z.string(), TimeZoneName: z.string() })),
  }),
}
