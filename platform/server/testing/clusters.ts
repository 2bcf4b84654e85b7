import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '../postgres/embedded/postgres.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { WAIT_LIMIT_MS } from './waiting.ts'

/** Temporary folders with copies of one new cluster, for tests of the embedded PostgreSQL. */
export async function clusters() {
  const root = temporaryFolder()
  const seed = join(root, 'seed')
  const server = await startEmbeddedPostgres({ dataDir: seed, params: { fsync: 'off' } })
  await server.stop()
  return {
    root,
    /** A DATA_DIR of this name with a cleanly stopped cluster. */
    dataDir: (name: string) => {
      const dir = join(root, name)
      mkdirSync(dirname(dir), { recursive: true })
      execFileSync('cp', ['-a', seed, dir])
      return dir
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

export type Holder = { readonly process: ChildProcess; readonly pid: number; readonly url: string }

/** Starts another process that runs the PostgreSQL of a DATA_DIR, and waits until it is ready. */
export async function holdElsewhere(dataDir: string, options: { env?: NodeJS.ProcessEnv; uid?: number; exits?: boolean } = {}) {
  const { exits = false, uid, env = process.env } = options
  const script = join(import.meta.dirname, 'hold-postgres.ts')
  const child = spawn(process.execPath, [script, dataDir, ...(exits ? ['exit'] : [])], {
    env,
    ...(uid === undefined ? {} : { uid, gid: uid }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (part) => {
    errors += part
  })
  for await (const line of createInterface({ input: child.stdout })) return { process: child, ...JSON.parse(line) } as Holder
  throw new Error(`The other process ended before it was ready: ${errors}`)
}

export const isRunning = (pid: number) => existsSync(`/proc/${pid}/cwd`)

/** Waits for a process to end; true if it has. */
export async function ends(pid: number): Promise<boolean> {
  for (const end = performance.now() + WAIT_LIMIT_MS; isRunning(pid) && performance.now() < end; ) await sleep(10)
  return !isRunning(pid)
}
