import { defineMessages } from './define-messages.ts'

/** Texts of the command palette, which loads them when it opens. */
export const t = defineMessages('Palette', {
  PaletteWhereTo: 'Go to …',
  PaletteRecent: 'Recent',
  PaletteScreens: 'Screens and actions',
  PaletteCommands: 'Commands',
  PaletteAppearance: 'Appearance: {name}',
  PaletteMore: 'More results',
  PaletteNothingFound: 'No results.',
  PaletteFailed: '{group}: search is currently unavailable.',

  // Other words that find a screen or an action; not shown.
  WordsOfCreate: 'add create register enter',
  WordsOfLogout: 'log out sign off exit leave',
  WordsOfTheme: 'theme mode appearance colour',
})
