import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#platform/server/postgres/embedded/postgres.ts'
import { clusters } from '#platform/server/testing/clusters.ts'
import { ROOT } from './runners.ts'

let folders: Awaited<ReturnType<typeof clusters>>
beforeAll(async () => {
  folders = await clusters()
})
afterAll(() => folders.remove())

/** Runs the tool on a DATA_DIR, on a PATH without psql. */
function run(dataDir: string, ...args: string[]) {
  const env = { HOME: process.env.HOME, PATH: join(ROOT, 'tools'), DATA_DIR: dataDir }
  return spawnSync(process.execPath, [join(ROOT, 'tools/database.ts'), ...args], { env, encoding: 'utf8' })
}

test('psql › prints the address of the running database where psql is not installed', async () => {
  const dataDir = folders.dataDir('running')
  const server = await startEmbeddedPostgres({ dataDir, params: { fsync: 'off' } })
  const { stdout, stderr } = run(dataDir, 'psql')
  const refused = run(dataDir, 'reset', '--yes')
  await server.stop()
  expect(stderr).toBe('')
  expect(stdout).toContain(`postgres://postgres@/parcelhall?host=${encodeURIComponent(server.socketDir)}`)
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('is in use by')])
  expect(existsSync(join(dataDir, 'pg/data'))).toBe(true)
})

test('reset › deletes the database with --yes, and nothing without', () => {
  const dataDir = folders.dataDir('reset')
  expect(run(dataDir, 'reset')).toMatchObject({ status: 1, stderr: 'There is no terminal to ask at: give --yes.\n' })
  expect(existsSync(join(dataDir, 'pg/data'))).toBe(true)
  expect(run(dataDir, 'reset', '--yes')).toMatchObject({ status: 0, stderr: '' })
  expect(existsSync(join(dataDir, 'pg'))).toBe(false)
  expect(run(dataDir, 'reset', '--yes').stdout).toBe(`There is no database in ${dataDir}.\n`)
})
