import { expect, onTestFinished, test, vi } from 'vitest'
import { createHttp } from '#platform/server/http/http.ts'
import { FULL_SECONDS } from '#platform/server/http/refusal.ts'
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

test('a full disk is a 503 with a sentence for who saves, and makes the server not ready for a while', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = await createHttp({ logger: false, trustProxy: false, secure: false })
  onTestFinished(() => app.close())
  app.post('/save', async () => {
    throw Object.assign(new Error('could not extend file "base/1/2": No space left on device'), { code: '53100' })
  })
  healthRoutes(app, { pool: { query: async () => {} } } as unknown as Database)
  const ready = async () => (await app.inject('/health/ready')).json().Status
  expect(await ready()).toBe('ready')
  const saved = await app.inject({ method: 'POST', url: '/save' })
  expect([saved.statusCode, saved.headers['retry-after'], saved.json()]).toEqual([
    503,
    '15',
    expect.objectContaining({ Message: 'Nothing can be saved: the disk of the server is full. Please try again later.' }),
  ])
  expect(await ready()).toBe('the disk is full')
  vi.advanceTimersByTime(FULL_SECONDS * 1000)
  expect(await ready()).toBe('ready')
})
