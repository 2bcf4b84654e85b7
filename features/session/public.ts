/**
 * What the sign-in screens know of the contract. It stands apart from the schemas, because zod (24 kB) is not needed by
 * somebody who only types a password.
 */

/** Credential types of a token's scope and of account calls (decisions "Sign-in"). */
export const CREDENTIALS = { user: 1, selfRegistration: 7, lockerBank: 8 } as const
export const PORTAL_CLIENT = 'portal'
export const MIN_PASSWORD = 10
export const MAX_PASSWORD = 200

/** Verb, path and shape of the calls that are made without being signed in. */
export const LINES = {
  token: { method: 'POST', path: '/auth/token', form: true },
  forgotPassword: { method: 'POST', path: '/account/forgotpassword', form: false },
  resetPassword: { method: 'POST', path: '/account/resetpassword', form: false },
} as const
