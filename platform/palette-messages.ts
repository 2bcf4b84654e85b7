import { defineMessages } from './define-messages.ts'

/** Texts of the command palette, which loads them when it opens. */
export const t = defineMessages('Palette', {
  PaletteWhereTo: 'Go to …',
  PaletteRecent: 'Recent',
  PaletteScreens: 'Screens and actions',
  PaletteCommands: 'Commands',
  PaletteAppearance: 'Appearance: {name}',
  PaletteDoors: 'Doors',
  PaletteDoor: 'Locker {locker} · {bank}',
  PaletteMore: 'More results',
  PaletteNothingFound: 'No results.',
  PaletteFailed: '{group}: search is currently unavailable.',

  // Other words that find a screen or an action; not shown.
  WordsOfCreate: 'add create register enter',
  WordsOfImport: 'upload file csv list',
  WordsOfPackages: 'find parcels deliveries search',
  WordsOfResidents: 'tenants people occupants',
  WordsOfRegistrations: 'approve reject review sign-ups',
  WordsOfDashboard: 'home overview stop brake all remote opening emergency',
  WordsOfPortalUsers: 'staff team members invite managers permissions access',
  WordsOfProfile: 'account password devices sessions language phone sign-in two-step passkey',
  WordsOfLogout: 'log out sign off exit leave',
  WordsOfTheme: 'theme mode appearance colour',
  WordsOfDoor: 'open show the a door locker compartment box',
})
