/**
 * The part of the contract that the sign-in screens use, without the schemas, because signing in does not need zod (24 kB).
 */

/** Credential types of a token's scope and of account calls (decisions "Sign-in"). */
export const CREDENTIALS = { user: 1, selfRegistration: 7, lockerBank: 8 } as const
/** The type of a token that sets a new password (spec 1 §7). */
export const RESET_TOKEN = 1 as const
/** Client ids: the portal's pages, the public forms, and programs (decisions "Sign-in"). A locker bank's is its key's id. */
export const CLIENTS = { portal: 'portal', selfRegistration: 'selfregister', api: 'api' } as const
/** Lengths of a new password (decisions "Structure and users"); shorter ones of before stay valid. */
export const MIN_PASSWORD = 12
export const MAX_PASSWORD = 128

/** Code of a refused sign-in (400): the password is right, and must be changed by `POST /account/changepassword` first. */
export const PASSWORD_MUST_CHANGE = 'password_must_change'

/** Codes of a refused sign-in (400) whose first step was right: the reply's `ticket` opens the second step, or its set-up. */
export const SECOND_STEP_REQUIRED = 'second_step_required'
export const SECOND_STEP_SET_UP = 'second_step_setup_required'

/** Codes after a right password. */
export const AFTER_PASSWORD: readonly string[] = [PASSWORD_MUST_CHANGE, SECOND_STEP_REQUIRED, SECOND_STEP_SET_UP]

/** Method, path and shape of the calls before sign-in. */
export const LINES = {
  token: { method: 'POST', path: '/auth/token', form: true },
  forgotPassword: { method: 'POST', path: '/account/forgotpassword', form: false },
  resetPassword: { method: 'POST', path: '/account/resetpassword', form: false },
  changePassword: { method: 'POST', path: '/account/changepassword', form: false },
} as const
