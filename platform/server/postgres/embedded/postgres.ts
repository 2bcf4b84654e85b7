import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { isRoot, storedSecret } from '../../config/data-dir.ts'
import { postgresPackage, readyBinaries } from './binaries.ts'
import { type Cluster, initialise, launch, PASSWORD_FILE, type Server } from './launch.ts'
import { type ClusterLocation, NAME, openLocation, openRunRoot } from './location.ts'
import { takeLock } from './lock.ts'
import { stopOnWindows, stopOrphan, stopServer } from './process.ts'

type Options = {
  readonly dataDir: string
  /** Further settings of the server, as in postgresql.conf. */
  readonly params?: Readonly<Record<string, string | number>>
  /** Takes the server's own log, line by line, and what a person should know of where things are. */
  readonly log?: (line: string) => void
  /** Listen on 127.0.0.1 with a password, where there are no Unix sockets to rely on. */
  readonly tcp?: boolean
  /** Where root keeps what the account of PostgreSQL cannot reach in DATA_DIR or in the checkout. */
  readonly runRoot?: string
}

export type EmbeddedPostgres = {
  /** Folder of the socket; the host `127.0.0.1` over TCP. */
  readonly socketDir: string
  readonly port: number
  readonly pid: number
  /** Over TCP every role has this password; a Unix socket is guarded by its folder and needs none. */
  readonly password: string | undefined
  /** An address that `pg` takes. */
  readonly url: (database: string, user: string) => string
  /** Ends the server, waits until it has ended and gives the lock back. */
  readonly stop: () => Promise<void>
}

/**
 * Starts the PostgreSQL that comes with the packages on the cluster of a DATA_DIR, made on first use.
 * One process per DATA_DIR; a server left by a killed process is stopped first. When the server dies by itself it is
 * started again. Throws one sentence when it cannot start.
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

/** Starts the server, and again whenever it ends unasked; it ends with this process. */
async function supervise(cluster: Cluster): Promise<{ server: () => Server; stop: () => Promise<void> }> {
  const { bin, location, log } = cluster
  let stopping = false
  let server: Server
  const start = async () => {
    await stopOrphan(location, bin)
    server = await launch(cluster)
    server.ended.then((how) => {
      if (stopping) return
      log(`PostgreSQL ended by itself (${how}) and is started again.`)
      // When that fails nobody can go on: the rejection ends the process, with the sentence.
      starting = start()
    })
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
      stopping = true
      process.off('exit', endOnExit)
      await starting
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
    // The lock of macOS lies there until this process ends.
  }
}
