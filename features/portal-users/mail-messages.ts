import { defineMessages } from '#platform/define-messages.ts'

/** Texts of the e-mails about users and their power; no page needs them. */
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
  MailPowerChangedSubject: 'Security of {organisation}: a change',
  MailPowerChangedBody: `Hello {name},

{what}

You receive this message because you manage the organisation. If the change is not right, sign in, undo it, and disable the user who made it.
`,
  WhatIdentityProvider: '{actor} has changed single sign-on: users sign in at the identity provider {issuer}.',
  WhatNoIdentityProvider: '{actor} has switched single sign-on off.',
  WhatManagerAddress: '{actor} has changed the e-mail address with which the manager {name} signs in, from {former} to {email}.',
})
