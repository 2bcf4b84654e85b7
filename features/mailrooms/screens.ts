import { defineMessages } from '#platform/define-messages.ts'
import { entity } from '#platform/entity.ts'

export const mailroomEntity = entity('Mailroom')

/** Titles of the screens; apart from the other texts because navigation loads them before any screen. */
export const t = defineMessages('MailroomScreens', {
  ScreenMailrooms: 'Mailrooms',
  ScreenNewMailroom: 'New mailroom',
  ScreenMailroom: 'Mailroom',
})
