import { defineMessages } from '#platform/define-messages.ts'

/** Texts of the e-mail that invites a user; no page needs them. */
export const t = defineMessages('PortalUserMail', {
  MailInvitationSubject: 'Your account at {organisation}',
  MailInvitationBody: `Hello {name},

{inviter} has created an account for you at {organisation}. To choose a password and sign in, open this link within {days} days:

{link}

Later, sign in at {portal} with the organisation {systemName} and the email address {email}.

If you do not know why you received this message, you can ignore it.
`,
  MailEmailChangedSubject: 'Your sign-in address at {organisation} was changed',
  MailEmailChangedBody: `Hello {name},

{actor} has changed the e-mail address with which you sign in at {organisation}. Messages no longer go to this address.

If this is not right, please tell your organisation.
`,
})
