import { defineMessages } from '#platform/define-messages.ts'

/** Texts of the e-mail that invites a user; no page needs them. */
export const t = defineMessages('PortalUserMail', {
  MailInvitationSubject: 'Your account at {organisation}',
  MailInvitationBody: `Hello {name},

{inviter} has created an account for you at {organisation}. To choose a password and sign in, open this link within {days} days:

{link}

If you do not know why you received this message, you can ignore it.
`,
})
