import { expect, test } from 'vitest'
import { contrastOf, TEXT_PAIRS, weakPairs } from '#features/themes/contrast.ts'
import { COLORS, DEFAULT_THEME, FONT_SIZES, FONTS, Theme } from './theme.ts'

test('the default theme is valid, and every text in it has sufficient contrast (AA)', () => {
  expect(Theme.parse(DEFAULT_THEME)).toEqual(DEFAULT_THEME)
  expect(FONTS).toContain(DEFAULT_THEME.Font)
  expect(FONT_SIZES).toContain(DEFAULT_THEME.ScreensaverTextSize)
  expect(weakPairs(DEFAULT_THEME)).toEqual([])
})

test('contrast follows WCAG 2.2, from 1 to 21', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21)
  expect(contrastOf('#ffffff', '#FFFFFF')).toBe(1)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastOf('red', '#ffffff')).toBeNull()
})

test('weak pairs are named with their contrast; a large screensaver text needs less', () => {
  const grey = { ...DEFAULT_THEME, HeaderColor: '#ffffff', HeaderTextColor: '#777777' }
  expect(weakPairs(grey)).toMatchObject([{ text: 'HeaderTextColor', background: 'HeaderColor', needed: 4.5 }])
  const screensaver = { ...DEFAULT_THEME, LockerbankColor: '#ffffff', ScreensaverTextColor: '#777777' }
  expect(weakPairs(screensaver)).toEqual([])
  expect(weakPairs({ ...screensaver, ScreensaverTextSize: 16 })).toMatchObject([{ text: 'ScreensaverTextColor' }])
})

test('every colour is of a text or of its background', () => {
  expect(COLORS.filter((color) => !TEXT_PAIRS.some(({ text, background }) => color === text || color === background))).toEqual([])
})
