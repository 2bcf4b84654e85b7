import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, renameSync, rmSync } from 'node:fs'
import type net from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../config/ports.ts'
import type { ClusterLocation } from './location.ts'
import { isReady } from './process.ts'

export const SUPERUSER = 'postgres'
/** Kept beside the cluster when it listens on TCP. */
export const PASSWORD_FILE = 'password'

/** Everything that is needed to run the server of one cluster. */
export type Cluster = {
  /** Folder of PostgreSQL's programs. */
  readonly bin: string
  readonly location: ClusterLocation
  readonly params: Readonly<Record<string, string | number>>
  readonly tcp: boolean
  readonly log: (line: string) => void
}

export type Server = {
  readonly pid: number
  readonly port: number
  /** Resolves, when the server has ended, with how. */
  readonly ended: Promise<string>
  readonly interrupt: () => void
}

const environment = process.platform === 'win32' ? process.env : { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

/** Makes the cluster beside its location and moves it there when it is whole. Throws one sentence when that fails. */
export function initialise({ bin, location: { account, base, cluster }, tcp, params }: Cluster): void {
  const draft = `${cluster}.init`
  rmSync(draft, { recursive: true, force: true })
  const { status, error, stderr } = spawnSync(
    join(bin, 'initdb'),
    [
      ...['-D', draft, '-U', SUPERUSER, '-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...(tcp ? ['-A', 'scram-sha-256', `--pwfile=${join(base, PASSWORD_FILE)}`] : ['-A', 'trust']),
      ...(params.fsync === 'off' ? ['--no-sync'] : []),
    ],
    { ...account, env: environment, cwd: base, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`The database cannot be made in ${cluster}: ${error?.message ?? reason(stderr)}.`)
  renameSync(draft, cluster)
}

/** Starts the server and waits until it accepts connections. Throws one sentence when it does not come to that. */
export async function launch(cluster: Cluster): Promise<Server> {
  refuseOtherVersion(cluster)
  for (let attempt = 1; ; attempt += 1) {
    const server = await tryLaunch(cluster, cluster.tcp ? await freePort() : 5432)
    if (typeof server !== 'string') return server
    // Backends of a killed server are still leaving, or another program took the port first.
    if (attempt > 50 || !/shared memory block|could not bind/.test(server))
      throw new Error(`PostgreSQL cannot start on ${cluster.location.cluster}: ${reason(server)}.`)
    await sleep(100)
  }
}

function refuseOtherVersion({ bin, location: { cluster } }: Cluster): void {
  const made = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  const { stdout } = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
  const ours = stdout?.match(/\d+/)?.[0]
  if (ours && ours !== made)
    throw new Error(`The database in ${cluster} was made by PostgreSQL ${made} and cannot be opened by PostgreSQL ${ours}.`)
}

/** One attempt: the server that accepts connections, or what it said before it ended. */
async function tryLaunch(cluster: Cluster, port: number): Promise<Server | string> {
  const { location, log } = cluster
  const [program, ...args] = commandLine(cluster, port)
  const child = spawn(program!, args, {
    ...location.account,
    env: environment,
    cwd: location.base,
    // In a group of its own, or Ctrl-C would end it before the server in front of it has finished.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.once('error', (error) => {
    said += `${error.message}\n`
  })
  createInterface({ input: child.stderr }).on('line', (line) => {
    said = `${said}${line}\n`.slice(-4000)
    log(line)
  })
  const ended = new Promise<string>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? `code ${code}`))
  })
  for (; child.pid && child.exitCode === null && child.signalCode === null; await sleep(5)) {
    if (!isReady(location.cluster, child.pid)) continue
    child.unref()
    ;(child.stderr as net.Socket).unref()
    return { pid: child.pid, port, ended, interrupt: () => child.kill('SIGINT') }
  }
  await ended
  return said
}

function commandLine({ bin, location, tcp, params }: Cluster, port: number): string[] {
  const settings = {
    listen_addresses: tcp ? '127.0.0.1' : '',
    unix_socket_directories: tcp ? '' : location.socketDir,
    unix_socket_permissions: '0700',
    port,
    // A failed statement is its caller's to report, and its values must not reach a log.
    log_line_prefix: '',
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...params,
  }
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return [...diesWithParent(), join(bin, 'postgres'), '-D', location.cluster, ...given]
}

/** setpriv, where there is one, lets the kernel end the server with this process, even when that is killed. */
function diesWithParent(): string[] {
  const wrapper = ['setpriv', '--pdeathsig', 'INT']
  return process.platform === 'linux' && spawnSync(wrapper[0]!, [...wrapper.slice(1), 'true']).status === 0 ? wrapper : []
}

/** The line of PostgreSQL's complaints that tells what is wrong. */
function reason(said: string): string {
  const lines = said.split('\n').filter((line) => line.trim())
  const line = lines.findLast((one) => /(FATAL|PANIC|error):/.test(one)) ?? lines.at(-1) ?? 'it ended without a word'
  return line.replace(/^.*?(FATAL|PANIC|error):\s*/, '').replace(/\.$/, '')
}
