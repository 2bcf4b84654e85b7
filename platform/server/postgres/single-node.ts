import pg from 'pg'
import type { Log } from '../config/log.ts'

/** An advisory lock id that nothing else uses. */
const LOCK = 7_217_002
const RETRY_MS = 5_000

/**
 * Claims the database for a node with an embedded broker: messages of kiosks at a second broker would not arrive here. Throws if
 * another node holds the claim. The claim is an advisory lock of a separate connection, so a killed node holds nothing; after a
 * lost connection it is claimed again.
 */
export async function claimSingleNode(databaseUrl: string, log: Log): Promise<{ release(): Promise<void> }> {
  let released = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  async function claim() {
    const next = new pg.Client({ connectionString: databaseUrl, application_name: 'parcelhall single node' })
    next.on('error', () => {})
    try {
      await next.connect()
      const { rows } = await next.query('select pg_try_advisory_lock($1) as locked', [LOCK])
      if (!rows[0].locked)
        throw new Error('Another node serves this database with its own broker. Set MQTT_URL on both to run several nodes.')
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    client = next
    next.on('end', () => {
      if (!released) retry = setTimeout(reclaim, RETRY_MS)
    })
  }
  async function reclaim() {
    await claim().catch((error) => {
      log.error(
        { err: error },
        'claiming the single-node lock failed: another node runs or the database is unavailable, will retry',
      )
      if (!released) retry = setTimeout(reclaim, RETRY_MS)
    })
  }

  await claim()
  return {
    release: async () => {
      released = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
