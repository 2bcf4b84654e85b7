import type pg from 'pg'
import { limit } from '#platform/server/security/limits.ts'

const QUARTER_HOUR = 900
const DAY = 86_400
/** Wrong codes for one user, after the right password (decisions "Two-step sign-in" has the arithmetic). */
export const CODES = { quarterHour: 10, day: 30 } as const

type Owner = { readonly id: string; readonly password_hash: string | null }

/**
 * Bounds the codes that may be tried: those of a known browser by themselves, so that a stranger with the password cannot keep the
 * user out of it. A new password begins anew.
 */
export function createCodeAttempts(pool: pg.Pool) {
  const recent = limit(pool, 'second step', CODES.quarterHour, QUARTER_HOUR)
  const daily = limit(pool, 'second step day', CODES.day, DAY)
  const keyOf = ({ id, password_hash }: Owner, browser = '') => `${id} ${password_hash} ${browser}`
  return {
    /** Counts a code before it is checked; refuses (429) above a limit. */
    async admit(user: Owner, browser: string | undefined): Promise<void> {
      await recent.spend(keyOf(user, browser))
      await daily.spend(keyOf(user, browser))
    },
    /** The code was right: it does not count, nor do those before. */
    async succeeded(user: Owner, browser: string | undefined): Promise<void> {
      await recent.forget(keyOf(user, browser))
      await daily.forget(keyOf(user, browser))
    },
  }
}
export type CodeAttempts = ReturnType<typeof createCodeAttempts>
