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
/** A kiosk program that ended by itself is started again after this time, in ms. */
const AGAIN_MS = 5_000

type Deps = {
  readonly database: Database
  readonly keys: Keys
  readonly dataDir: string
  /** Where this server listens. */
  readonly address: string
  readonly log: Log
}

/**
 * Stands kiosks with simulated cabinets before the demo's locker banks: one program for all that are authorised, set up
 * by key files in DATA_DIR as real ones are by exported ones. It ends with this process, however that ends.
 */
export async function startDemoKiosks(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const files = await writeKeyFiles(deps)
  if (files.length === 0) return { stop: async () => {} }
  const { log, dataDir } = deps
  let child: ChildProcess
  let ended: Promise<unknown>
  let again: NodeJS.Timeout | undefined
  let isStopping = false

  function begin() {
    const keys = files.flatMap((file) => ['--key', file])
    child = spawn(process.execPath, [PROGRAM, ...keys, '--state', join(dataDir, 'kiosks'), '--attached'], {
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    createInterface({ input: child.stdout! }).on('line', (line) => log.debug(`kiosk ${line}`))
    createInterface({ input: child.stderr! }).on('line', (line) => log.warn(`kiosks: ${line}`))
    child.on('error', (error) => log.warn({ err: error }, 'the simulated kiosks cannot be started'))
    ended = once(child, 'close').then(() => {
      if (isStopping) return
      log.warn('the simulated kiosks ended and are started again')
      again = setTimeout(begin, AGAIN_MS)
    })
  }
  begin()
  return {
    stop: async () => {
      isStopping = true
      clearTimeout(again)
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The key files of the banks that are authorised now. The server listens where it does today, so they are written anew. */
async function writeKeyFiles({ database, keys, dataDir, address }: Deps): Promise<string[]> {
  const folder = join(dataDir, 'kiosk-keys')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const files: string[] = []
  await database.inTenant(wholeOrganisation(RIVERSIDE.id), async (db) => {
    for (const { id, code, propertyId } of BANKS) {
      if (!(await apiKeyOf(db, id))) continue
      const bank = { organisation_id: RIVERSIDE.id, id, property_id: propertyId, code, relay_end_point_name: address }
      const file = join(folder, `${code}.json`)
      const content = keyFileOf(await readKey(db, { keys, publicUrl: address }, bank))
      writeFileSync(file, JSON.stringify(content, null, 2), { mode: 0o600 })
      files.push(file)
    }
  })
  return files
}
