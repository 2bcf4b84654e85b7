import { type Regular, regularly } from '#platform/server/jobs/regularly.ts'
import { wholeOrganisation } from '#platform/server/postgres/db.ts'
import { organisationsWithNotices } from '#platform/server/postgres/untenanted.ts'
import { queueReminders, REMINDER_BATCH } from './reminders.ts'
import { type Sending, sendDue } from './send.ts'

/** Pause between two looks for due notices, in ms. */
const PAUSE_MS = 2_000
/** Organisations whose notices are sent at once: a slow provider of one does not hold up the others. */
const AT_ONCE = 4

/** What is being sent, by organisation. */
type UnderWay = Map<string, Promise<void>>

/** Stores due reminders and sends due notices of every organisation that has some. One that fails does not stop the others. */
export async function sendNotices(deps: Sending, now: () => Date = () => new Date(), signal?: AbortSignal): Promise<void> {
  const underWay: UnderWay = new Map()
  await beginAll(deps, underWay, now, signal)
  await Promise.all(underWay.values())
}

/** Sends notices until `stop`, which waits for those that are being sent. */
export function sendNoticesRegularly(deps: Sending, now: () => Date = () => new Date()): Regular {
  const underWay: UnderWay = new Map()
  const looks = regularly((signal) => beginAll(deps, underWay, now, signal), PAUSE_MS, deps.log, 'notices failed')
  return {
    stop: async () => {
      await looks.stop()
      await Promise.all(underWay.values())
    },
  }
}

/** Begins with every organisation that has due notices and is not under way; returns before the last ones have ended. */
async function beginAll(deps: Sending, underWay: UnderWay, now: () => Date, signal?: AbortSignal): Promise<void> {
  for (const id of await organisationsWithNotices(deps.database, now())) {
    while (underWay.size >= AT_ONCE) await Promise.race(underWay.values())
    if (signal?.aborted) return
    if (underWay.has(id)) continue
    underWay.set(
      id,
      sendAllOf(deps, id, now, signal).finally(() => underWay.delete(id)),
    )
  }
}

/** Does not throw. */
async function sendAllOf(deps: Sending, id: string, now: () => Date, signal?: AbortSignal): Promise<void> {
  const tenant = wholeOrganisation(id)
  try {
    while ((await deps.database.inTenant(tenant, (db) => queueReminders(db, now()))) === REMINDER_BATCH);
    await sendDue(deps, tenant, now, signal)
  } catch (error) {
    deps.log.warn({ err: error, organisation: id }, 'notices failed, will retry')
  }
}
