import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openDataDir } from '#platform/server/config/data-dir.ts'
import type { Log } from '#platform/server/config/log.ts'
import { readAddress, type Settings } from '#platform/server/config/settings.ts'
import {
  APP_ROLE,
  bootstrapDatabase,
  DATABASE,
  OWNER_ROLE,
  withConnection,
} from '#platform/server/postgres/bootstrap-database.ts'
import { SUPERUSER } from '#platform/server/postgres/embedded/launch.ts'
import { startEmbeddedPostgres } from '#platform/server/postgres/embedded/postgres.ts'
import { removeCluster, runningServer } from '#platform/server/postgres/embedded/running.ts'
import { migrate, refuseOtherSchema, type SchemaOptions } from '#platform/server/postgres/migrate.ts'
import { fittingKey, recordKey } from './secret-key.ts'

const FOLDER = join(import.meta.dirname, '../../database')

/** The database of the settings, migrated, and the key that fits it. */
export type ReadyDatabase = {
  readonly secretKey: Buffer
  /** Address with the serving role. */
  readonly url: string
  /** Its place, to be printed at the start. */
  readonly described: string
  stop(): Promise<void>
}

/**
 * Starts the embedded PostgreSQL or connects to DATABASE_URL, and migrates the schema. Throws one sentence, before it changes
 * anything, if the secret key is not the database's.
 */
export async function readyDatabase(settings: Settings, log: Log): Promise<ReadyDatabase> {
  refuseUnfinishedRestore(settings)
  return settings.databaseUrl ? external(settings, settings.databaseUrl, log) : embedded(settings, log)
}

type Place = Pick<Settings, 'dataDir' | 'databaseUrl'>
/**
 * The file of DATA_DIR that exists while a restore runs, with the name of its backup: a killed one is not a new installation. The
 * embedded database and an external one have files of their own.
 */
const unfinishedRestore = ({ dataDir, databaseUrl }: Place) =>
  join(dataDir, databaseUrl ? 'restore-unfinished-external' : 'restore-unfinished')
function markRestore(place: Place, backup: string): void {
  openDataDir(place.dataDir)
  writeFileSync(unfinishedRestore(place), backup)
}
/** A restore has ended, also by a failure, which leaves nothing behind. */
export const unmarkRestore = (place: Place): void => rmSync(unfinishedRestore(place), { force: true })
function refuseUnfinishedRestore(place: Place): void {
  const mark = unfinishedRestore(place)
  if (!existsSync(mark)) return
  const backup = readFileSync(mark, 'utf8')
  throw new Error(
    `The restore of ${backup} was not finished. Repeat it: npm run restore ${backup}. To give it up, delete ${resolve(mark)}${place.databaseUrl ? '' : ' and the database'}.`,
  )
}

/** The database as the role that owns the tables, for backups. */
export type OwnedDatabase = Pick<ReadyDatabase, 'described' | 'stop'> &
  SchemaOptions & {
    /** Stops it, and removes it if it was created here: a failed restore leaves nothing behind. */
    discard(): Promise<void>
  }

/**
 * The database of the settings, without migrating it. A running embedded one is used, a stopped one is started; with
 * `restoring`, the name of a backup, it is created and must not run. Throws one sentence if there is none.
 */
export async function ownedDatabase(
  settings: Settings,
  log: Log,
  { restoring }: { restoring?: string } = {},
): Promise<OwnedDatabase> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = settings
  const options = { folder: FOLDER, log: (line: string) => log.info(line) }
  if (databaseUrl) {
    if (!databaseOwnerUrl) throw new Error('Set DATABASE_OWNER_URL: only the role that owns the tables can do this.')
    await withConnection(databaseOwnerUrl, async () => {}).catch((error) => {
      throw asConnectionError(error, 'DATABASE_OWNER_URL')
    })
    const described = describe(databaseUrl)
    if (restoring) markRestore(settings, restoring)
    return { ...options, ownerUrl: databaseOwnerUrl, appRole: userOf(databaseUrl), described, ...RUNNING }
  }
  // What a killed restore has left behind; nothing has used it.
  if (restoring && existsSync(unfinishedRestore(settings)) && !(await runningServer(dataDir))) removeCluster(dataDir)
  const exists = existsSync(join(dataDir, 'pg'))
  if (restoring && !exists) markRestore(settings, restoring)
  if (!restoring && !exists) throw new Error(`There is no database in ${resolve(dataDir)}: set DATA_DIR or DATABASE_URL.`)
  const running = restoring ? undefined : await runningServer(dataDir)
  const described = `embedded PostgreSQL in ${resolve(dataDir)}`
  if (running) return { ...options, ownerUrl: running(DATABASE, OWNER_ROLE), appRole: APP_ROLE, described, ...RUNNING }
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => logLine(log, line) })
  await bootstrapDatabase({ superuserUrl: server.url('postgres', SUPERUSER), password: server.password })
  const discard = async () => {
    await server.stop()
    if (!exists) removeCluster(dataDir)
  }
  return { ...options, ownerUrl: server.url(DATABASE, OWNER_ROLE), appRole: APP_ROLE, described, stop: server.stop, discard }
}

/** A database that runs anyway: there is nothing to stop or to remove. */
const RUNNING = { stop: async () => {}, discard: async () => {} }

async function embedded(settings: Settings, log: Log): Promise<ReadyDatabase> {
  const { dataDir } = settings
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => logLine(log, line) })
  try {
    await bootstrapDatabase({ superuserUrl: server.url('postgres', SUPERUSER), password: server.password })
    const [ownerUrl, url] = [server.url(DATABASE, OWNER_ROLE), server.url(DATABASE, APP_ROLE)]
    const secretKey = await withConnection(ownerUrl, (client) => fittingKey(client, settings))
    await migrate({ ownerUrl, appRole: APP_ROLE, folder: FOLDER, log: (line) => log.info(line) })
    await recordKey(url, secretKey)
    return {
      secretKey,
      url,
      described: `embedded PostgreSQL in ${realpathSync(join(dataDir, 'pg'))}`,
      stop: server.stop,
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Routine lines of PostgreSQL, also those of a normal stop, are logged as debug. */
const logLine = (log: Log, line: string) =>
  /\b(WARNING|ERROR|PANIC):|FATAL:(?!.*administrator command)|ended unexpectedly/.test(line) ? log.warn(line) : log.debug(line)

async function external(settings: Settings, url: string, log: Log): Promise<ReadyDatabase> {
  const ownerUrl = settings.databaseOwnerUrl
  try {
    const secretKey = await withConnection(ownerUrl ?? url, (client) => fittingKey(client, settings))
    if (ownerUrl) await migrate({ ownerUrl, appRole: userOf(url), folder: FOLDER, log: (line) => log.info(line) })
    else await withConnection(url, (client) => refuseOtherSchema(client, FOLDER))
    await recordKey(url, secretKey)
    return { secretKey, url, described: describe(url), stop: async () => {} }
  } catch (error) {
    throw asConnectionError(error, ownerUrl ? 'DATABASE_OWNER_URL' : 'DATABASE_URL')
  }
}

const userOf = (url: string) => decodeURIComponent(readAddress(url)!.username)

function describe(url: string): string {
  const { hostname, port, pathname } = readAddress(url)!
  return `PostgreSQL at ${hostname || 'this machine'}${port && `:${port}`}, database ${pathname.slice(1)}`
}

/** One sentence for an error of the connection; every other error as it is. */
function asConnectionError(error: unknown, variable: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  return code ? new Error(`Cannot connect to the database of ${variable}: ${message || code}.`, { cause: error }) : error
}
