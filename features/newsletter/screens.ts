import { defineMessages } from '#platform/define-messages.ts'

export const SUBSCRIBERS_PATH = '/newsletter/list'

/** Titles of the screens; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('NewsletterScreens', {
  ScreenSubscribers: 'Newsletter subscribers',
})
