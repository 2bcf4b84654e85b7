import type { Db } from '#platform/server/postgres/db.ts'

const DAY_MS = 86_400_000
const COMMANDS_KEPT_DAYS = 90
/** Event ids are kept for the longest outage after which a kiosk may send its events again. */
const EVENTS_KEPT_DAYS = 400

/** Deletes an organisation's old commands and applied events. */
export async function purgeKioskRows(db: Db, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  await db.deleteFrom('kiosk_commands').where('created_at', '<', before(COMMANDS_KEPT_DAYS)).execute()
  await db
    .deleteFrom('kiosk_events')
    .where('received_at', '<', before(EVENTS_KEPT_DAYS))
    .where('outcome', '=', 'applied')
    .execute()
}
