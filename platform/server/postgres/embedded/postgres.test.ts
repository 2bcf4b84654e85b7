import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRoot } from '../../config/data-dir.ts'
import { clusters, ends, type Holder, holdElsewhere, isRunning } from '../../testing/clusters.ts'
import { eventually, soon } from '../../testing/waiting.ts'
import { withConnection } from '../bootstrap-database.ts'
import { canAccess } from './location.ts'
import { startEmbeddedPostgres } from './postgres.ts'
import { stopServer } from './process.ts'

const onLinux = process.platform === 'linux'
const FAST = { fsync: 'off' }
const answer = (url: string, sql = 'select 1 as answer') =>
  withConnection(url, async (client) => (await client.query(sql)).rows[0])
const asSuperuser = (server: { url: (database: string, user: string) => string }) => server.url('postgres', 'postgres')

/** An ordinary account of every Linux that can read the checkout, unless it is private. */
const DAEMON = { uid: 1, gid: 1 }
const canBeDaemon = isRoot && onLinux && canAccess(DAEMON, '-r', import.meta.filename)
const accountOf = (pid: number) => statSync(`/proc/${pid}`).uid

let temporary: Awaited<ReturnType<typeof clusters>>
beforeAll(async () => {
  temporary = await clusters()
})
afterAll(() => temporary.remove())

