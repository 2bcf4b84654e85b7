import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { soon } from '#platform/server/testing/waiting.ts'
import { createGracefulClose } from './graceful-close.ts'
import { createHttp } from './http.ts'

/** Longer than a test may take: what ends before it does not wait for it. */
const GRACE_MS = 60_000

/** A server whose reply takes `answerMs`, and plain TCP connections to it. */
async function serving(answerMs = 0) {
  const app = await createHttp({ logger: false, trustProxy: false, secure: false })
  const closing = createGracefulClose(app.server)
  const asked = Promise.withResolvers<void>()
  app.get('/', () => {
    asked.resolve()
    return wait(answerMs, 'answered')
  })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  return {
    /** Resolves once a request runs. */
    asked: asked.promise,
    connection: async (request = ''): Promise<Socket> => {
      const accepted = once(app.server, 'connection')
      const socket = connect(Number(port), '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      const [there] = (await accepted) as [Socket]
      if (request) socket.write(request)
      await soon(() => expect(there.bytesRead).toBe(request.length))
      return socket
    },
    closeAfterReplies: closing.closeAfterReplies,
    /** Closes it and returns the duration in ms. */
    end: async (graceMs = GRACE_MS) => {
      const began = performance.now()
      await closing.end(() => app.close(), graceMs)
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
  await end()
  expect(answered.destroyed || answered.readableEnded || (await once(answered, 'close'))).toBeTruthy()
})

test('completes a running request while it closes idle connections', async () => {
  const { connection, asked, end } = await serving(300)
  await connection()
  const asking = await connection(REQUEST)
  await asked
  const [, answer] = await Promise.all([end(), text(asking)])
  expect(answer).toMatch(/^HTTP\/1.1 200[\s\S]*answered$/)
})

test('closes connections after their replies once that is asked for, and still accepts new ones', async () => {
  const { connection, closeAfterReplies, end } = await serving()
  const before = await connection(REQUEST)
  expect(String((await once(before, 'data'))[0])).not.toMatch(/^connection: close$/im)
  closeAfterReplies()
  const answers = [text(before)]
  before.write(REQUEST)
  answers.push(text(await connection(REQUEST)))
  for (const answer of answers) expect(await answer).toMatch(/^connection: close\r$/im)
  await end()
})

test('ends a request that exceeds the grace period', async () => {
  const { connection, end } = await serving()
  await connection('GET / HTTP/1.1\r\nhost:')
  expect(await end(500)).toBeGreaterThan(450)
})
