import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { ends, type Holder, holdElsewhere, isRunning } from '../../testing/clusters.ts'
import { eventually, soon } from '../../testing/waiting.ts'
import { startEmbeddedPostgres } from './postgres.ts'
import { stopServer } from './process.ts'
import { answer, asSuperuser, databaseFixtures, FAST, kill, onLinux } from './testing/databases.ts'

const { state } = databaseFixtures()

describe('after a crash', () => {
  /** A PATH without setpriv, as on some systems: the server then survives its parent. */
  function pathWithoutSetpriv() {
    const folder = join(state.temporary.root, 'programs')
    mkdirSync(folder, { recursive: true })
    if (!existsSync(join(folder, 'test'))) symlinkSync('/usr/bin/test', join(folder, 'test'))
    return { ...process.env, PATH: folder }
  }

  test.runIf(onLinux)('a killed process ends its server', async () => {
    const holder = await holdElsewhere(state.temporary.dataDir('killed'))
    await kill(holder.process)
    expect(await ends(holder.pid)).toBe(true)
  })

  test.runIf(onLinux)('stops a server that outlived its killed process, without losing committed data', async () => {
    const dataDir = state.temporary.dataDir('orphaned')
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
    const holder = await holdElsewhere(state.temporary.dataDir('left'), { env: pathWithoutSetpriv(), exits: true })
    expect(await ends(holder.pid)).toBe(true)
  })

  test('a stale lock file with the pid of an unrelated process neither prevents the start nor harms that process', async () => {
    const dataDir = state.temporary.dataDir('stale')
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
    const dataDir = state.temporary.dataDir('cut')
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
    const server = await startEmbeddedPostgres({ dataDir: state.temporary.dataDir('died'), log: (line) => lines.push(line) })
    const [died, url] = [server.pid, asSuperuser(server)]
    process.kill(died, 'SIGKILL')
    while (server.pid === died) await sleep(10)
    expect(await answer(url)).toEqual({ answer: 1 })
    expect(lines).toContain('PostgreSQL ended unexpectedly (SIGKILL), restarting.')
    await server.stop()
  })

  test('tries until a server that died can start again, and stops meanwhile when it is asked to', async () => {
    const lines: string[] = []
    const dataDir = state.temporary.dataDir('waits')
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
