import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { APP_ROLE, bootstrapDatabase, inDatabase, OWNER_ROLE, withConnection } from '../postgres/bootstrap-database.ts'
import { SUPERUSER } from '../postgres/embedded/launch.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded/postgres.ts'
import { migrate } from '../postgres/migrate.ts'
import { sweepTemporaryFolders, temporaryFolder } from './temporary-folder.ts'

/** The cluster as provided to test files; the addresses do not name a test's database. */
export type TestCluster = {
  readonly superuserUrl: string
  readonly ownerUrl: string
  readonly appUrl: string
  readonly template: string
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster
  }
}

/** No data must survive the run, so nothing waits for the disk. */
export const FAST = { fsync: 'off', wal_level: 'minimal', max_wal_senders: 0, autovacuum: 'off', full_page_writes: 'off' }

/**
 * One PostgreSQL per run, with a migrated template that each test file copies. TEST_DATABASE_URL (15 or newer, as a superuser)
 * replaces it with an external one.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env.TEST_DATABASE_URL
  const embedded = external ? undefined : await startTemporaryPostgres()
  const superuserUrl = external ?? embedded!.server.url('postgres', SUPERUSER)
  const template = `parcelhall_template_${process.pid}`
  const dropTemplate = () =>
    withConnection(superuserUrl, (client) => client.query(`drop database if exists ${template} with (force)`).then(() => {}))
  const teardown = external ? dropTemplate : embedded!.remove
  try {
    await bootstrapDatabase({ superuserUrl, database: template, password: external ? 'test' : undefined })
    const as = (role: string) => (external ? withRole(superuserUrl, role) : embedded!.server.url('postgres', role))
    const cluster = { superuserUrl, ownerUrl: as(OWNER_ROLE), appUrl: as(APP_ROLE), template }
    const folder = join(import.meta.dirname, '../../../database')
    await migrate({ ownerUrl: inDatabase(cluster.ownerUrl, template), appRole: APP_ROLE, folder })
    project.provide('cluster', cluster)
    return teardown
  } catch (error) {
    await teardown()
    throw error
  }
}

async function startTemporaryPostgres(): Promise<{ server: EmbeddedPostgres; remove: () => Promise<void> }> {
  sweepTemporaryFolders()
  const dataDir = temporaryFolder()
  const removeDir = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const server = await startEmbeddedPostgres({ dataDir, params: FAST })
    const remove = async () => {
      await server.stop()
      removeDir()
    }
    return { server, remove }
  } catch (error) {
    removeDir()
    throw error
  }
}

function withRole(url: string, role: string): string {
  const address = new URL(url)
  address.username = role
  address.password = 'test'
  return address.href
}
