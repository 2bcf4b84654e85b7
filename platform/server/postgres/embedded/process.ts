import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClusterLocation } from './location.ts'

const GRACE_MS = 10_000

const readOr = (path: string, otherwise: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return otherwise
  }
}

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid')

/** A zombie counts as dead: nobody may ever collect it, as in a container whose first process does not. */
function alive(pid: number): boolean {
  if (process.platform === 'linux') {
    const state = readOr(`/proc/${pid}/stat`, '').split(') ').at(-1)?.[0]
    return state !== undefined && state !== 'Z'
  }
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The server of this cluster that a killed parent left behind, if there is one. */
function orphan(cluster: string): number | undefined {
  const pid = Number.parseInt(readOr(pidFile(cluster), ''), 10)
  if (!(pid > 0) || !alive(pid)) return undefined
  // The number may be another process's by now. Any user may read a command line, also where /proc/…/exe is barred.
  const command =
    process.platform === 'linux'
      ? readOr(`/proc/${pid}/cmdline`, '').replaceAll('\0', ' ')
      : spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  return command?.includes(`/postgres -D ${cluster} `) ? pid : undefined
}

/** Ends a server: politely, then without a checkpoint, then by force; 10 s each. */
export async function stopServer(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return
      throw error
    }
    for (const end = Date.now() + GRACE_MS; Date.now() < end; await sleep(5)) if (!alive(pid)) return
  }
}

/** Windows has no signals between processes; PostgreSQL's own tool speaks to the server there. */
export const stopOnWindows = (bin: string, cluster: string, ...more: string[]) =>
  spawnSync(join(bin, 'pg_ctl'), ['stop', '-D', cluster, '-m', 'fast', ...more], { stdio: 'ignore' })

/**
 * Stops what outlived a killed parent and clears the way for a new server. The caller holds the lock of the cluster.
 * A stale lock file may name a zombie or another program's process, on which PostgreSQL would refuse to start. Our own
 * pid is written there, which it ignores as its parent's; without the file it would also lose its check for backends
 * that are still writing.
 */
export async function stopOrphan({ cluster, socketDir }: ClusterLocation, bin: string): Promise<void> {
  if (process.platform === 'win32') {
    stopOnWindows(bin, cluster)
    return
  }
  const left = orphan(cluster)
  if (left) await stopServer(left)
  for (const file of [pidFile(cluster), join(socketDir, '.s.PGSQL.5432.lock')]) {
    const content = readOr(file, '')
    if (/^-?\d+\n/.test(content)) writeFileSync(file, content.replace(/^-?\d+/, String(process.pid)))
    // Cut short by a full disk or a power cut: PostgreSQL takes it for a sign of a running server.
    else rmSync(file, { force: true })
  }
}

/** True once this very server accepts connections: the file of the one before says 'ready' as well. */
export function isReady(cluster: string, pid: number): boolean {
  const lines = readOr(pidFile(cluster), '').split('\n')
  return lines[0] === String(pid) && lines[7]?.startsWith('ready') === true
}
