import type { ColorField, ThemeValues } from '#features/kiosks/theme.ts'

/** Each text with the background that it is shown on. */
export const TEXT_PAIRS: readonly { readonly text: ColorField; readonly background: ColorField }[] = [
  { text: 'HeaderTextColor', background: 'HeaderColor' },
  { text: 'FooterTextColor', background: 'FooterColor' },
  { text: 'BodyTextColor', background: 'BodyBgColor' },
  { text: 'ButtonTextColor', background: 'ButtonColor' },
  { text: 'ErrorTextColor', background: 'BodyBgColor' },
  { text: 'ScreensaverTextColor', background: 'LockerbankColor' },
]

/** The least contrast of a text (WCAG 2.2, 1.4.3, level AA), and that of a large one. */
export const CONTRAST = { text: 4.5, large: 3 } as const
/** A text is large from 24 px. */
const LARGE_PX = 24

/** The contrast of two colours `#rrggbb` (WCAG 2.2), from 1 to 21; null for another format. */
export function contrastOf(one: string, other: string): number | null {
  const [first, second] = [luminanceOf(one), luminanceOf(other)]
  if (first === null || second === null) return null
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

function luminanceOf(color: string): number | null {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return null
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export type WeakPair = (typeof TEXT_PAIRS)[number] & { readonly contrast: number; readonly needed: number }

/** The texts that are hard to read on their background. */
export function weakPairs(theme: Pick<ThemeValues, ColorField | 'ScreensaverTextSize'>): WeakPair[] {
  return TEXT_PAIRS.flatMap((pair) => {
    const contrast = contrastOf(theme[pair.text], theme[pair.background])
    const isLarge = pair.text === 'ScreensaverTextColor' && theme.ScreensaverTextSize >= LARGE_PX
    const needed = isLarge ? CONTRAST.large : CONTRAST.text
    return contrast !== null && contrast < needed ? [{ ...pair, contrast, needed }] : []
  })
}
