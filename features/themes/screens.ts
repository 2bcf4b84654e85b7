import { defineMessages } from '#platform/define-messages.ts'

/** The editor of a property's theme (spec 3 §2 "property.themeedit"). */
export const THEME_PATH = '/property/{propertyId}/theme'

/** Titles of the screens; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('ThemeScreens', {
  ScreenTheme: 'Locker Bank Terminal Theme',
  LinkTheme: 'Theme',
})
