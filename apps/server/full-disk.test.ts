import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { lockerBanks } from '#features/locker-banks/contract.ts'
import { newId } from '#platform/ids.ts'
import { DATABASE, withConnection } from '#platform/server/postgres/bootstrap-database.ts'
import { SUPERUSER } from '#platform/server/postgres/embedded/launch.ts'
import { runningServer } from '#platform/server/postgres/embedded/running.ts'
import { hasDocumentPrograms } from '#platform/server/testing/services.ts'
import { temporaryFolder } from '#platform/server/testing/temporary-folder.ts'
import { soon } from '#platform/server/testing/waiting.ts'
import { addressOf, launch, request, signIn } from './testing/program.ts'

/** More than an empty installation with the demo needs; the rest is filled. */
const DISK = '500m'

/** A product on a small disk of its own, that can be filled. */
async function onSmallDisk() {
  const disk = temporaryFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', disk])
  // The account of the embedded PostgreSQL must reach its folder.
  chmodSync(disk, 0o711)
  const dataDir = join(disk, 'data')
  mkdirSync(dataDir)
  const program = launch({ LOG_LEVEL: 'error', DATA_DIR: dataDir, DEMO: 'on' })
  onTestFinished(async () => {
    program.process.kill('SIGTERM')
    await program.ended
    execFileSync('umount', [disk])
    rmSync(disk, { recursive: true })
  })
  const address = await addressOf(program)
  const token = await signIn(address)
  const [{ PropertyId, BuildingId }] = JSON.parse(
    (await (await request(address, lockerBanks.page, { token, input: {} })).json()).Data.Data,
  )
  let codes = 0
  const filling = join(disk, 'filling')
  return {
    program,
    dataDir,
    save: () => {
      const input = { PropertyId, BuildingId, LockerBankCode: `FULL-${++codes}`, Name: 'Lobby', Address: '1 Quay Road' }
      return request(address, lockerBanks.create, { token, params: { lockerBankId: newId() }, input })
    },
    read: () => request(address, lockerBanks.page, { token, input: {} }),
    ready: async () => (await fetch(`${address}/health/ready`)).status,
    /** Fills what is left, also of a program that writes meanwhile. */
    fill: () => {
      try {
        for (;;) writeFileSync(filling, Buffer.alloc(1_000_000), { flag: 'a' })
      } catch (error) {
        expect(error).toMatchObject({ code: 'ENOSPC' })
      }
    },
    free: () => rmSync(filling),
  }
}
/** Most saves that fit into what the database has reserved already. */
const MOST_SAVES = 5_000

/** A disk of a test's own needs root, as the tests on Debian's programs do, and a machine that allows it. */
const hasDisk = () =>
  hasDocumentPrograms && spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

describe.skipIf(!hasDisk())('a full disk', () => {
  test('is 503 with a sentence, for reads never, and over when there is space again', async () => {
    const disk = await onSmallDisk()
    expect((await disk.save()).status).toBe(200)
    disk.fill()
    let refused: Response | undefined
    for (let saves = 0; !refused && saves < MOST_SAVES; saves++) {
      const reply = await disk.save()
      if (reply.status !== 200) refused = reply
    }
    expect([refused?.status, await refused?.json()]).toEqual([503, expect.objectContaining({ Code: 'MsgStorageFull' })])
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await disk.ready()).toBe(503)
    expect((await disk.read()).status).toBe(200)
    disk.free()
    await soon(async () => expect((await disk.save()).status).toBe(200))
    await soon(async () => expect(await disk.ready()).toBe(200))
  })

  test('that ends PostgreSQL, whose log cannot grow, does not end the program, which continues by itself', async () => {
    const disk = await onSmallDisk()
    const superuserUrl = (await runningServer(disk.dataDir))!(DATABASE, SUPERUSER)
    await expect(
      withConnection(superuserUrl, async (client) => {
        // Each segment of the log needs 16 MB, and none may be used again.
        await client.query(`alter system set wal_keep_size = '1GB'`)
        await client.query('select pg_reload_conf()')
        disk.fill()
        for (;;) await client.query(`select pg_switch_wal(), pg_logical_emit_message(true, 'test', repeat('x', 1000))`)
      }),
    ).rejects.toThrow('No space left on device')
    await soon(async () => expect((await disk.read()).status).toBe(503))
    expect(disk.program.process.exitCode).toBeNull()
    disk.free()
    await soon(async () => expect((await disk.save()).status).toBe(200))
    await soon(async () => expect(await disk.ready()).toBe(200))
    expect(disk.program.process.exitCode).toBeNull()
  })
})
