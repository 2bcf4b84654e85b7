import { z } from 'zod'

/** The theme of a property's terminals (spec 3 §3 "Theme"): colours as `#rrggbb`, sizes in pixels. */
export const Theme = z.object({
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
})
export type Theme = z.infer<typeof Theme>

/** The default theme. */
export const DEFAULT_THEME: Theme = {
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
