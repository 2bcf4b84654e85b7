import { expect, test } from 'vitest'
import { DEFAULT_THEME, Theme } from './theme.ts'

/** Contrast of two colours `#rrggbb` (WCAG 2.2). */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
function luminance(color: string): number {
  expect(color).toMatch(/^#[0-9a-f]{6}$/)
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('the default theme is valid, and every text in it has sufficient contrast (AA)', () => {
  const theme = Theme.parse(DEFAULT_THEME)
  expect(contrast('#000000', '#ffffff')).toBe(21)
  for (const [text, ground] of [
    ['HeaderTextColor', 'HeaderColor'],
    ['FooterTextColor', 'FooterColor'],
    ['BodyTextColor', 'BodyBgColor'],
    ['ErrorTextColor', 'BodyBgColor'],
    ['ButtonTextColor', 'ButtonColor'],
    ['ScreensaverTextColor', 'LockerbankColor'],
  ] as const)
    expect(contrast(theme[text], theme[ground]), text).toBeGreaterThanOrEqual(4.5)
})
