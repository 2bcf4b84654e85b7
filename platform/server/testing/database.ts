import { randomBytes } from 'node:crypto'
import { inDatabase, OWNER_ROLE, withConnection } from '../postgres/bootstrap-database.ts'
import { cluster } from './services.ts'
import { tcpProxy } from './tcp-proxy.ts'

export type TestDatabase = {
  /** Address as the serving role, which is subject to row-level security. */
  readonly url: string
  /** Address as the role that owns the tables. */
  readonly ownerUrl: string
  readonly superuserUrl: string
  /** Drops the database and ends its connections. */
  readonly drop: () => Promise<void>
}

/**
 * A new database without rows. Create it in `beforeAll` and drop it in `afterAll`.
 * @param options.migrated false for a database without tables
 */
export async function testDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const { template, ...server } = cluster()
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  const asSuperuser = (statement: string) =>
    withConnection(server.superuserUrl, async (client) => {
      await client.query(statement)
    })
  await asSuperuser(
    `create database ${name} template ${migrated ? template : 'template0'} owner ${OWNER_ROLE} strategy file_copy`,
  )
  return {
    url: inDatabase(server.appUrl, name),
    ownerUrl: inDatabase(server.ownerUrl, name),
    superuserUrl: inDatabase(server.superuserUrl, name),
    drop: () => asSuperuser(`drop database if exists ${name} with (force)`),
  }
}

/** A proxy in front of the database of `url`, and the address through it. */
export async function databaseProxy(url: string) {
  const address = new URL(url.replace('@/', '@localhost/'))
  const port = address.port || '5432'
  const folder = address.searchParams.get('host')
  const proxy = await tcpProxy(folder ? `${folder}/.s.PGSQL.${port}` : Number(port))
  address.searchParams.delete('host')
  address.host = `127.0.0.1:${proxy.port}`
  return { ...proxy, url: address.href }
}
export type DatabaseProxy = Awaited<ReturnType<typeof databaseProxy>>
