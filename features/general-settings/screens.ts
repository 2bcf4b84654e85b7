import { defineMessages } from '#platform/define-messages.ts'

export const GENERAL_PATH = '/setting/general'
/** A printable poster of a form of self-registration: 'resident' or 'agent'. */
export const POSTER_PATH = '/setting/poster/{kind}'

/** Titles of the screens; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('SettingScreens', {
  ScreenGeneralSettings: 'General Settings',
  ScreenPoster: 'Poster',
})
