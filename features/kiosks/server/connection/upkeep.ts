import type { Live } from '#features/live/server/api.ts'
import type { Log } from '#platform/server/config/log.ts'
import type { Broker } from '#platform/server/mqtt/broker.ts'
import { type Database, wholeOrganisation } from '#platform/server/postgres/db.ts'
import { allOrganisations } from '#platform/server/postgres/untenanted.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { expireAbandoned } from '../commands/store.ts'
import { everyKiosk } from './access.ts'
import { sweepSilentBanks } from './presence.ts'

type Deps = {
  readonly database: Database
  readonly broker: Broker
  readonly keys: Keys
  readonly live: Live
  readonly log: Pick<Log, 'warn' | 'error'>
}

const SWEEP_MS = 15_000
/** Interval of comparing an external broker with the database, in ms; also done when it reconnects. */
const RECONCILE_MS = 10 * 60_000
const RECONCILE_RETRY_MS = 30_000

/** Repeats until `stop` what repairs the broker's access and shows silent kiosks as offline. */
export function createUpkeep({ database, broker, keys, live, log }: Deps) {
  let reconciling: NodeJS.Timeout | undefined
  let sweeping: NodeJS.Timeout | undefined
  let stopped = false

  async function reconcile() {
    clearTimeout(reconciling)
    let next = RECONCILE_MS
    try {
      await broker.reconcile(() => everyKiosk(database, keys))
    } catch (error) {
      log.error({ err: error }, 'broker reconciliation failed, will be retried')
      next = RECONCILE_RETRY_MS
    }
    reconcileIn(next)
  }
  function reconcileIn(ms: number) {
    clearTimeout(reconciling)
    if (!stopped) reconciling = setTimeout(reconcile, ms).unref()
  }

  async function sweep() {
    const now = new Date()
    try {
      await sweepSilentBanks({ database, live }, now)
      for (const { id } of await allOrganisations(database))
        await database.inTenant(wholeOrganisation(id), (db) => expireAbandoned(db, now))
    } catch (error) {
      log.warn({ err: error }, 'sweep for silent kiosks failed, will be retried')
    }
    if (!stopped) sweeping = setTimeout(sweep, SWEEP_MS).unref()
  }

  return {
    /** Compares the kiosks that the broker admits with the database, now and from then on. Never throws. */
    reconcile,
    /** Waits for an update of the broker. Never throws: one that failed is logged, and reconciled soon. */
    orReconcile: async (work: Promise<unknown>): Promise<void> => {
      try {
        await work
      } catch (error) {
        log.error({ err: error }, 'broker update failed, will be reconciled')
        reconcileIn(RECONCILE_RETRY_MS)
      }
    },
    /** Shows silent kiosks as offline and expires abandoned commands, now and from then on. Never throws. */
    sweep,
    stop: () => {
      stopped = true
      clearTimeout(sweeping)
      clearTimeout(reconciling)
    },
  }
}
