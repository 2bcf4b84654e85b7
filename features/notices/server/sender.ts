import { MEDIUM_NAMES, type Medium } from '#features/notification-templates/types.ts'
import { type Regular, regularly } from '#platform/server/jobs/regularly.ts'
import { wholeOrganisation } from '#platform/server/postgres/db.ts'
import { organisationsWithNotices } from '#platform/server/postgres/untenanted.ts'
import { queueReminders, REMINDER_BATCH } from './reminders.ts'
import { type Sending, sendDue, type Turn } from './send.ts'

/** Pause between two looks for due notices, in ms. */
const PAUSE_MS = 2_000
/** Organisations whose notices are sent at once by a medium. While others wait for a place, the longest one takes no more batches. */
const AT_ONCE = 4

type UnderWay = { readonly ended: Promise<void>; readonly end: AbortController }

/** Stores due reminders and sends due notices of every organisation that has some. One that fails does not stop the others. */
export async function sendNotices(deps: Sending, now: () => Date = () => new Date()): Promise<void> {
  for (const medium of MEDIUM_NAMES) {
    const lane = createLane(deps, medium, now)
    do await lane.look()
    while (await lane.ended())
  }
}

/** Sends notices until `stop`, which waits for those that are being sent. The media do not wait for each other. */
export function sendNoticesRegularly(deps: Sending, now: () => Date = () => new Date()): Regular {
  const stops = MEDIUM_NAMES.map((medium) => {
    const lane = createLane(deps, medium, now)
    const looks = regularly(lane.look, PAUSE_MS, deps.log, 'notices failed')
    return async () => {
      await looks.stop()
      await lane.ended()
    }
  })
  return { stop: async () => void (await Promise.all(stops.map((stop) => stop()))) }
}

function createLane(deps: Sending, medium: Medium, now: () => Date) {
  const underWay = new Map<string, UnderWay>()
  let isMore = false
  return {
    /** Begins with every organisation that has due notices, and returns before the last ones have ended. */
    async look(stop?: AbortSignal): Promise<void> {
      for (const id of await organisationsWithNotices(deps.database, now())) {
        while (underWay.size >= AT_ONCE) {
          const [longest] = underWay.values()
          longest!.end.abort()
          await Promise.race([...underWay.values()].map((one) => one.ended))
        }
        if (stop?.aborted) return
        if (underWay.has(id)) continue
        const end = new AbortController()
        const ended = sendAllOf(deps, id, medium, now, { stop, end: end.signal }).then((isAll) => {
          isMore ||= !isAll
          underWay.delete(id)
        })
        underWay.set(id, { ended, end })
      }
    },
    /** Waits for what was begun; returns whether an organisation gave its place to another before all its notices were sent. */
    async ended(): Promise<boolean> {
      await Promise.all([...underWay.values()].map((one) => one.ended))
      const wasMore = isMore
      isMore = false
      return wasMore
    },
  }
}

/** Returns false when the turn ended before all were sent. Does not throw. */
async function sendAllOf(deps: Sending, id: string, medium: Medium, now: () => Date, turn: Turn): Promise<boolean> {
  const tenant = wholeOrganisation(id)
  try {
    while ((await deps.database.inTenant(tenant, (db) => queueReminders(db, now()))) === REMINDER_BATCH);
    return await sendDue(deps, tenant, medium, now, turn)
  } catch (error) {
    deps.log.warn({ err: error, organisation: id }, 'notices failed, will retry')
    return true
  }
}
