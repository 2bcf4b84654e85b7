import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isRoot } from '../../config/data-dir.ts'
import { holdElsewhere, isRunning } from '../../testing/clusters.ts'
import { canAccess } from './location.ts'
import { startEmbeddedPostgres } from './postgres.ts'
import { answer, asSuperuser, databaseFixtures, FAST, kill, onLinux } from './testing/databases.ts'

const { state } = databaseFixtures()

/** An ordinary account of every Linux that can read the checkout, unless it is private. */
const DAEMON = { uid: 1, gid: 1 }

const canBeDaemon = isRoot && onLinux && canAccess(DAEMON, '-r', import.meta.filename)

const accountOf = (pid: number) => statSync(`/proc/${pid}`).uid

describe('starting and stopping', () => {
  test('the first start creates a UTF-8 cluster that sorts by code point', async () => {
    const server = await startEmbeddedPostgres({ dataDir: join(state.temporary.root, 'first'), params: FAST })
    const database = await answer(
      asSuperuser(server),
      `select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale
         from pg_database where datname = current_database()`,
    )
    await server.stop()
    expect(database).toEqual({ encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8' })
  })

  test('listens only on its socket, in a private folder', async () => {
    const server = await startEmbeddedPostgres({ dataDir: state.temporary.dataDir('socket') })
    const { listen_addresses: listens } = await answer(asSuperuser(server), 'show listen_addresses')
    expect([listens, statSync(server.socketDir).mode & 0o777]).toEqual(['', 0o700])
    await server.stop()
  })

  test('a stop leaves no process, socket or lock', async () => {
    const dataDir = state.temporary.dataDir('stopped')
    const server = await startEmbeddedPostgres({ dataDir })
    await server.stop()
    expect([isRunning(server.pid), existsSync(join(server.socketDir, '.s.PGSQL.5432'))]).toEqual([false, false])
    const again = await startEmbeddedPostgres({ dataDir })
    await again.stop()
  })

  test('keeps committed data after a restart', async () => {
    const dataDir = state.temporary.dataDir('restarted')
    const before = await startEmbeddedPostgres({ dataDir })
    await answer(asSuperuser(before), 'create table numbers as select 7 as seven')
    await before.stop()
    const after = await startEmbeddedPostgres({ dataDir })
    expect(await answer(asSuperuser(after), 'select seven from numbers')).toEqual({ seven: 7 })
    await after.stop()
  })

  test('over TCP listens only on this machine and requires the stored password', async () => {
    const dataDir = join(state.temporary.root, 'tcp')
    const server = await startEmbeddedPostgres({ dataDir, params: FAST, tcp: true })
    const url = asSuperuser(server)
    expect(await answer(url, 'select host(inet_server_addr()) as address')).toEqual({ address: '127.0.0.1' })
    await expect(answer(url.replace(server.password!, 'guessed'))).rejects.toThrow('password authentication failed')
    expect(statSync(join(dataDir, 'pg/password')).mode & 0o777).toBe(0o600)
    await server.stop()
  })
})

describe('one process for one DATA_DIR', () => {
  test('reports the process that holds it', async () => {
    const dataDir = state.temporary.dataDir('in-use')
    const holder = await holdElsewhere(dataDir)
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`is in use by process ${holder.process.pid}: stop it`)
    await kill(holder.process)
  })

  test('covers a second folder that links to the same cluster', async () => {
    const dataDir = state.temporary.dataDir('original')
    const server = await startEmbeddedPostgres({ dataDir })
    const copy = join(state.temporary.root, 'copy')
    mkdirSync(copy)
    symlinkSync(join(dataDir, 'pg'), join(copy, 'pg'))
    await expect(startEmbeddedPostgres({ dataDir: copy })).rejects.toThrow(`is in use by process ${process.pid}`)
    await server.stop()
  })
})

describe('locations', () => {
  test('uses a short private socket folder for a long path and removes it at the stop', async () => {
    const dataDir = state.temporary.dataDir(join('long', 'x'.repeat(100)))
    const server = await startEmbeddedPostgres({ dataDir })
    expect(await answer(asSuperuser(server))).toEqual({ answer: 1 })
    expect(server.socketDir.length).toBeLessThanOrEqual(93)
    expect(statSync(server.socketDir).mode & 0o777).toBe(0o700)
    await server.stop()
    expect(existsSync(server.socketDir)).toBe(false)
  })

  test('refuses a socket folder that others can enter', async () => {
    const dataDir = state.temporary.dataDir(join('squatted', 'x'.repeat(100)))
    const { socketDir, stop } = await startEmbeddedPostgres({ dataDir })
    await stop()
    mkdirSync(socketDir, { mode: 0o755 })
    chmodSync(socketDir, 0o755)
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      `${socketDir}, the folder of the database's socket, belongs to another user or is not private`,
    )
    execFileSync('rmdir', [socketDir])
  })

  test.runIf(isRoot)('runs the server under another account for root', async () => {
    const server = await startEmbeddedPostgres({ dataDir: state.temporary.dataDir('root') })
    expect(accountOf(server.pid)).toBe(65534)
    await server.stop()
  })

  test.runIf(isRoot)('stores the cluster elsewhere for a DATA_DIR that only root can reach, and logs where', async () => {
    const hidden = join(state.temporary.root, 'home')
    mkdirSync(hidden, { mode: 0o700 })
    const [dataDir, runRoot, lines] = [join(hidden, 'data'), join(state.temporary.root, 'run'), [] as string[]]
    const server = await startEmbeddedPostgres({ dataDir, runRoot, params: FAST, log: (line) => lines.push(line) })
    expect(await answer(asSuperuser(server))).toEqual({ answer: 1 })
    expect(lstatSync(join(dataDir, 'pg')).isSymbolicLink()).toBe(true)
    expect(lines[0]).toBe(
      `The database of ${dataDir} is stored in ${realpathSync(join(dataDir, 'pg'))}, which the account of PostgreSQL can reach.`,
    )
    await server.stop()
  })

  test.runIf(canBeDaemon)('starts for an ordinary user, and root continues under that account', async () => {
    const home = join(state.temporary.root, 'user')
    mkdirSync(home)
    chownSync(home, DAEMON.uid, DAEMON.gid)
    const holder = await holdElsewhere(join(home, 'data'), { uid: DAEMON.uid })
    expect(accountOf(holder.pid)).toBe(DAEMON.uid)
    await kill(holder.process)
    const server = await startEmbeddedPostgres({ dataDir: join(home, 'data') })
    expect(accountOf(server.pid)).toBe(DAEMON.uid)
    await server.stop()
  })

  test.runIf(canBeDaemon)('refuses a cluster of another account for an ordinary user', async () => {
    const dataDir = state.temporary.dataDir('foreign')
    const message = await holdElsewhere(dataDir, { uid: DAEMON.uid }).catch((error: Error) => error.message)
    expect(message).toContain(`The database in ${join(dataDir, 'pg')} belongs to another account (uid 65534)`)
  })
})

