import type { Translated } from '#platform/text.ts'
import type { say } from './messages.ts'

export const british = {
  Session: {
    MsgForbidden:
      'Sorry! You are not authorised to navigate to requested page. Please contact administrator if you need access. Redirecting to home page',
  },
} satisfies Translated<typeof say>
