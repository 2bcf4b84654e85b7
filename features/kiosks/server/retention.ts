import type { Db } from '#platform/server/postgres/db.ts'

const DAY_MS = 86_400_000
/** Ended terminal sessions are kept for questions about their drop-offs. */
const SESSIONS_KEPT_DAYS = 7
const COMMANDS_KEPT_DAYS = 90
/** Event ids are kept for the longest outage after which a kiosk may send its events again. */
const EVENTS_KEPT_DAYS = 400

/** Deletes an organisation's ended terminal sessions, old delays, commands and applied events. */
export async function purgeKioskRows(db: Db, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  await db.deleteFrom('kiosk_sessions').where('expires_at', '<', before(SESSIONS_KEPT_DAYS)).execute()
  await db.deleteFrom('kiosk_delays').where('blocked_until', '<', before(1)).where('last_at', '<', before(1)).execute()
  await db.deleteFrom('kiosk_commands').where('created_at', '<', before(COMMANDS_KEPT_DAYS)).execute()
  await db
    .deleteFrom('kiosk_events')
    .where('received_at', '<', before(EVENTS_KEPT_DAYS))
    .where('outcome', '=', 'applied')
    .execute()
}
