/** The part of two-step sign-in's contract that the sign-in screens use, without the schemas (see public.ts). */

/** Digits of a code of an authenticator app. */
export const CODE_DIGITS = 6
export const RECOVERY_CODES = 10
/** How long a ticket between the two steps of a sign-in is valid. */
export const TICKET_MINUTES_OF_SIGN_IN = 10
/** After how long the password is asked for again before a second step is changed. */
export const CONFIRMED_MINUTES = 10

/** Method, path and shape of the calls before sign-in. */
export const SECOND_STEP_LINES = {
  begin: { method: 'POST', path: '/auth/secondstep', form: false },
  beginPasskey: { method: 'POST', path: '/auth/passkey', form: false },
} as const
