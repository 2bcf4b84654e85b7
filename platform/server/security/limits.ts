import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { Refusal } from '../http/refusal.ts'
import { t } from '../messages.ts'

/** A limit of attempts in a time window, counted in the database for all nodes together. */
export type Limit = {
  /** Counts one attempt; returns 0, or the seconds to wait above the limit. */
  take(key: string): Promise<number>
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
  const take = async (key: string) => {
    try {
      await limiter.consume(stored(key))
      return 0
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      return Math.max(1, Math.ceil(error.msBeforeNext / 1000))
    }
  }
  return {
    take,
    spend: async (key) => {
      const retryAfter = await take(key)
      if (retryAfter > 0) throw tooManyAttempts(retryAfter)
    },
    refund: async (key) => {
      await limiter.reward(stored(key))
    },
    forget: async (key) => {
      await limiter.delete(stored(key))
    },
  }
}

/** Longer waits are shown in minutes, rounded up. */
const MOST_SECONDS = 90

/** 429 with Retry-After, in seconds. */
export function tooManyAttempts(retryAfter: number): Refusal {
  const message =
    retryAfter > MOST_SECONDS
      ? t('MsgTooManyRequestsMinutes', { minutes: Math.ceil(retryAfter / 60) })
      : t('MsgTooManyRequests', { seconds: retryAfter })
  return new Refusal(429, message, { retryAfter })
}
