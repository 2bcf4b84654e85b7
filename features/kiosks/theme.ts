import { z } from 'zod'

/** Fonts of terminals (spec 3 §2). */
export const FONTS = ['Arial', 'Courier', 'Helvetica', 'Times New Roman', 'Verdana'] as const
/** Sizes of the screensaver's text, in px (spec 3 §2). */
export const FONT_SIZES = [11, 12, 13, 14, 15, 16, 24, 36, 42] as const

/** The colour fields, `#rrggbb`. */
export const COLORS = [
  'HeaderColor',
  'HeaderTextColor',
  'FooterColor',
  'FooterTextColor',
  'BodyBgColor',
  'BodyTextColor',
  'ButtonColor',
  'ButtonTextColor',
  'ErrorTextColor',
  'LockerbankColor',
  'ScreensaverTextColor',
] as const
export type ColorField = (typeof COLORS)[number]
export const TEXTS = ['FooterTextResident', 'FooterTextCourier', 'ScreensaverText'] as const
export const IMAGES = ['LogoImg', 'MenuBgImg', 'ScreensaverImg'] as const
export type ImageField = (typeof IMAGES)[number]

/** The SHA-256 of a picture's bytes in hexadecimal; '' for no picture. */
const ImageHash = z.string().default('')

/**
 * The theme of a property's terminals as it is published (spec 3 §3 "Theme"). Kiosks accept any text: the server has checked
 * what a person may choose, and an older program must accept what a newer server allows.
 */
export const Theme = z.object({
  /** 0 for the default theme; every changing save adds 1. */
  Version: z.int().min(0).default(0),
  Font: z.string(),
  HeaderColor: z.string(),
  HeaderTextColor: z.string(),
  FooterColor: z.string(),
  FooterTextColor: z.string(),
  BodyBgColor: z.string(),
  BodyTextColor: z.string(),
  ButtonColor: z.string(),
  ButtonTextColor: z.string(),
  ErrorTextColor: z.string(),
  LockerbankColor: z.string(),
  FooterTextResident: z.string(),
  FooterTextCourier: z.string(),
  ScreensaverText: z.string(),
  ScreensaverTextColor: z.string(),
  ScreensaverTextSize: z.int(),
  LogoImg: ImageHash,
  MenuBgImg: ImageHash,
  ScreensaverImg: ImageHash,
})
export type Theme = z.infer<typeof Theme>

/** What a person chooses in the editor, without the pictures. */
export type ThemeValues = Omit<Theme, 'Version' | ImageField>

export const DEFAULT_VALUES: ThemeValues = {
  Font: 'Verdana',
  HeaderColor: '#312e81',
  HeaderTextColor: '#ffffff',
  FooterColor: '#1f2937',
  FooterTextColor: '#ffffff',
  BodyBgColor: '#ffffff',
  BodyTextColor: '#111827',
  ButtonColor: '#4338ca',
  ButtonTextColor: '#ffffff',
  ErrorTextColor: '#b91c1c',
  LockerbankColor: '#374151',
  FooterTextResident: 'Enter your access code to collect your packages.',
  FooterTextCourier: 'Sign in with your user name and PIN to drop off packages.',
  ScreensaverText: 'Touch the screen to begin',
  ScreensaverTextColor: '#ffffff',
  ScreensaverTextSize: 42,
}

const NO_IMAGES = { LogoImg: '', MenuBgImg: '', ScreensaverImg: '' } as const satisfies Record<ImageField, string>

/** The theme of a property that has chosen none. */
export const DEFAULT_THEME: Theme = { Version: 0, ...DEFAULT_VALUES, ...NO_IMAGES }
