import { readFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import type pg from 'pg'

/** As `nice` counts: beside requests a tenth of a core that both want, and all of it when nobody else does. */
const NICE = 10
const THIS_THREAD = 0

/**
 * Has requests go before the thread that calls this and before what the database does for it. Only on Linux, where a thread has a
 * priority of its own, and of the database only where it runs on this machine and belongs to whoever runs this program.
 */
export function letRequestsGoFirst(pool: pg.Pool): void {
  if (process.platform !== 'linux') return
  goBehind(THIS_THREAD)
  pool.on('connect', (client) => {
    const { processID, database } = client as unknown as { processID: number | null; database: string }
    goBehind(processID, database)
  })
}

/** What has less priority already keeps it: most may not be given more again. Where none may be changed, nothing is lost but time. */
function goBehind(pid: number | null, database?: string): void {
  try {
    const isMeant = pid !== null && (database === undefined || isBackend(pid, database))
    if (isMeant && getPriority(pid) < NICE) setPriority(pid, NICE)
  } catch {
    // It is somebody else's, runs elsewhere, or the system forbids it.
  }
}

/** Whether the process of that number here serves a connection to the database: the number may be of another machine. */
const isBackend = (pid: number, database: string) =>
  readFileSync(`/proc/${pid}/cmdline`, 'utf8').match(/^postgres: \S+ (\S+) /)?.[1] === database
