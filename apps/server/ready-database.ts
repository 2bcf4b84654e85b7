import { realpathSync } from 'node:fs'
import { join } from 'node:path'
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
import { migrate, refuseOtherSchema } from '#platform/server/postgres/migrate.ts'

const FOLDER = join(import.meta.dirname, '../../database')

/** The database of the settings, migrated. */
export type ReadyDatabase = {
  /** Address with the serving role. */
  readonly url: string
  /** Its place, to be printed at the start. */
  readonly described: string
  stop(): Promise<void>
}

/** Starts the embedded PostgreSQL or connects to DATABASE_URL, and migrates the schema. */
export const readyDatabase = (settings: Settings, log: Log): Promise<ReadyDatabase> =>
  settings.databaseUrl ? external(settings.databaseUrl, settings.databaseOwnerUrl, log) : embedded(settings.dataDir, log)

async function embedded(dataDir: string, log: Log): Promise<ReadyDatabase> {
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => logLine(log, line) })
  try {
    await bootstrapDatabase({ superuserUrl: server.url('postgres', SUPERUSER), password: server.password })
    await migrate({
      ownerUrl: server.url(DATABASE, OWNER_ROLE),
      appRole: APP_ROLE,
      folder: FOLDER,
      log: (line) => log.info(line),
    })
    return {
      url: server.url(DATABASE, APP_ROLE),
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

async function external(url: string, ownerUrl: string | undefined, log: Log): Promise<ReadyDatabase> {
  const { hostname, port, pathname, username } = readAddress(url)!
  const described = `PostgreSQL at ${hostname || 'this machine'}${port && `:${port}`}, database ${pathname.slice(1)}`
  try {
    if (ownerUrl)
      await migrate({ ownerUrl, appRole: decodeURIComponent(username), folder: FOLDER, log: (line) => log.info(line) })
    else await withConnection(url, (client) => refuseOtherSchema(client, FOLDER))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code)
      throw new Error(
        `Cannot connect to the database of ${ownerUrl ? 'DATABASE_OWNER_URL' : 'DATABASE_URL'}: ${(error as Error).message || code}.`,
      )
    throw error
  }
  return { url, described, stop: async () => {} }
}
