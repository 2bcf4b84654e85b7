import type { Db } from '#platform/server/postgres/db.ts'

const DAY_MS = 86_400_000
/** Ended sessions are kept for questions about their drop-offs. */
const SESSIONS_KEPT_DAYS = 7

/** Deletes an organisation's ended sessions at terminals and old delays. */
export async function purgeTerminalRows(db: Db, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  await db.deleteFrom('kiosk_sessions').where('expires_at', '<', before(SESSIONS_KEPT_DAYS)).execute()
  await db.deleteFrom('kiosk_delays').where('blocked_until', '<', before(1)).where('last_at', '<', before(1)).execute()
}
