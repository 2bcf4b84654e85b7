import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClusterLocation } from './location.ts'

const GRACE_MS = 10_000

const readOr = (path: string, fallback: string) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return fallback
  }
}

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid')

/** Whether a process runs. A zombie counts as dead: the first process of a container may never reap it. */
export function isAlive(pid: number): boolean {
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

/** The pid of a server of this cluster that outlived its killed parent, or undefined. */
function orphan(cluster: string): number | undefined {
  const pid = Number.parseInt(readOr(pidFile(cluster), ''), 10)
  if (!(pid > 0) || !isAlive(pid)) return undefined
  // The pid may have been reused. Every user can read a command line, also where /proc/…/exe is not readable.
  const command =
    process.platform === 'linux'
      ? readOr(`/proc/${pid}/cmdline`, '').replaceAll('\0', ' ')
      : spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  return command?.includes(`/postgres -D ${cluster} `) ? pid : undefined
}

/** Stops a server: fast, then without a checkpoint, then by SIGKILL; 10 s each. */
export async function stopServer(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return
      throw error
    }
    for (const end = Date.now() + GRACE_MS; Date.now() < end; await sleep(5)) if (!isAlive(pid)) return
  }
}

/** Windows has no signals between processes, so PostgreSQL's pg_ctl stops the server. */
export const stopOnWindows = (bin: string, cluster: string, ...more: string[]) =>
  spawnSync(join(bin, 'pg_ctl'), ['stop', '-D', cluster, '-m', 'fast', ...more], { stdio: 'ignore' })

/**
 * Stops a server that outlived its killed parent and repairs its lock files. The caller holds the lock of the cluster. A stale
 * lock file may name a zombie or an unrelated process, and PostgreSQL would refuse to start. It ignores its parent's pid, so that
 * is written there; the file must stay, because it also protects against backends that are still writing.
 */
export async function stopOrphan({ cluster, socketDir }: ClusterLocation, bin: string): Promise<void> {
  if (process.platform === 'win32') {
    stopOnWindows(bin, cluster)
    return
  }
  const pid = orphan(cluster)
  if (pid) await stopServer(pid)
  for (const file of [pidFile(cluster), join(socketDir, '.s.PGSQL.5432.lock')]) {
    const content = readOr(file, '')
    if (/^-?\d+\n/.test(content)) writeFileSync(file, content.replace(/^-?\d+/, String(process.pid)))
    // Truncated by a full disk or a power failure: PostgreSQL would take it for a running server's.
    else rmSync(file, { force: true })
  }
}

/**
 * Whether this server accepts connections. The pid is compared, because the file of its predecessor may contain 'ready' as well.
 */
export function isReady(cluster: string, pid: number): boolean {
  const lines = readOr(pidFile(cluster), '').split('\n')
  return lines[0] === String(pid) && lines[7]?.startsWith('ready') === true
}
