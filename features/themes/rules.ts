import { t as kiosk } from '#features/kiosks/messages.ts'
import type { Message } from '#platform/define-messages.ts'
import { t } from './messages.ts'

type Terminal = {
  readonly IsAuthorised: boolean
  /** The version that the terminal shows; null when its program does not report one. */
  readonly ThemeVersion: number | null
  /** The version of its published configuration; null when none was published. */
  readonly PublishedThemeVersion: number | null
}
export type ThemeState = { readonly kind: 'good' | 'look' | 'off'; readonly text: Message }

/** How far a property's theme, of version `saved`, has come at one of its terminals. */
export function themeState({ IsAuthorised, ThemeVersion, PublishedThemeVersion }: Terminal, saved: number): ThemeState {
  if (!IsAuthorised) return { kind: 'off', text: kiosk('WordUnauthorised') }
  if (PublishedThemeVersion !== saved) return { kind: 'look', text: t('ThemeNotPublished') }
  if (ThemeVersion === null) return { kind: 'off', text: t('ThemeUnknown') }
  return ThemeVersion === saved ? { kind: 'good', text: t('ThemeCurrent') } : { kind: 'look', text: t('ThemeSent') }
}
