import { defineMessages } from '#platform/define-messages.ts'

/** Texts of the e-mail with a link to set a password; no page needs them. */
export const t = defineMessages('SessionMail', {
  MailResetSubject: 'Set a new password for Parcelhall',
  MailResetBody: `Hello {name},

we received a request to set a new password for your account at {organisation}. To set it, open this link within {minutes} minutes:

{link}

If you did not request this, you can ignore this message: your password stays the same.
`,
})
