import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The arguments of Node in `npm start`: memory limits, and the program. */
const START_ARGUMENTS = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { scripts: { start: string } }
).scripts.start
  .split(' ')
  .slice(1)
const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const START_LIMIT_MS = 120_000

/** Time to stop after SIGTERM, in ms. */
const STOP_LIMIT_MS = 30_000

export type Process = { readonly address: string; readonly pid: number; hasEnded(): boolean; stop(): Promise<void> }

/** Starts a program and waits for the first line with its address. */
async function launched(args: readonly string[], env: Record<string, string>, address: RegExp): Promise<Process> {
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const endWithBench = () => child.kill()
  process.once('exit', endWithBench)
  child.once('exit', () => process.off('exit', endWithBench))
  const stop = async () => {
    if (hasEnded()) return
    const killed = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
    child.kill('SIGTERM')
    await once(child, 'exit')
    clearTimeout(killed)
  }
  const late = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS)
  for await (const line of createInterface(child.stdout!)) {
    const found = address.exec(line)?.[0]
    if (!found) continue
    clearTimeout(late)
    child.stdout!.resume()
    return { address: found, pid: child.pid!, hasEnded, stop }
  }
  clearTimeout(late)
  throw new Error(`${args.find((one) => !one.startsWith('--'))} ended before it was ready`)
}

/** A process that is started when it is needed first, and again when it has ended meanwhile. */
export function restartable(start: () => Promise<Process>) {
  let current: Process | undefined
  return {
    running: async (): Promise<Process> => {
      if (!current || current.hasEnded()) {
        await current?.stop()
        current = await start()
      }
      return current
    },
    stop: async () => current?.stop(),
  }
}

/** A database is used by several starts of the product, each with a new DATA_DIR. */
const SECRET_KEY = '0123456789abcdef'.repeat(4)

/** The product on an existing database, without the demo. */
export async function startProduct(databaseUrl: string): Promise<Process> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parcelhall-bench-'))
  const ports = { PORT: '0', MQTT_PORT: '0' }
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SECRET_KEY, ...ports, DEMO: 'off', LOG_LEVEL: 'warn' }
  const product = await launched(START_ARGUMENTS, env, /http:\/\/[\d.]+:\d+/)
  return {
    ...product,
    stop: async () => {
      await product.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The bare handlers, on the same database as its superuser. */
export const startBare = (superuserUrl: string): Promise<Process> =>
  launched([path('bare.ts'), superuserUrl], {}, /http:\/\/[\d.]+:\d+/)

/** A mail server; see smtp.ts. */
export const startSmtp = (): Promise<Process> => launched([path('smtp.ts')], {}, /smtp:\/\/[\d.]+:\d+/)

/** The kiosk of a key file in a separate process; see kiosk.ts. */
export const startKiosk = (args: readonly string[]): Promise<Process> => launched([path('kiosk.ts'), ...args], {}, /ready/)
