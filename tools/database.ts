import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { readSettings } from '#platform/server/config/settings.ts'
import { DATABASE } from '#platform/server/postgres/bootstrap-database.ts'
import { SUPERUSER } from '#platform/server/postgres/embedded/launch.ts'
import { takeLock } from '#platform/server/postgres/embedded/lock.ts'
import { startEmbeddedPostgres } from '#platform/server/postgres/embedded/postgres.ts'
import { locateCluster, removeCluster, runningServer } from '#platform/server/postgres/embedded/running.ts'

/** What a DATA_DIR keeps for its database beside the cluster: the keys and states of the demo's kiosks, and files of its restore and audit trail. */
const OF_DATABASE = ['kiosk-keys', 'kiosks', 'audit-heads.json', 'restore-unfinished']

/** Opens psql on the database of the settings, as its superuser when it is the embedded one. Starts it when it is stopped. */
async function psql({ dataDir, databaseUrl }: ReturnType<typeof readSettings>): Promise<void> {
  if (databaseUrl) return openPsql(databaseUrl)
  const running = await runningServer(dataDir)
  if (running) return openPsql(running(DATABASE, SUPERUSER))
  const server = await startEmbeddedPostgres({ dataDir })
  try {
    await openPsql(server.url(DATABASE, SUPERUSER), { startedHere: true })
  } finally {
    await server.stop()
  }
}

async function openPsql(address: string, { startedHere = false } = {}): Promise<void> {
  const { error, status } = spawnSync('psql', [address], { stdio: 'inherit' })
  if (!error) {
    process.exitCode = status ?? 1
    return
  }
  console.log(`psql is not installed (Debian: apt-get install postgresql-client). Connect another client to\n\n  ${address}\n`)
  if (!startedHere) return
  console.log('The database runs until Ctrl-C.')
  const waiting = setInterval(() => {}, 60_000)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  clearInterval(waiting)
}

/** Deletes the embedded database. Asks first, unless `--yes` is given; throws while a process uses it. */
async function reset({ dataDir, databaseUrl }: ReturnType<typeof readSettings>, isConfirmed: boolean): Promise<void> {
  if (databaseUrl) throw new Error('DATABASE_URL is set: only the embedded database can be reset.')
  if (!existsSync(join(dataDir, 'pg'))) return console.log(`There is no database in ${dataDir}.`)
  if (!isConfirmed && !(await confirm(`Delete the database in ${dataDir}? [y/N] `))) return console.log('Nothing was deleted.')
  const location = locateCluster(dataDir)
  const lock = await takeLock(location, dataDir)
  removeCluster(dataDir)
  for (const name of OF_DATABASE) rmSync(join(dataDir, name), { recursive: true, force: true })
  lock.close()
  console.log(`The database in ${dataDir} has been deleted. The next start creates a new one.`)
}

async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Error('There is no terminal to ask at: give --yes.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(question)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

try {
  const [command, ...options] = process.argv.slice(2)
  const settings = readSettings()
  if (command === 'psql') await psql(settings)
  else if (command === 'reset') await reset(settings, options.includes('--yes'))
  else throw new Error('Usage: tools/database.ts psql | reset [--yes]')
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
