import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll } from 'vitest'
import { clusters } from '../../../testing/clusters.ts'
import { withConnection } from '../../bootstrap-database.ts'

export const onLinux = process.platform === 'linux'

export const FAST = { fsync: 'off' }

export const answer = (url: string, sql = 'select 1 as answer') =>
  withConnection(url, async (client) => (await client.query(sql)).rows[0])

export const asSuperuser = (server: { url: (database: string, user: string) => string }) => server.url('postgres', 'postgres')

export async function kill(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** A temporary folder for embedded databases. */
export function databaseFixtures() {
  const state = {} as {
    temporary: Awaited<ReturnType<typeof clusters>>
  }

  beforeAll(async () => {
    state.temporary = await clusters()
  })
  afterAll(() => state.temporary.remove())

  return { state }
}
