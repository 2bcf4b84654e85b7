import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PASSWORD_FILE } from './launch.ts'
import { NAME, openLocation } from './location.ts'
import { takeLock } from './lock.ts'

/** The folders of the cluster of a DATA_DIR. */
export const locateCluster = (dataDir: string, log: (line: string) => void = console.log) =>
  openLocation(dataDir, `/var/lib/${NAME}`, log)

/** Deletes the cluster of a DATA_DIR, whose server must be stopped, and the link to it. */
export function removeCluster(dataDir: string): void {
  for (const folder of [locateCluster(dataDir).base, join(dataDir, 'pg')]) rmSync(folder, { recursive: true, force: true })
}

/** Addresses of the server that runs on the cluster of a DATA_DIR; undefined when none runs. */
export async function runningServer(dataDir: string): Promise<((database: string, user: string) => string) | undefined> {
  const location = locateCluster(dataDir)
  const file = join(location.cluster, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const [, , , port, socketDir, host] = readFileSync(file, 'utf8').split('\n')
  const lock = await takeLock(location, dataDir).catch(() => undefined)
  lock?.close()
  // Left behind by a killed program.
  if (lock) return undefined
  if (socketDir) return (database, user) => `postgres://${user}@/${database}?host=${encodeURIComponent(socketDir)}&port=${port}`
  const password = readFileSync(join(location.base, PASSWORD_FILE), 'utf8').trim()
  return (database, user) => `postgres://${user}:${password}@${host}:${port}/${database}`
}
