import type { say } from './messages.ts'
import type { Translated } from './text.ts'

export const british = {
  Common: {
    MsgNotAuthorised:
      'Sorry! You are not authorised to navigate to requested page. Please contact administrator if you need access.',
  },
} satisfies Translated<typeof say>
