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
/** File beside the cluster when it listens on TCP. */
export const PASSWORD_FILE = 'password'

/** A cluster and how to run its server. */
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
  /** Resolves with the exit code or signal when the server has ended. */
  readonly ended: Promise<string>
  readonly interrupt: () => void
}

const environment = process.platform === 'win32' ? process.env : { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }

/** Creates the cluster in a temporary folder and renames it when it is complete; throws if that fails. */
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
  if (status !== 0) throw new Error(`The database cannot be created in ${cluster}: ${error?.message ?? reason(stderr)}.`)
  renameSync(draft, cluster)
}

/** Starts the server and waits until it accepts connections; throws if it does not. */
export async function launch(cluster: Cluster): Promise<Server> {
  refuseOtherVersion(cluster)
  for (let attempt = 1; ; attempt += 1) {
    const server = await tryLaunch(cluster, cluster.tcp ? await freePort() : 5432)
    if (typeof server !== 'string') return server
    // Backends of a killed server are still ending, or another program took the port.
    if (attempt > 50 || !/shared memory block|could not bind/.test(server))
      throw new Error(`PostgreSQL cannot start on ${cluster.location.cluster}: ${reason(server)}.`)
    await sleep(100)
  }
}

function refuseOtherVersion({ bin, location: { cluster } }: Cluster): void {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  const { stdout } = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
  const installed = stdout?.match(/\d+/)?.[0]
  if (installed && installed !== version)
    throw new Error(
      `The database in ${cluster} was created by PostgreSQL ${version} and cannot be opened by PostgreSQL ${installed}.`,
    )
}

/** One attempt: the running server, or its output if it ended. */
async function tryLaunch(cluster: Cluster, port: number): Promise<Server | string> {
  const { location, log } = cluster
  const [program, ...args] = commandLine(cluster, port)
  const child = spawn(program!, args, {
    ...location.account,
    env: environment,
    cwd: location.base,
    // In its own process group, or Ctrl-C would end it before this process has closed its connections.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.once('error', (error) => {
    output += `${error.message}\n`
  })
  createInterface({ input: child.stderr }).on('line', (line) => {
    output = `${output}${line}\n`.slice(-4000)
    log(line)
  })
  // Its output may stay open after its end, held by a process of a connection that was not killed.
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
  })
  const closed = new Promise((resolve) => child.once('close', resolve))
  for (; child.pid && child.exitCode === null && child.signalCode === null; await sleep(5)) {
    if (!isReady(location.cluster, child.pid)) continue
    child.unref()
    ;(child.stderr as net.Socket).unref()
    return { pid: child.pid, port, ended, interrupt: () => child.kill('SIGINT') }
  }
  await closed
  return output
}

function commandLine({ bin, location, tcp, params }: Cluster, port: number): string[] {
  const settings = {
    listen_addresses: tcp ? '127.0.0.1' : '',
    unix_socket_directories: tcp ? '' : location.socketDir,
    unix_socket_permissions: '0700',
    port,
    // Callers report failed statements, and their values must not be logged.
    log_line_prefix: '',
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...params,
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return [...endWithParent(), join(bin, 'postgres'), '-D', location.cluster, ...options]
}

/** Where setpriv is available the kernel ends the server with this process, also when it is killed. */
function endWithParent(): string[] {
  const wrapper = ['setpriv', '--pdeathsig', 'INT']
  return process.platform === 'linux' && spawnSync(wrapper[0]!, [...wrapper.slice(1), 'true']).status === 0 ? wrapper : []
}

/** The line of PostgreSQL's output with the cause. */
function reason(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim())
  const line = lines.findLast((one) => /(FATAL|PANIC|error):/.test(one)) ?? lines.at(-1) ?? 'it ended without output'
  return line.replace(/^.*?(FATAL|PANIC|error):\s*/, '').replace(/\.$/, '')
}
