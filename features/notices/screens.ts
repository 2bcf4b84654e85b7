import { defineMessages } from '#platform/define-messages.ts'

/** Titles of the screens; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('NoticeScreens', {
  ScreenNotices: 'Notices',
  ScreenReplies: 'Replies',
})