async function kill(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('starting and stopping', () => {
  test('the first start creates a UTF-8 cluster that sorts by code point', async () => {
    const server = await startEmbeddedPostgres({ dataDir: join(temporary.root, 'first'), params: FAST })
    const database = await answer(
      asSuperuser(server),
      `select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale
         from pg_database where datname = current_database()`,
    )
    await server.stop()
    expect(database).toEqual({ encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8' })
  })

  test('listens only on its socket, in a private folder', async () => {
    const server = await startEmbeddedPostgres({ dataDir: temporary.dataDir('socket') })
    const { listen_addresses: listens } = await answer(asSuperuser(server), 'show listen_addresses')
    expect([listens, statSync(server.socketDir).mode & 0o777]).toEqual(['', 0o700])
    await server.stop()
  })

  test('a stop leaves no process, socket or lock', async () => {
    const dataDir = temporary.dataDir('stopped')
    const server = await startEmbeddedPostgres({ dataDir })
    await server.stop()
    expect([isRunning(server.pid), existsSync(join(server.socketDir, '.s.PGSQL.5432'))]).toEqual([false, false])
    const again = await startEmbeddedPostgres({ dataDir })
    await again.stop()
  })

  test('keeps committed data after a restart', async () => {
    const dataDir = temporary.dataDir('restarted')
    const before = await startEmbeddedPostgres({ dataDir })
    await answer(asSuperuser(before), 'create table numbers as select 7 as seven')
    await before.stop()
    const after = await startEmbeddedPostgres({ dataDir })
    expect(await answer(asSuperuser(after), 'select seven from numbers')).toEqual({ seven: 7 })
    await after.stop()
  })

  test('over TCP listens only on this machine and requires the stored password', async () => {
    const dataDir = join(temporary.root, 'tcp')
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
    const dataDir = temporary.dataDir('in-use')
    const holder = await holdElsewhere(dataDir)
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`is in use by process ${holder.process.pid}: stop it`)
    await kill(holder.process)
  })

  test('covers a second folder that links to the same cluster', async () => {
    const dataDir = temporary.dataDir('original')
    const server = await startEmbeddedPostgres({ dataDir })
    const copy = join(temporary.root, 'copy')
    mkdirSync(copy)
    symlinkSync(join(dataDir, 'pg'), join(copy, 'pg'))
    await expect(startEmbeddedPostgres({ dataDir: copy })).rejects.toThrow(`is in use by process ${process.pid}`)
    await server.stop()
  })
})

describe('after a crash', () => {
  /** A PATH without setpriv, as on some systems: the server then survives its parent. */
  function pathWithoutSetpriv() {
    const folder = join(temporary.root, 'programs')
    mkdirSync(folder, { recursive: true })
    if (!existsSync(join(folder, 'test'))) symlinkSync('/usr/bin/test', join(folder, 'test'))
    return { ...process.env, PATH: folder }
  }

  test.runIf(onLinux)('a killed process ends its server', async () => {
    const holder = await holdElsewhere(temporary.dataDir('killed'))
    await kill(holder.process)
    expect(await ends(holder.pid)).toBe(true)
  })

  test.runIf(onLinux)('stops a server that outlived its killed process, without losing committed data', async () => {
    const dataDir = temporary.dataDir('orphaned')
    const holder: Holder = await holdElsewhere(dataDir, { env: pathWithoutSetpriv() })
    await answer(holder.url, 'create table numbers as select 7 as seven')
    await kill(holder.process)
    expect(isRunning(holder.pid)).toBe(true)
    const server = await startEmbeddedPostgres({ dataDir })
    expect(server.pid).not.toBe(holder.pid)
    expect(isRunning(holder.pid)).toBe(false)
    expect(await answer(asSuperuser(server), 'select seven from numbers')).toEqual({ seven: 7 })
    await server.stop()
  })

  test.runIf(onLinux)('a process that exits without a stop ends its server', async () => {
    const holder = await holdElsewhere(temporary.dataDir('left'), { env: pathWithoutSetpriv(), exits: true })
    expect(await ends(holder.pid)).toBe(true)
  })

  test('a stale lock file with the pid of an unrelated process neither prevents the start nor harms that process', async () => {
    const dataDir = temporary.dataDir('stale')
    const stranger = spawn('sleep', ['60'])
    const lines = [
      stranger.pid,
      join(dataDir, 'pg/data'),
      '1700000000',
      '5432',
      join(dataDir, 'pg'),
      '',
      '  1234567         0',
      'ready   ',
    ]
    writeFileSync(join(dataDir, 'pg/data/postmaster.pid'), `${lines.join('\n')}\n`)
    const server = await startEmbeddedPostgres({ dataDir })
    expect(await answer(asSuperuser(server))).toEqual({ answer: 1 })
    expect([stranger.exitCode, stranger.signalCode]).toEqual([null, null])
    await server.stop()
    await kill(stranger)
  })

  test('removes a truncated lock file', async () => {
    const dataDir = temporary.dataDir('cut')
    writeFileSync(join(dataDir, 'pg/data/postmaster.pid'), '')
    const server = await startEmbeddedPostgres({ dataDir })
    expect(await answer(asSuperuser(server))).toEqual({ answer: 1 })
    await server.stop()
  })

  test.runIf(onLinux)('treats a zombie as stopped', async () => {
    // The shell is replaced by the parent that does not wait for its child: a shell would reap it.
    const negligent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'])
    const [output] = await once(negligent.stdout, 'data')
    const zombie = Number(String(output))
    while (!readFileSync(`/proc/${zombie}/stat`, 'utf8').includes(') Z ')) await sleep(10)
    await stopServer(zombie)
    await kill(negligent)
  })

  test('restarts a server that died at the same address', async () => {
    const lines: string[] = []
    const server = await startEmbeddedPostgres({ dataDir: temporary.dataDir('died'), log: (line) => lines.push(line) })
    const [died, url] = [server.pid, asSuperuser(server)]
    process.kill(died, 'SIGKILL')
    while (server.pid === died) await sleep(10)
    expect(await answer(url)).toEqual({ answer: 1 })
    expect(lines).toContain('PostgreSQL ended unexpectedly (SIGKILL), restarting.')
    await server.stop()
  })

  test('tries until a server that died can start again, and stops meanwhile when it is asked to', async () => {
    const lines: string[] = []
    const dataDir = temporary.dataDir('waits')
    const server = await startEmbeddedPostgres({ dataDir, params: FAST, log: (line) => lines.push(line) })
    const needed = join(dataDir, 'pg/data/global')
    const failures = () => lines.filter((line) => line.includes('Next attempt in')).length
    const dieForGood = async () => {
      renameSync(needed, `${needed}.away`)
      const before = failures()
      process.kill(server.pid, 'SIGKILL')
      await eventually(failures).toBeGreaterThan(before + 1)
    }
    await dieForGood()
    expect(lines).toContainEqual(expect.stringMatching(/^WARNING: PostgreSQL cannot start on .* Next attempt in 1 s\.$/))
    renameSync(`${needed}.away`, needed)
    await soon(async () => expect(await answer(asSuperuser(server))).toEqual({ answer: 1 }))
    await dieForGood()
    await server.stop()
  })
})

describe('locations', () => {
  test('uses a short private socket folder for a long path and removes it at the stop', async () => {
    const dataDir = temporary.dataDir(join('long', 'x'.repeat(100)))
    const server = await startEmbeddedPostgres({ dataDir })
    expect(await answer(asSuperuser(server))).toEqual({ answer: 1 })
    expect(server.socketDir.length).toBeLessThanOrEqual(93)
    expect(statSync(server.socketDir).mode & 0o777).toBe(0o700)
    await server.stop()
    expect(existsSync(server.socketDir)).toBe(false)
  })

  test('refuses a socket folder that others can enter', async () => {
    const dataDir = temporary.dataDir(join('squatted', 'x'.repeat(100)))
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
    const server = await startEmbeddedPostgres({ dataDir: temporary.dataDir('root') })
    expect(accountOf(server.pid)).toBe(65534)
    await server.stop()
  })

  test.runIf(isRoot)('stores the cluster elsewhere for a DATA_DIR that only root can reach, and logs where', async () => {
    const hidden = join(temporary.root, 'home')
    mkdirSync(hidden, { mode: 0o700 })
    const [dataDir, runRoot, lines] = [join(hidden, 'data'), join(temporary.root, 'run'), [] as string[]]
    const server = await startEmbeddedPostgres({ dataDir, runRoot, params: FAST, log: (line) => lines.push(line) })
    expect(await answer(asSuperuser(server))).toEqual({ answer: 1 })
    expect(lstatSync(join(dataDir, 'pg')).isSymbolicLink()).toBe(true)
    expect(lines[0]).toBe(
      `The database of ${dataDir} is stored in ${realpathSync(join(dataDir, 'pg'))}, which the account of PostgreSQL can reach.`,
    )
    await server.stop()
  })

  test.runIf(canBeDaemon)('starts for an ordinary user, and root continues under that account', async () => {
    const home = join(temporary.root, 'user')
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
    const dataDir = temporary.dataDir('foreign')
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
    const dataDir = join(temporary.root, 'file')
    writeFileSync(dataDir, '')
    expect(await refusal({ dataDir })).toMatch(/^DATA_DIR .*file cannot be used: it is not a folder\.$/)
  })

  test('when the cluster was created by another PostgreSQL', async () => {
    const dataDir = temporary.dataDir('older')
    writeFileSync(join(dataDir, 'pg/data/PG_VERSION'), '17\n')
    expect(await refusal({ dataDir })).toMatch(/was created by PostgreSQL 17 and cannot be opened by PostgreSQL 18\.$/)
  })

  test('when a setting is wrong, and the DATA_DIR is free again at once', async () => {
    const dataDir = temporary.dataDir('wrong')
    const message = await refusal({ dataDir, params: { shared_buffers: 'much' } })
    expect(message).toMatch(/^PostgreSQL cannot start on .*: invalid value for parameter "shared_buffers": "much"\.$/)
    const server = await startEmbeddedPostgres({ dataDir })
    await server.stop()
  })

  test('when the link of DATA_DIR is broken', async () => {
    const dataDir = join(temporary.root, 'lost')
    mkdirSync(dataDir)
    symlinkSync(join(temporary.root, 'missing'), join(dataDir, 'pg'))
    expect(await refusal({ dataDir })).toMatch(/links to a missing folder/)
  })

  test('when the cluster is damaged', async () => {
    const dataDir = temporary.dataDir('damaged')
    truncateSync(join(dataDir, 'pg/data/global/pg_control'))
    expect(await refusal({ dataDir })).toMatch(/^PostgreSQL cannot start on /)
  })
})
