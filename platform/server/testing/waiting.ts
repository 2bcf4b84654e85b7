import { expect, vi } from 'vitest'
import { withConnection } from '../postgres/bootstrap-database.ts'
import type { TestDatabase } from './database.ts'

/** The longest wait for a condition, in ms. It only ends a test whose condition never comes, so it is far above any machine's need. */
export const WAIT_LIMIT_MS = 300_000

/** Polls until the expectation holds, in a test; hooks use `soon`. */
export const eventually = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: WAIT_LIMIT_MS, interval: 10 })

/** Repeats a check until it does not throw, and returns its result. */
export const soon = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: WAIT_LIMIT_MS, interval: 10 }) as Promise<T>

/** Waits until as many statements of a database wait for a lock that another transaction holds. */
export const waitForBlocked = ({ superuserUrl }: Pick<TestDatabase, 'superuserUrl'>, count = 1) =>
  withConnection(superuserUrl, (client) =>
    soon(async () => {
      const { rows } = await client.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      expect(rows.length).toBeGreaterThanOrEqual(count)
    }),
  )
