import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isRoot, storedSecret } from '../../config/data-dir.ts'
import { postgresPackage, readyBinaries } from './binaries.ts'
import { type Cluster, initialise, launch, PASSWORD_FILE, type Server } from './launch.ts'
import { type ClusterLocation, NAME, openLocation, openRunRoot } from './location.ts'
import { takeLock } from './lock.ts'
import { stopOnWindows, stopOrphan, stopServer } from './process.ts'

type Options = {
  readonly dataDir: string
  /** Additional settings of postgresql.conf. */
  readonly params?: Readonly<Record<string, string | number>>
  /** Receives lines of the server's log and messages about file locations. */
  readonly log?: (line: string) => void
  /** Listen on 127.0.0.1 with a password, for platforms without Unix sockets. */
  readonly tcp?: boolean
  /** Root's folder for files that PostgreSQL's account cannot reach in DATA_DIR or in the checkout. */
  readonly runRoot?: string
}

export type EmbeddedPostgres = {
  /** Folder of the socket; the host `127.0.0.1` over TCP. */
  readonly socketDir: string
  readonly port: number
  readonly pid: number
  /** Password of every role over TCP; a Unix socket is protected by its folder instead. */
  readonly password: string | undefined
  /** A postgres:// address for `pg`. */
  readonly url: (database: string, user: string) => string
  /** Stops the server, waits for its end and releases the lock. */
  readonly stop: () => Promise<void>
}

/**
 * Starts the bundled PostgreSQL on the cluster of a DATA_DIR, which is created at first use. One process per DATA_DIR; a server
 * that outlived a killed process is stopped first. A server that ends unexpectedly is restarted. Throws if it cannot start.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { dataDir, params = {}, log = () => {}, tcp = process.platform === 'win32', runRoot = `/var/lib/${NAME}` } = options
  const location = openLocation(dataDir, runRoot, log)
  const lock = await takeLock(location, dataDir)
  try {
    const copies = () => (isRoot ? openRunRoot(runRoot) : location.base)
    const bin = readyBinaries(postgresPackage(), location.account, copies, log)
    const password = tcp ? storedPassword(location) : undefined
    const cluster = { bin, location, params, tcp, log }
    if (!existsSync(join(location.cluster, 'PG_VERSION'))) initialise(cluster)
    const supervised = await supervise(cluster)
    const host = tcp ? '127.0.0.1' : location.socketDir
    return {
      socketDir: host,
      get port() {
        return supervised.server().port
      },
      get pid() {
        return supervised.server().pid
      },
      password,
      url: (database, user) =>
        tcp
          ? `postgres://${user}:${password}@${host}:${supervised.server().port}/${database}`
          : `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`,
      stop: async () => {
        await supervised.stop()
        if (location.socketDir !== location.base) removeIfEmpty(location.socketDir)
        await new Promise((closed) => lock.close(closed))
      },
    }
  } catch (error) {
    lock.close()
    throw error
  }
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/** Starts the server and restarts it when it ends unexpectedly; it stops with this process. */
async function supervise(cluster: Cluster): Promise<{ server: () => Server; stop: () => Promise<void> }> {
  const { bin, location, log } = cluster
  const stopping = new AbortController()
  let server: Server
  let isRunning = false
  const start = async () => {
    await stopOrphan(location, bin)
    server = await launch(cluster)
    isRunning = true
    server.ended.then((reason) => {
      isRunning = false
      if (stopping.signal.aborted) return
      log(`PostgreSQL ended unexpectedly (${reason}), restarting.`)
      starting = restart()
    })
  }
  /** Tries again until it succeeds: a full disk, for example, has room again at some time. */
  const restart = async () => {
    for (let pause = FIRST_PAUSE_MS; !stopping.signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS))
      try {
        return await start()
      } catch (error) {
        log(`WARNING: ${(error as Error).message} Next attempt in ${pause / 1000} s.`)
        await wait(pause, undefined, { signal: stopping.signal }).catch(() => {})
      }
  }
  let starting = start()
  await starting
  const endOnExit = () => {
    if (process.platform === 'win32') stopOnWindows(bin, location.cluster, '--no-wait')
    else server.interrupt()
  }
  process.once('exit', endOnExit)
  return {
    server: () => server,
    stop: async () => {
      stopping.abort()
      process.off('exit', endOnExit)
      await starting
      if (!isRunning) return
      if (process.platform === 'win32') stopOnWindows(bin, location.cluster)
      else await stopServer(server.pid)
    },
  }
}

function storedPassword({ base, account }: ClusterLocation): string {
  const password = storedSecret(base, PASSWORD_FILE, () => randomBytes(24).toString('hex'))
  if (account.uid !== undefined) chownSync(join(base, PASSWORD_FILE), account.uid, account.gid!)
  return password
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // On macOS the folder contains the lock until this process ends.
  }
}