describe('a failed start reports the cause', () => {
  const refusal = (options: Parameters<typeof startEmbeddedPostgres>[0]) =>
    startEmbeddedPostgres(options).then(
      () => 'it started',
      (error: Error) => error.message,
    )

  test('when DATA_DIR is a file', async () => {
    const dataDir = join(state.temporary.root, 'file')
    writeFileSync(dataDir, '')
    expect(await refusal({ dataDir })).toMatch(/^DATA_DIR .*file cannot be used: it is not a folder\.$/)
  })

  test('when the cluster was created by another PostgreSQL', async () => {
    const dataDir = state.temporary.dataDir('older')
    writeFileSync(join(dataDir, 'pg/data/PG_VERSION'), '17\n')
    expect(await refusal({ dataDir })).toMatch(/was created by PostgreSQL 17 and cannot be opened by PostgreSQL 18\.$/)
  })

  test('when a setting is wrong, and the DATA_DIR is free again at once', async () => {
    const dataDir = state.temporary.dataDir('wrong')
    const message = await refusal({ dataDir, params: { shared_buffers: 'much' } })
    expect(message).toMatch(/^PostgreSQL cannot start on .*: invalid value for parameter "shared_buffers": "much"\.$/)
    const server = await startEmbeddedPostgres({ dataDir })
    await server.stop()
  })

  test('when the link of DATA_DIR is broken', async () => {
    const dataDir = join(state.temporary.root, 'lost')
    mkdirSync(dataDir)
    symlinkSync(join(state.temporary.root, 'missing'), join(dataDir, 'pg'))
    expect(await refusal({ dataDir })).toMatch(/links to a missing folder/)
  })

  test('when the cluster is damaged', async () => {
    const dataDir = state.temporary.dataDir('damaged')
    truncateSync(join(dataDir, 'pg/data/global/pg_control'))
    expect(await refusal({ dataDir })).toMatch(/^PostgreSQL cannot start on /)
  })
})
