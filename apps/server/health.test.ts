import { expect, test } from 'vitest'
import { createHttp } from '#platform/server/http/http.ts'
import type { Database } from '#platform/server/postgres/db.ts'
import { healthRoutes } from './health.ts'

test('a server that is stopping is live and not ready, with Retry-After', async () => {
  const app = await createHttp({ logger: false, trustProxy: false, secure: false })
  const announceStop = healthRoutes(app, { pool: { query: async () => {} } } as unknown as Database)
  const ask = async (name: string) => {
    const reply = await app.inject(`/health/${name}`)
    return [reply.statusCode, reply.headers['retry-after'], reply.json().Status]
  }
  expect(await ask('ready')).toEqual([200, undefined, 'ready'])
  announceStop()
  expect(await ask('ready')).toEqual([503, '1', 'the server is stopping'])
  expect(await ask('live')).toEqual([200, undefined, 'live'])
  await app.close()
})
