import { z } from 'zod'
import { SavedSources, SourceChanges } from '#features/import-sources/contract.ts'
import { OPENINGS_SETTING } from '#features/kiosks/ceilings.ts'
import { operation } from '#platform/operation.ts'
import { SettingRow, SettingValues } from '#platform/typed-settings.ts'
import { AnyId, Done, Id } from '#platform/wire.ts'

/** A form of self-registration: its address, and a QR code of it as a data URL. */
const RegistrationLink = z.object({ Address: z.string(), QrCode: z.string() })

/** The settings of an organisation (spec 3 §3 "System settings"). */
export const SystemSettings = z.object({
  /** The eight general settings, and after them the addresses of the forms of self-registration, for display (spec 3 §9). */
  generalSettings: z.array(SettingRow),
  /** When a file that was fetched is applied, and who gets the reports. */
  ImportSettings: z.array(SettingRow),
  ...SavedSources,
  /** The same addresses with their QR codes. */
  RegistrationLinks: z.object({ Resident: RegistrationLink, Agent: RegistrationLink }),
})
export type SystemSettings = z.infer<typeof SystemSettings>

export const settings = {
  get: operation('GET', '/Organisation/getsettings/{organisationId}', {
    permission: 'ViewGeneralSetting',
    summary: 'The settings of an organisation with their values',
    params: z.object({ organisationId: Id }),
    output: SystemSettings,
  }),
  support: operation('GET', '/Organisation/support', {
    access: 'authenticated',
    summary: 'Where the staff of the organisation ask for help',
    output: z.object({ Email: z.string() }),
  }),
  save: operation('POST', '/Organisation/savesettings', {
    permission: 'EditGeneralSetting',
    confirmed: ({ GeneralSettings }) => Boolean(GeneralSettings?.some(({ Name }) => Name === OPENINGS_SETTING)),
    summary: 'Changes settings of an organisation; those that are left out stay as they are',
    input: z.object({
      /** Empty means the organisation that the caller works in. */
      OrganisationId: AnyId,
      /** The addresses of self-registration may be among them, as they were read. */
      GeneralSettings: SettingValues.nullish(),
      ImportSettings: SettingValues.nullish(),
      ...SourceChanges,
    }),
    output: Done,
  }),
}
