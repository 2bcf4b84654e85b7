/** The part of the contract that the sign-in screen uses, without the schemas (see `features/session/public.ts`). */

/** The call that asks whether an organisation has single sign-on. */
export const OFFER = { method: 'GET', path: '/auth/singlesignon/offer/{systemName}', form: false } as const
/** The address that a browser opens to sign in at the organisation's provider. */
export const START = '/auth/singlesignon/start/{systemName}'
/** Where the provider sends the browser back to, below /api. */
export const CALLBACK = '/auth/singlesignon/callback'

/** In the address of the sign-in screen: the sign-in has succeeded, or the code of its refusal. */
export const RESULT = 'singlesignon'
export const DONE = 'done'

/** The refusals of a single sign-on, by their code in the address of the sign-in screen. */
export const REFUSALS = {
  off: 'MsgSsoOff',
  unreachable: 'MsgSsoUnreachable',
  issuer: 'MsgSsoIssuerDiffers',
  expired: 'MsgSsoExpired',
  refused: 'MsgSsoRefused',
  email: 'MsgSsoEmail',
  unknown: 'MsgSsoUnknownUser',
  disabled: 'MsgSsoDisabled',
  inactive: 'MsgSsoOrganisationInactive',
  role: 'MsgSsoRole',
  linked: 'MsgSsoLinked',
  busy: 'MsgSsoBusy',
} as const
export type RefusalCode = keyof typeof REFUSALS
