import { execFile, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { BANKS } from '#apps/server/demo/locker-banks.ts'
import { startSmsService } from '#platform/server/testing/sms-service.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'

export const PASSWORD = 'a password of the demo'
export const START_TIMEOUT_MS = 180_000
/** Longer than the server waits for its open requests. */
const STOP_TIMEOUT_MS = 60_000
const CONNECT_TIMEOUT_MS = 120_000

export type Product = {
  address: string
  dataDir: string
  output: readonly string[]
  /** The SMS that the server has sent. */
  texts: Awaited<ReturnType<typeof startSmsService>>['received']
  stop: () => Promise<void>
}

/** Starts the whole product with its demo, like `npm start`, on a free port with its own database. */
export async function startProduct(): Promise<Product> {
  const folder = temporaryFolder()
  const dataDir = join(folder, 'data')
  const sms = await startSmsService()
  const server = spawn(process.execPath, ['apps/server/main.ts'], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      // Passkeys need a name: browsers refuse them for IP addresses.
      PUBLIC_URL: 'http://localhost:0',
      MQTT_PORT: '0',
      DEMO_PASSWORD: PASSWORD,
      SMS_API_URL: sms.url,
      // The identity provider of the tests is on this machine.
      ALLOWED_HOSTS: '127.0.0.1',
      // The page of another site in the tests of the report viewer.
      REPORT_VIEWER_ORIGINS: 'http://pages.localhost:18480,http://layouts.localhost:18481',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const output: string[] = []
  server.stderr.on('data', (text: Buffer) => output.push(text.toString()))
  const stop = async () => {
    server.kill('SIGTERM')
    const timeout = setTimeout(() => server.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await ended
    clearTimeout(timeout)
    await sms.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const address = await new Promise<string>((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error(`The server did not start in time.\n${output.join('')}`)), START_TIMEOUT_MS)
    createInterface(server.stdout).on('line', (line: string) => {
      output.push(line)
      const portal = /Portal\s+(http\S+)\/portal\//.exec(line)?.[1]
      if (!portal) return
      clearTimeout(timeout)
      resolve(portal)
    })
    void ended.then(() => reject(new Error(`The server ended while starting.\n${output.join('\n')}`)))
  }).catch(async (error: Error) => {
    await stop()
    throw error
  })
  return { address, dataDir, output, texts: sms.received, stop }
}

/** The terminal of the demo's first locker bank, with the credentials that the server prints at its start. */
export type Terminal = {
  agent: { userName: string; pin: string }
  resident: { name: string; unitNumber: string; accessCode: string }
  /** Runs `npm run kiosk -- <command>` at this kiosk, or at another `--bank`; returns its output, throws when it fails. */
  run: (command: string, ...options: string[]) => Promise<string>
}
export async function terminalOf({ dataDir, output }: Product): Promise<Terminal> {
  const at = ['--state', join(dataDir, 'kiosks'), '--bank', BANKS[0]!.code]
  // The question whether the package is inside, which nobody answers here.
  const answerOf = (command: string) => (command === 'drop-off' ? ['--delivered'] : [])
  const run = async (command: string, ...options: string[]) =>
    (await promisify(execFile)(process.execPath, ['apps/kiosk/main.ts', command, ...at, ...options, ...answerOf(command)])).stdout
  const isConnected = () =>
    run('status').then(
      (status) => status.includes(': connected'),
      () => false,
    )
  for (const end = Date.now() + CONNECT_TIMEOUT_MS; !(await isConnected()); )
    if (Date.now() > end) throw new Error('The kiosk did not connect in time.')
  const printed = output.join('\n')
  const [, userName = '', pin = ''] = /agent\s+(\S+), PIN (\d+)/.exec(printed) ?? []
  const [, name = '', unitNumber = '', accessCode = ''] = /resident\s+(.+), unit (\S+), access code (\d+)/.exec(printed) ?? []
  return { agent: { userName, pin }, resident: { name, unitNumber, accessCode }, run }
}
