import { type ExecFileSyncOptions, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRoot } from '#platform/server/config/data-dir.ts'
import { freePort } from '#platform/server/config/ports.ts'
import { launch, PASSWORD_FILE, SUPERUSER } from '#platform/server/postgres/embedded/launch.ts'
import { type Account, NOBODY } from '#platform/server/postgres/embedded/location.ts'
import { stopServer } from '#platform/server/postgres/embedded/process.ts'
import { FAST } from '#platform/server/testing/global-setup.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'

/** Who imports this, itself or through others, talks to a database or a broker. */
export const SERVICES = 'platform/server/testing/services.ts'

export type Service = { readonly url: string; stop(): Promise<void> }

const POSTGRES = '/usr/lib/postgresql/15/bin'
const MOSQUITTO = '/usr/sbin/mosquitto'
const DYNAMIC_SECURITY = '/usr/lib/*/mosquitto_dynamic_security.so'
const START_MS = 10_000

/** Neither runs as root; both run as the account that the embedded PostgreSQL takes then. */
const account: Account = isRoot ? NOBODY : {}

/** Debian's PostgreSQL 15 on a new cluster in a temporary folder; its address is a superuser's. */
export async function startPostgres15(): Promise<Service> {
  needs('PostgreSQL 15', 'postgresql-15', join(POSTGRES, 'initdb'))
  const { base, remove } = folder()
  try {
    const cluster = join(base, 'data')
    const password = randomBytes(16).toString('hex')
    writeFileSync(join(base, PASSWORD_FILE), password, { mode: 0o644 })
    const make = ['-D', cluster, '-U', SUPERUSER, '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'scram-sha-256', '--no-sync']
    execFileSync(join(POSTGRES, 'initdb'), [...make, `--pwfile=${join(base, PASSWORD_FILE)}`], quiet(base))
    const place = { account, base, cluster, socketDir: base, key: base }
    const server = await launch({ bin: POSTGRES, location: place, params: FAST, tcp: true, log: () => {} })
    const stop = async () => {
      await stopServer(server.pid)
      remove()
    }
    return { url: `postgres://${SUPERUSER}:${password}@127.0.0.1:${server.port}/postgres`, stop }
  } catch (error) {
    remove()
    throw error
  }
}

/** Debian's Mosquitto with its dynamic-security plugin; its address is an administrator's. */
export async function startMosquitto(): Promise<Service> {
  const [plugin] = globSync(DYNAMIC_SECURITY)
  needs('Mosquitto with its dynamic-security plugin', 'mosquitto', MOSQUITTO, plugin)
  const { base, remove } = folder()
  const port = await freePort()
  const password = randomBytes(16).toString('hex')
  const known = join(base, 'dynamic-security.json')
  execFileSync('mosquitto_ctrl', ['dynsec', 'init', known, 'admin', password], quiet(base))
  const settings = [
    `listener ${port} 127.0.0.1`,
    'allow_anonymous false',
    `plugin ${plugin}`,
    `plugin_opt_config_file ${known}`,
    'set_tcp_nodelay true',
    'persistence false',
    'log_type error',
    'log_type warning',
  ]
  writeFileSync(join(base, 'mosquitto.conf'), `${settings.join('\n')}\n`)
  const server = spawn(MOSQUITTO, ['-c', join(base, 'mosquitto.conf')], {
    ...account,
    cwd: base,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  server.stderr.on('data', (part) => {
    output += part
  })
  const ended = once(server, 'close')
  const stop = async () => {
    server.kill()
    await ended
    remove()
  }
  if (!(await listens(port))) {
    await stop()
    throw new Error(`Mosquitto does not listen after ${START_MS / 1000} s: ${output}`)
  }
  return { url: `mqtt://admin:${password}@127.0.0.1:${port}`, stop }
}

export function needs(what: string, debianPackage: string, ...programs: readonly (string | undefined)[]): void {
  const missing = programs.some((program) => !program || !existsSync(program))
  if (missing) throw new Error(`${what} is not installed here: run \`apt-get install ${debianPackage}\`.`)
}

/** Refuses a machine without the programs that open files of reports. */
export function needsDocumentPrograms(): void {
  needs('qpdf or pdftotext', 'qpdf poppler-utils', '/usr/bin/qpdf', '/usr/bin/pdftotext', '/usr/bin/pdfinfo')
  needs('LibreOffice', 'libreoffice-calc-nogui libreoffice-writer-nogui', '/usr/bin/soffice')
}

/** A temporary folder in which the account may write. */
function folder() {
  const root = temporaryFolder()
  const base = join(root, 'service')
  mkdirSync(base, { mode: 0o700 })
  if (account.uid !== undefined) chownSync(base, account.uid, account.gid!)
  return { base, remove: () => rmSync(root, { recursive: true, force: true }) }
}

const quiet = (cwd: string): ExecFileSyncOptions => ({ ...account, cwd, stdio: ['ignore', 'ignore', 'inherit'] })

export async function listens(port: number): Promise<boolean> {
  for (const end = Date.now() + START_MS; Date.now() < end; await sleep(20)) {
    const socket = connect(port, '127.0.0.1')
    const connected = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (connected) return true
  }
  return false
}
