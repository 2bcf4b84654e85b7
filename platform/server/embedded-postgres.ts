import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import net from 'node:net'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRoot, keptSecret } from './data-dir.ts'
import { postgresPackage, readyBinaries } from './embedded-postgres-binaries.ts'
import { takeLock } from './embedded-postgres-lock.ts'
import { NAME, openPlace, openRunRoot, type Place } from './embedded-postgres-place.ts'
import { isReady, stopOnWindows, stopOrphan, stopServer } from './embedded-postgres-process.ts'

export const SUPERUSER = 'postgres'

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

type Server = { readonly child: ChildProcess; readonly port: number }

/**
 * Starts the PostgreSQL that comes with the packages on the cluster of a DATA_DIR, made on first use.
 * One process per DATA_DIR; a server left by a killed process is stopped first. When the server dies by itself it is
 * started again. Throws one sentence when it cannot start.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { dataDir, params = {}, log = () => {}, tcp = process.platform === 'win32', runRoot = `/var/lib/${NAME}` } = options
  const place = openPlace(dataDir, runRoot, log)
  const lock = await takeLock(place, dataDir)
  try {
    const copies = () => (isRoot ? openRunRoot(runRoot) : place.base)
    const bin = readyBinaries(postgresPackage(), place.account, copies, log)
    const password = tcp ? keptPassword(place) : undefined
    if (!existsSync(join(place.cluster, 'PG_VERSION'))) initialise(bin, place, tcp, params)
    const start = async () => {
      await stopOrphan(place, bin)
      return launch(bin, place, params, tcp, log)
    }
    let server = await start()
    let stopping = false
    const end = async () => {
      if (process.platform === 'win32') stopOnWindows(bin, place.cluster)
      else await stopServer(server.child.pid!)
    }
    const endOnExit = () => {
      if (process.platform === 'win32') stopOnWindows(bin, place.cluster, '--no-wait')
      else server.child.kill('SIGINT')
    }
    const supervise = () =>
      server.child.once('exit', async (code, signal) => {
        if (stopping) return
        log(`PostgreSQL ended by itself (${signal ?? `code ${code}`}) and is started again.`)
        // A failure is nobody's to handle: it ends the process, with the sentence.
        server = await start()
        if (stopping) await end()
        else supervise()
      })
    supervise()
    process.once('exit', endOnExit)
    const host = tcp ? '127.0.0.1' : place.socketDir
    return {
      socketDir: host,
      get port() {
        return server.port
      },
      get pid() {
        return server.child.pid!
      },
      password,
      url: (database, user) => address({ host, port: server.port, password, database, user }),
      stop: async () => {
        stopping = true
        process.off('exit', endOnExit)
        await end()
        if (place.socketDir !== place.base) removeIfEmpty(place.socketDir)
        await new Promise((closed) => lock.close(closed))
      },
    }
  } catch (error) {
    lock.close()
    throw error
  }
}

function address(to: { host: string; port: number; password: string | undefined; database: string; user: string }): string {
  const who = to.password ? `${to.user}:${to.password}` : to.user
  return to.password
    ? `postgres://${who}@${to.host}:${to.port}/${to.database}`
    : `postgres://${who}@/${to.database}?host=${encodeURIComponent(to.host)}&port=${to.port}`
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Not empty: the lock of another platform's kind lies there.
  }
}

const environment = process.platform === 'win32' ? process.env : { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

const passwordFile = (base: string) => join(base, 'password')

function keptPassword({ base, account }: Place): string {
  const password = keptSecret(base, basename(passwordFile(base)), () => randomBytes(24).toString('hex'))
  if (account.uid !== undefined) chownSync(passwordFile(base), account.uid, account.gid!)
  return password
}

/** Makes the cluster beside its place and moves it there when it is whole. */
function initialise(bin: string, { account, base, cluster }: Place, tcp: boolean, params: Options['params']) {
  const draft = `${cluster}.init`
  rmSync(draft, { recursive: true, force: true })
  const { status, error, stderr } = spawnSync(
    join(bin, 'initdb'),
    [
      ...['-D', draft, '-U', SUPERUSER, '-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...(tcp ? ['-A', 'scram-sha-256', `--pwfile=${passwordFile(base)}`] : ['-A', 'trust']),
      ...(params?.fsync === 'off' ? ['--no-sync'] : []),
    ],
    { ...account, env: environment, cwd: base, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`The database cannot be made in ${cluster}: ${error?.message ?? reason(stderr)}.`)
  renameSync(draft, cluster)
}

/** Starts the server and waits until it accepts connections. */
async function launch(bin: string, place: Place, params: Options['params'], tcp: boolean, log: (line: string) => void) {
  refuseOtherVersion(bin, place)
  for (let attempt = 1; ; attempt += 1) {
    const server = await tryLaunch(bin, place, params, tcp ? await freePort() : 5432, tcp, log)
    if (!('failure' in server)) return server
    // Backends of a killed server are still leaving, or another program took the port first.
    if (attempt > 50 || !/shared memory block|could not (bind|create)/.test(server.failure))
      throw new Error(`PostgreSQL cannot start on ${place.cluster}: ${reason(server.failure)}.`)
    await sleep(100)
  }
}

async function tryLaunch(
  bin: string,
  { account, base, cluster, socketDir }: Place,
  params: Options['params'],
  port: number,
  tcp: boolean,
  log: (line: string) => void,
): Promise<Server | { readonly failure: string }> {
  const settings = {
    listen_addresses: tcp ? '127.0.0.1' : '',
    unix_socket_directories: tcp ? '' : socketDir,
    unix_socket_permissions: '0700',
    port,
    // Errors of statements are the program's to report; their values must not reach a log.
    log_line_prefix: '',
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...params,
  }
  const command = [
    ...diesWithParent(),
    ...[join(bin, 'postgres'), '-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
  ]
  // In a group of its own, or Ctrl-C would end it before the server in front of it has finished.
  const stdio = ['ignore', 'ignore', 'pipe'] as const
  const child = spawn(command[0]!, command.slice(1), {
    ...account,
    env: environment,
    cwd: base,
    detached: true,
    stdio: [...stdio],
  })
  let said = ''
  child.once('error', (error) => {
    said += `${error.message}\n`
  })
  createInterface({ input: child.stderr! }).on('line', (line) => {
    said = `${said}${line}\n`.slice(-4000)
    log(line)
  })
  for (; child.pid && child.exitCode === null && child.signalCode === null; await sleep(5)) {
    if (!isReady(cluster, child.pid)) continue
    child.unref()
    ;(child.stderr as net.Socket).unref()
    return { child, port }
  }
  await sleep(10)
  return { failure: said }
}

/** setpriv, where there is one, lets the kernel end the server with this process, even when that is killed. */
function diesWithParent(): string[] {
  const wrapper = ['setpriv', '--pdeathsig', 'INT']
  return process.platform === 'linux' && spawnSync(wrapper[0]!, [...wrapper.slice(1), 'true']).status === 0 ? wrapper : []
}

function refuseOtherVersion(bin: string, { cluster }: Place): void {
  const made = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  const { stdout } = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
  const ours = stdout?.match(/\d+/)?.[0]
  if (ours && ours !== made)
    throw new Error(`The database in ${cluster} was made by PostgreSQL ${made} and cannot be opened by PostgreSQL ${ours}.`)
}

/** The line of PostgreSQL's complaints that tells what is wrong. */
function reason(said: string): string {
  const lines = said.split('\n').filter((line) => line.trim())
  const line = lines.findLast((one) => /(FATAL|PANIC|error):/.test(one)) ?? lines.at(-1) ?? 'it ended without a word'
  return line.replace(/^.*?(FATAL|PANIC|error):\s*/, '').replace(/\.$/, '')
}

function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const probe = net.createServer().once('error', reject)
  probe.listen(0, '127.0.0.1', () => {
    const { port } = probe.address() as net.AddressInfo
    probe.close(() => resolve(port))
  })
  return promise
}
