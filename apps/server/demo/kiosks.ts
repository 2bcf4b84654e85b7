import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { keyFileOf } from '#features/locker-banks/key-file.ts'
import { apiKeyOf, readKey } from '#features/locker-banks/server/authorisation.ts'
import type { Log } from '#platform/server/config/log.ts'
import { type Database, wholeOrganisation } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { BANKS } from './locker-banks.ts'
import { RIVERSIDE } from './organisations.ts'

const PROGRAM = join(import.meta.dirname, '../../kiosk/main.ts')
const RESTART_MS = 5_000

type Deps = {
  readonly database: Database
  readonly keys: Keys
  readonly dataDir: string
  /** Address of this server. */
  readonly address: string
  readonly log: Log
}

/**
 * Starts the kiosk program with simulated cabinets for all authorised locker banks of the demo, by key files in DATA_DIR. It
 * is restarted when it fails, and ends with this process.
 */
export async function startDemoKiosks(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const { log, dataDir } = deps
  const files = await writeKeyFiles(deps)
  if (files.length === 0) return { stop: async () => {} }
  const options = [...files.flatMap((file) => ['--key', file]), '--state', join(dataDir, 'kiosks'), '--attached']
  let child: ChildProcess
  let ended: Promise<unknown>
  let restart: NodeJS.Timeout | undefined
  let isStopping = false

  function begin() {
    child = spawn(process.execPath, [PROGRAM, ...options], { stdio: ['pipe', 'pipe', 'pipe'] })
    createInterface({ input: child.stdout! }).on('line', (line) => log.debug(`kiosk ${line}`))
    createInterface({ input: child.stderr! }).on('line', (line) => log.warn(`kiosks: ${line}`))
    child.on('error', (error) => log.warn({ err: error }, 'simulated kiosks failed to start'))
    ended = once(child, 'close').then(() => {
      if (isStopping) return
      log.warn('simulated kiosks ended, will be restarted')
      restart = setTimeout(begin, RESTART_MS)
    })
  }
  begin()
  return {
    stop: async () => {
      isStopping = true
      clearTimeout(restart)
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Writes the key files at each start, because the address of the server may have changed. */
async function writeKeyFiles({ database, keys, dataDir, address }: Deps): Promise<string[]> {
  const folder = join(dataDir, 'kiosk-keys')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const files: string[] = []
  await database.inTenant(wholeOrganisation(RIVERSIDE.id), async (db) => {
    for (const bank of BANKS) {
      if (!(await apiKeyOf(db, bank.id))) continue
      const authorised = { ...bank, organisation_id: RIVERSIDE.id, relay_end_point_name: address }
      const content = keyFileOf(await readKey(db, { keys, publicUrl: address }, authorised))
      const file = join(folder, `${bank.code}.json`)
      writeFileSync(file, JSON.stringify(content, null, 2), { mode: 0o600 })
      files.push(file)
    }
  })
  return files
}
