import { defineMessages } from '#platform/define-messages.ts'

/** Texts of the e-mail about a changed second step; no page needs them. */
export const t = defineMessages('SecondStepMail', {
  MailSecondStepSubject: 'Your two-step sign-in at {organisation} was changed',
  MailSecondStepBody: `Hello {name},

{what}

If this was not you, please tell your organisation, and set a new password.
`,
  WhatAppAdded: 'an authenticator app was added to your account.',
  WhatAppRemoved: 'the authenticator app was removed from your account.',
  WhatCodesRenewed: 'new recovery codes were made for your account.',
  WhatCodeUsed: 'a recovery code was used to sign in to your account.',
  WhatPasskeyAdded: 'the passkey {passkey} was added to your account.',
  WhatPasskeyRemoved: 'the passkey {passkey} was removed from your account.',
  WhatReset:
    '{actor} has removed the second steps of your sign-in. If your organisation requires one, you set up a new one at the next sign-in.',
})
