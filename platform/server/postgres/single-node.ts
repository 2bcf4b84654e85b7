import pg from 'pg'
import type { Log } from '../config/log.ts'

/** Any number that nothing else of ours locks. */
const LOCK = 7_217_002
const TRY_AGAIN_MS = 5_000

/**
 * Claims the database for a node whose broker is in its own process: kiosks of a second one would not be heard here
 * (architecture "Data"). Throws one sentence when another node holds it. The claim lives as long as a connection of its
 * own, so a node that was killed holds nothing; one that was cut off takes it up again.
 */
export async function claimSingleNode(databaseUrl: string, log: Log): Promise<{ release(): Promise<void> }> {
  let released = false
  let client: pg.Client | undefined
  let again: NodeJS.Timeout | undefined

  async function claim() {
    const next = new pg.Client({ connectionString: databaseUrl, application_name: 'parcelhall only node' })
    next.on('error', () => {})
    try {
      await next.connect()
      const { rows } = await next.query('select pg_try_advisory_lock($1) as ours', [LOCK])
      if (!rows[0].ours)
        throw new Error('Another node serves this database with its own broker. Set MQTT_URL on both to run several nodes.')
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    client = next
    next.on('end', () => {
      if (!released) again = setTimeout(reclaim, TRY_AGAIN_MS)
    })
  }
  async function reclaim() {
    await claim().catch((error) => {
      log.error({ err: error }, 'this node is not the only one any more, or the database is away')
      if (!released) again = setTimeout(reclaim, TRY_AGAIN_MS)
    })
  }

  await claim()
  return {
    release: async () => {
      released = true
      clearTimeout(again)
      await client?.end().catch(() => {})
    },
  }
}
