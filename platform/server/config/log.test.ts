import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createHttp } from '../http/http.ts'
import { createLog } from './log.ts'

/** A log and the lines that were written to it. */
function logging(level: string) {
  const lines: string[] = []
  return { log: createLog(level, { write: (line) => lines.push(line) }), lines }
}

test('secrets, PINs and access codes are blanked, as deep as they are logged', () => {
  const { log, lines } = logging('info')
  const secret = {
    password: 's3cret',
    Pin: 's3cret',
    lockerAccessCode: 's3cret',
    headers: { authorization: 's3cret', cookie: 's3cret' },
  }
  log.info({ ...secret, input: secret }, 'said')
  log.warn(
    { err: Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(s3cret) already exists.', code: '23505' }) },
    'refused',
  )
  expect(lines.join()).not.toContain('s3cret')
  expect(lines.join()).toContain('duplicate key')
  expect(JSON.parse(lines[1]!)).toMatchObject({ err: { code: '23505' } })
})

test('of an error no more is told than its kind, words, place and code, of those behind it too', () => {
  const { log, lines } = logging('info')
  const behind = Object.assign(new TypeError('behind it'), { client: { connectionParameters: { password: 's3cret' } } })
  const error = new AggregateError([Object.assign(new Error('one of them', { cause: behind }), { query: 's3cret' })], 'several')
  log.warn({ err: Object.assign(error, { client: behind.client }) }, 'refused')
  expect(lines.join()).not.toContain('s3cret')
  expect(JSON.parse(lines[0]!).err).toEqual({
    type: 'AggregateError',
    message: 'several',
    stack: expect.stringContaining('log.test.ts'),
    errors: [
      {
        type: 'Error',
        message: 'one of them',
        stack: expect.stringContaining('log.test.ts'),
        cause: { type: 'TypeError', message: 'behind it', stack: expect.stringContaining('log.test.ts') },
      },
    ],
  })
})

test('a request is logged at debug only, by its route and not by its address, which may hold a name', async () => {
  for (const [level, expected] of [
    ['debug', 1],
    ['info', 0],
  ] as const) {
    const { log, lines } = logging(level)
    const app = await createHttp({ logger: log, trustProxy: false, secure: false })
    app.get('/resident/:unit', () => 'ok')
    await app.inject({ url: '/resident/12A?name=Lovelace', headers: { authorization: 'Bearer s3cret' } })
    await app.inject({ url: '/nowhere/Lovelace' })
    await app.close()
    expect(lines.filter((line) => line.includes('"route":"/resident/:unit"'))).toHaveLength(expected)
    expect(lines.join()).not.toMatch(/Lovelace|12A|s3cret/)
  }
})

/** Long enough to be compressed piece by piece. */
const LONG = Array.from({ length: 100_000 }, (_, i) => i).join()

test.each(['GET', 'POST'] as const)('a client that leaves before its answer is no fault: %s', async (method) => {
  const { log, lines } = logging('debug')
  const app = await createHttp({ logger: log, trustProxy: false, secure: false })
  const url = '/long'
  app.route({
    method,
    url,
    handler: async (_request, reply) => reply.type('text/plain').send(await wait(100, LONG)),
  })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  const [type, body] = method === 'POST' ? ['content-type: application/json\r\ncontent-length: 2\r\n', '{}'] : ['', '']
  socket.write(`${method} ${url} HTTP/1.1\r\nhost: x\r\naccept-encoding: br\r\n${type}\r\n${body}`)
  await wait(50)
  socket.destroy()
  await vi.waitFor(() => expect(lines.join()).toContain('the client left before its answer'))
  await app.close()
  expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30)).toEqual([])
})

test.each(['br', 'gzip'])('a client that leaves in the middle of a compressed answer is no fault: %s', async (encoding) => {
  const { log, lines } = logging('debug')
  const app = await createHttp({ logger: log, trustProxy: false, secure: false })
  // More than all that lies between here and there can take.
  const endless = randomBytes(15_000_000).toString('base64')
  app.get('/long', (_request, reply) => reply.type('text/plain').send(endless))
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`GET /long HTTP/1.1\r\nhost: x\r\naccept-encoding: ${encoding}\r\n\r\n`)
  await once(socket, 'data')
  socket.destroy()
  await vi.waitFor(() => expect(lines.join()).toContain('the client left before its answer'), { timeout: 10_000 })
  await app.close()
  expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30)).toEqual([])
})

test('an answer that broke off on our side is told as such', async () => {
  const { log, lines } = logging('info')
  const app = await createHttp({ logger: log, trustProxy: false, secure: false })
  app.get('/half', (_request, reply) => {
    const half = new Readable({ read: () => {} })
    half.push('half of it')
    setTimeout(() => half.destroy(), 50)
    return reply.type('text/event-stream').send(half)
  })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  await expect(fetch(`${address}/half`).then((reply) => reply.text())).rejects.toThrow()
  await app.close()
  expect(lines.join()).toContain('the answer broke off')
})
