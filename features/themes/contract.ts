import { z } from 'zod'
import { FONT_SIZES, FONTS, Theme } from '#features/kiosks/theme.ts'
import { t as organisation } from '#features/organisations/messages.ts'
import { t as mobile } from '#features/organisations/mobile-messages.ts'
import { packMessage } from '#platform/define-messages.ts'
import { operation } from '#platform/operation.ts'
import { Done, Id, optionalText, Saved } from '#platform/wire.ts'
import { t } from './messages.ts'

/** Longest texts of a theme, in characters: one line of the terminal. */
export const THEME_MAX = { text: 100 } as const

/** The terminal's screen in px (spec 3 §9). */
export const TERMINAL = { width: 1024, height: 768 } as const

/** The pictures (spec 3 §5 "Theme images"): bytes of an uploaded file, and px as the terminal shows it. */
export const THEME_IMAGES = {
  LogoImg: { maxBytes: 1_000_000, width: 560, height: 70 },
  MenuBgImg: { maxBytes: 10_000_000, ...TERMINAL },
  ScreensaverImg: { maxBytes: 10_000_000, ...TERMINAL },
} as const

/** A data URL of so many bytes in base64, with its beginning. */
const charactersOf = (bytes: number) => Math.ceil(bytes / 3) * 4 + 50
/** Largest request: all pictures at their limits; somewhat larger ones still get the message for their size. */
const THEME_REQUEST = 2 * Object.values(THEME_IMAGES).reduce((sum, { maxBytes }) => sum + maxBytes, 0)

const HASH = /^[0-9a-f]{64}$/
export const isImageHash = (value: string): boolean => HASH.test(value)

/** A new picture as a data URL of a png, gif or jpeg, the hash of a saved one, or '' for none. */
const ImageInput = (maxBytes: number) =>
  z
    .string({ error: packMessage(organisation('MsgFileType')) })
    .max(charactersOf(maxBytes), packMessage(organisation('MsgImageTooLarge')))
    .refine(
      (value) => value === '' || isImageHash(value) || /^data:image\/(png|gif|jpeg);base64,/.test(value),
      packMessage(organisation('MsgFileType')),
    )

const Color = z
  .string({ error: packMessage(mobile('MsgColorInvalid')) })
  .regex(/^#[0-9a-f]{6}$/i, packMessage(mobile('MsgColorInvalid')))
  .transform((color) => color.toLowerCase())
const Text = optionalText(THEME_MAX.text, t('MsgThemeTextTooLong', { max: THEME_MAX.text }))

/** The fields of the editor (spec 3 §3, §5). */
export const ThemeFields = z.object({
  /** The version that was read: the save is refused (409) when the theme has changed since. */
  Version: z.string().max(40).nullish(),
  Font: z.enum(FONTS, { error: packMessage(t('MsgFontInvalid')) }),
  HeaderColor: Color,
  HeaderTextColor: Color,
  FooterColor: Color,
  FooterTextColor: Color,
  BodyBgColor: Color,
  BodyTextColor: Color,
  ButtonColor: Color,
  ButtonTextColor: Color,
  ErrorTextColor: Color,
  LockerbankColor: Color,
  FooterTextResident: Text,
  FooterTextCourier: Text,
  ScreensaverText: Text,
  ScreensaverTextColor: Color,
  ScreensaverTextSize: z.literal(FONT_SIZES, { error: packMessage(t('MsgFontSizeInvalid')) }),
  LogoImg: ImageInput(THEME_IMAGES.LogoImg.maxBytes),
  MenuBgImg: ImageInput(THEME_IMAGES.MenuBgImg.maxBytes),
  ScreensaverImg: ImageInput(THEME_IMAGES.ScreensaverImg.maxBytes),
})

/** The input of a save. A picture that is left out stays; a hash may be of any property that the caller may see. */
export const ThemeDraft = ThemeFields.extend({
  PropertyId: Id,
  OrganisationId: Id.nullish(),
  LogoImg: ThemeFields.shape.LogoImg.nullish(),
  MenuBgImg: ThemeFields.shape.MenuBgImg.nullish(),
  ScreensaverImg: ThemeFields.shape.ScreensaverImg.nullish(),
})

/** A terminal of the property and the theme that it shows. */
export const ThemeKiosk = z.object({
  LockerBankId: z.string(),
  Name: z.string(),
  Status: z.enum(['ONLINE', 'OFFLINE']),
  IsAuthorised: z.boolean(),
  /** The version that its terminal shows; null when its program does not report one. */
  ThemeVersion: z.int().nullable(),
  /** The version of its published configuration; null when none was published. */
  PublishedThemeVersion: z.int().nullable(),
})
export type ThemeKiosk = z.infer<typeof ThemeKiosk>

/** A theme as it is edited; pictures by their hashes. */
export const EditedTheme = Theme.extend({
  PropertyId: z.string(),
  OrganisationId: z.string(),
  PropertyName: z.string(),
  /** Of the record, for a save that must not overwrite another's. */
  Version: z.string(),
  Kiosks: z.array(ThemeKiosk),
})
export type EditedTheme = z.infer<typeof EditedTheme>

const ofProperty = { params: z.object({ propertyId: Id }) }

export const themes = {
  get: operation('GET', '/theme/get/{organisationId}/{propertyId}', {
    permission: 'EditProperty',
    summary: 'The theme of a property’s terminals, and which terminals show it',
    params: z.object({ organisationId: Id, propertyId: Id }),
    output: EditedTheme,
  }),
  image: operation('GET', '/theme/image/{propertyId}/{hash}', {
    permission: 'EditProperty',
    summary: 'A picture of a property’s theme as a data URL',
    params: z.object({ propertyId: Id, hash: z.string().regex(HASH) }),
    output: z.object({ Image: z.string() }),
  }),
  save: operation('POST', '/theme/save', {
    permission: 'EditProperty',
    summary: 'Changes the theme of a property; its terminals get it when it is published',
    input: ThemeDraft,
    output: Saved,
    bodyLimit: THEME_REQUEST,
    tooLarge: organisation('MsgImageTooLarge'),
  }),
  publish: operation('POST', '/theme/publish/{propertyId}', {
    permission: 'SetupLockerBank',
    summary:
      'Sends the theme to the property’s terminals whose configuration has another one; layout and settings stay as published',
    ...ofProperty,
    output: Done.extend({ Published: z.int() }),
  }),
  imageForKiosk: operation('GET', '/kiosk/themeimage/{hash}', {
    access: 'kiosk',
    summary: 'A picture of the property’s theme as a data URL, by the hash in the configuration',
    params: z.object({ hash: z.string().regex(HASH) }),
    output: z.object({ Image: z.string() }),
  }),
}
