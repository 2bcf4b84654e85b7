import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createGracefulClose } from './graceful-close.ts'
import { createHttp } from './http.ts'

const GRACE_MS = 1_000
/** Far below the grace period, and long enough for a busy machine. */
const AT_ONCE_MS = 700

/** A server whose reply takes `answerMs`, and plain TCP connections to it. */
async function serving(answerMs = 0) {
  const app = await createHttp({ logger: false, trustProxy: false, secure: false })
  const end = createGracefulClose(app.server)
  app.get('/', () => wait(answerMs, 'answered'))
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  return {
    connection: async (request = ''): Promise<Socket> => {
      const accepted = once(app.server, 'connection')
      const socket = connect(Number(port), '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      await accepted
      if (request) await new Promise((done) => socket.write(request, done))
      return socket
    },
    /** Closes it and returns the duration in ms. */
    end: async () => {
      const began = performance.now()
      await end(() => app.close(), GRACE_MS)
      return performance.now() - began
    },
  }
}
const REQUEST = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'

test('closes connections without a request and idle ones at once', async () => {
  const { connection, end } = await serving()
  await connection()
  const answered = await connection(REQUEST)
  await once(answered, 'data')
  expect(await end()).toBeLessThan(AT_ONCE_MS)
})

test('completes a running request while it closes idle connections', async () => {
  const { connection, end } = await serving(300)
  await connection()
  const asking = await connection(REQUEST)
  await wait(50)
  const [took, answer] = await Promise.all([end(), text(asking)])
  expect(answer).toMatch(/^HTTP\/1.1 200[\s\S]*answered$/)
  expect(took).toBeLessThan(AT_ONCE_MS)
})

test('ends a request that exceeds the grace period', async () => {
  const { connection, end } = await serving()
  await connection('GET / HTTP/1.1\r\nhost:')
  await wait(50)
  const took = await end()
  expect(took).toBeGreaterThan(GRACE_MS - 50)
  expect(took).toBeLessThan(GRACE_MS + AT_ONCE_MS)
})
