import { type Regular, regularly } from '#platform/server/jobs/regularly.ts'
import { wholeOrganisation } from '#platform/server/postgres/db.ts'
import { organisationsWithNotices } from '#platform/server/postgres/untenanted.ts'
import { queueReminders, REMINDER_BATCH } from './reminders.ts'
import { type Sending, sendDue } from './send.ts'

/** Pause between two looks for due notices, in ms. */
const PAUSE_MS = 2_000

/** Stores due reminders and sends due notices of every organisation that has some. One that fails does not stop the others. */
export async function sendNotices(deps: Sending, now: () => Date = () => new Date(), signal?: AbortSignal): Promise<void> {
  for (const id of await organisationsWithNotices(deps.database, now())) {
    if (signal?.aborted) return
    const tenant = wholeOrganisation(id)
    try {
      while ((await deps.database.inTenant(tenant, (db) => queueReminders(db, now()))) === REMINDER_BATCH);
      await sendDue(deps, tenant, now, signal)
    } catch (error) {
      deps.log.warn({ err: error, organisation: id }, 'notices failed, will retry')
    }
  }
}

/** Sends notices until `stop`, which waits for those that are being sent. */
export const sendNoticesRegularly = (deps: Sending): Regular =>
  regularly((signal) => sendNotices(deps, undefined, signal), PAUSE_MS, deps.log, 'notices failed')
