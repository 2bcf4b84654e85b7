import { defineMessages } from '#platform/define-messages.ts'

/** Texts of finding the resident whom a package is for. */
export const t = defineMessages('Recipient', {
  MsgSearchTooShort: 'Enter at least {min} characters.',
})
