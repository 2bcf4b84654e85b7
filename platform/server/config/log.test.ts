import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { soon } from '#platform/server/testing/waiting.ts'
import { createHttp } from '../http/http.ts'
import { createLog } from './log.ts'

/** A log and its lines. */
function logging(level: string) {
  const lines: string[] = []
  return { log: createLog(level, { write: (line) => lines.push(line) }), lines }
}

test('redacts secrets, PINs and access codes at every logged depth', () => {
  const { log, lines } = logging('info')
  const secret = {
    password: 's3cret',
    Pin: 's3cret',
    lockerAccessCode: 's3cret',
    headers: { authorization: 's3cret', cookie: 's3cret' },
  }
  log.info({ ...secret, input: secret }, 'message')
  log.warn(
    { err: Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(s3cret) already exists.', code: '23505' }) },
    'refused',
  )
  expect(lines.join()).not.toContain('s3cret')
  expect(lines.join()).toContain('duplicate key')
  expect(JSON.parse(lines[1]!)).toMatchObject({ err: { code: '23505' } })
})

test('logs only type, message, stack and code of an error and of its causes', () => {
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

test('logs requests at level debug, by route instead of URL', async () => {
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

/** Large enough to be compressed in several chunks. */
const LONG = Array.from({ length: 100_000 }, (_, i) => i).join()

test.each(['GET', 'POST'] as const)(
  'does not treat a client that disconnects before its reply as an error: %s',
  async (method) => {
    const { log, lines } = logging('debug')
    const app = await createHttp({ logger: log, trustProxy: false, secure: false })
    onTestFinished(() => app.close())
    const url = '/long'
    const asked = Promise.withResolvers<void>()
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        asked.resolve()
        await once(request.raw.socket, 'close')
        return reply.type('text/plain').send(LONG)
      },
    })
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(port), '127.0.0.1')
    const [type, body] = method === 'POST' ? ['content-type: application/json\r\ncontent-length: 2\r\n', '{}'] : ['', '']
    socket.write(`${method} ${url} HTTP/1.1\r\nhost: x\r\naccept-encoding: br\r\n${type}\r\n${body}`)
    await asked.promise
    socket.destroy()
    await soon(() => expect(lines.join()).toContain('client disconnected before the reply'))
    await app.close()
    expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30)).toEqual([])
  },
)

test.each(['br', 'gzip'])(
  'does not treat a client that disconnects during a compressed reply as an error: %s',
  async (encoding) => {
    const { log, lines } = logging('debug')
    const app = await createHttp({ logger: log, trustProxy: false, secure: false })
    onTestFinished(() => app.close())
    // More than all buffers on the way can hold.
    const endless = randomBytes(15_000_000).toString('base64')
    app.get('/long', (_request, reply) => reply.type('text/plain').send(endless))
    const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`GET /long HTTP/1.1\r\nhost: x\r\naccept-encoding: ${encoding}\r\n\r\n`)
    await once(socket, 'data')
    socket.destroy()
    await soon(() => expect(lines.join()).toContain('client disconnected before the reply'))
    await app.close()
    expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30)).toEqual([])
  },
)

test('logs a reply that the server aborted', async () => {
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
  expect(lines.join()).toContain('reply failed')
})
