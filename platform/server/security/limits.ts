import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { t } from '#platform/messages.ts'
import { Refusal } from '../http/refusal.ts'

/** Attempts in a window, kept in the database so that every node counts the same. */
export type Limit = {
  /** Counts one attempt; refuses (429 with Retry-After) when they are used up. */
  spend(key: string): Promise<void>
  /** Takes one attempt back: it was a good one. */
  refund(key: string): Promise<void>
  /** Forgets all of a key's attempts. */
  forget(key: string): Promise<void>
}

/** `name` keeps limits apart; `points` attempts in `seconds`. Keys may be personal: only their hash is stored. */
export function limit(pool: pg.Pool, name: string, points: number, seconds: number): Limit {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
    clearExpiredByTimeout: false,
  })
  const stored = (key: string) => createHash('sha256').update(key).digest('base64url')
  return {
    spend: async (key) => {
      try {
        await limiter.consume(stored(key))
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        const retryAfter = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
        throw new Refusal(429, t('MsgTooManyRequests', { seconds: retryAfter }), { retryAfter })
      }
    },
    refund: async (key) => {
      await limiter.reward(stored(key))
    },
    forget: async (key) => {
      await limiter.delete(stored(key))
    },
  }
}
