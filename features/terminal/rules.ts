const FIRST_PIN_DELAY = 5
const LONGEST_DELAY = 3600
/** Wrong access codes without a delay, and the first delay in seconds. */
const FREE_WRONG_CODES = 5
const FIRST_CODE_DELAY = 60

const doubling = (first: number, times: number) => (times < 0 ? 0 : Math.min(first * 2 ** times, LONGEST_DELAY))
/** Delay in seconds before the next PIN, after `wrong` wrong ones of one user at one terminal. */
export const pinDelay = (wrong: number): number => doubling(FIRST_PIN_DELAY, wrong - 1)
/** Delay in seconds before the next access code, after `wrong` wrong ones at one terminal. */
export const codeDelay = (wrong: number): number => doubling(FIRST_CODE_DELAY, wrong - FREE_WRONG_CODES)
/** A terminal's wrong attempts are reset after this many seconds without one. */
export const FORGET_WRONG_AFTER_SECONDS = LONGEST_DELAY
