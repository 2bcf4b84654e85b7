import { defineMessages } from '#platform/define-messages.ts'

/** Title and path of the screen; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('HandOverScreens', {
  ScreenHandOver: 'Hand over',
})

/** With `Q`, it searches at once. */
export const HAND_OVER_PATH = '/package/handover'
