import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { t } from '#platform/messages.ts'
import { Refusal } from '../http/refusal.ts'

/** A limit of attempts in a time window, counted in the database for all nodes together. */
export type Limit = {
  /** Counts one attempt; refuses (429 with Retry-After) above the limit. */
  spend(key: string): Promise<void>
  /** Removes one attempt, after a successful one. */
  refund(key: string): Promise<void>
  /** Removes all attempts of a key. */
  forget(key: string): Promise<void>
}

/** At most `points` attempts in `seconds`. `name` separates limits. Keys may be personal, so only their hash is stored. */
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
