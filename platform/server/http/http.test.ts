import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type BoundApp, boundApp, type TestServer, testServer } from '#apps/server/testing/server.ts'
import { operation } from '#platform/operation.ts'
import { Failure, Id } from '#platform/wire.ts'
import { t } from '../messages.ts'
import { COMMIT_UNANSWERED } from '../postgres/db.ts'
import { createHttp } from './http.ts'
import { Refusal } from './refusal.ts'

const Echo = z.object({ Said: z.string() })
const line = { access: 'public', summary: 'a test', output: Echo } as const
const ops = {
  echo: operation('POST', '/test/say', { ...line, input: z.object({ Word: z.string().default('nothing') }) }),
  small: operation('POST', '/test/small', { ...line, input: z.object({ Word: z.string() }), bodyLimit: 100 }),
  remove: operation('DELETE', '/test/thing/{Id}', { ...line, params: z.object({ Id }) }),
  fault: operation('GET', '/test/fault', line),
  long: operation('GET', '/test/long', line),
  fails: operation('GET', '/test/fails', line),
  failsAsOauth: operation('POST', '/test/oauth', { ...line, form: true }),
}
const ID = '01890000-0000-7000-8000-000000000001'

/** The error of the operations that fail. */
let failure: unknown
let server: TestServer
let bound: BoundApp
let address: string
beforeAll(async () => {
  server = await testServer()
  bound = await boundApp(server, (route) => {
    route(ops.echo, ({ input }) => ({ Said: input.Word }))
    route(ops.small, ({ input }) => ({ Said: input.Word }))
    route(ops.remove, ({ params }) => ({ Said: params.Id }))
    route(ops.fault, () => {
      throw new Error('select secret from passwords')
    })
    for (const op of [ops.fails, ops.failsAsOauth])
      route.withoutTransaction(op, () => {
        throw failure
      })
    route(ops.long, () => ({ Said: 'parcel '.repeat(1000) }))
  })
  address = await bound.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await bound.stop()
  await server.stop()
})

const ask = (options: InjectOptions) => bound.app.inject(options)
const post = (url: string, payload: string, type = 'application/json') =>
  ask({ method: 'POST', url, payload, headers: { 'content-type': type } })

describe('every error has the same shape:', () => {
  test.each<[string, InjectOptions, number, string]>([
    ['an unknown path', { url: '/api/nowhere' }, 404, 'MsgNotFound'],
    ['an unknown method of a path', { method: 'PUT', url: '/api/test/say', payload: {} }, 404, 'MsgNotFound'],
    ['JSON that breaks off', json('{"word":'), 400, 'MsgBadInput'],
    ['JSON with a prototype in it', json('{"__proto__":{"word":"x"}}'), 400, 'MsgBadInput'],
    ['a body that is not an object', json('[]'), 400, 'MsgBadInput'],
    ['a wrong type', json('{"word":7}'), 400, 'MsgBadInput'],
    ['endless nesting', json(`{"word":${'['.repeat(50_000)}${']'.repeat(50_000)}}`), 400, 'MsgBadInput'],
    ['an unsupported content type', json('<word/>', 'application/xml'), 400, 'MsgBadInput'],
    ['plain text', json('word', 'text/plain'), 400, 'MsgBadInput'],
    ['an invalid content type', json('word', ';;;'), 400, 'MsgBadInput'],
    ['a body above a megabyte', json(JSON.stringify({ word: 'x'.repeat(1_100_000) })), 413, 'MsgTooLarge'],
    [
      'a body above the limit of its operation',
      { ...json(`{"word":"${'x'.repeat(100)}"}`), url: '/api/test/small' },
      413,
      'MsgTooLarge',
    ],
    ['a path that cannot be decoded', { method: 'DELETE', url: '/api/test/thing/%' }, 400, 'MsgBadInput'],
    ['a path parameter that is too long', { method: 'DELETE', url: `/api/test/thing/${'x'.repeat(501)}` }, 400, 'MsgBadInput'],
    ['an invalid id', { method: 'DELETE', url: '/api/test/thing/7' }, 400, 'MsgBadInput'],
    ['a defect of the server', { url: '/api/test/fault' }, 500, 'MsgUnexpected'],
  ])('%s', async (_, options, status, code) => {
    const reply = await ask(options)
    expect([reply.statusCode, reply.json().Code]).toEqual([status, code])
    expect(Failure.strict().parse(reply.json()).Message).not.toBe('')
  })

  test('errors and replies must not be cached', async () => {
    for (const url of ['/api/test/fault', '/api/test/long'])
      expect((await ask({ url })).headers['cache-control'], url).toBe('no-store')
  })

  test('the reply for a defect has no details', async () => {
    const { body } = await ask({ url: '/api/test/fault' })
    expect(body).not.toMatch(/secret|Error:|\.ts/)
  })

  test('names the invalid field', async () => {
    expect((await ask(json('{"word":7}'))).json()).toMatchObject({ Field: 'Word', Message: 'Word must be a string.' })
  })
})

function json(payload: string, type = 'application/json'): InjectOptions {
  return { method: 'POST', url: '/api/test/say', payload, headers: { 'content-type': type } }
}

test.each(['/api/test/say', '/api/Test/SAY', '/API/test/say', '/api/test/say/', '/api//test/say', '/api/TEST/say/?x=1'])(
  'matches an address in any case, with or without a trailing slash: %s',
  async (url) => {
    const reply = await post(url, '{"word":"hello"}')
    expect([reply.statusCode, reply.json()]).toEqual([200, { Said: 'hello' }])
  },
)

test('keeps the case of path parameters', async () => {
  const { body } = await bound.ask(operation('DELETE', '/TEST/Thing/{Id}', { ...line, params: z.object({ Id }) }), {
    params: { Id: ID },
  })
  expect(body).toEqual({ Said: ID })
})

describe('treats an empty body as no body', () => {
  test.each<[string, InjectOptions]>([
    ['with DELETE', { method: 'DELETE', url: `/api/test/thing/${ID}`, headers: { 'content-type': 'application/json' } }],
    ['with DELETE and without a content type', { method: 'DELETE', url: `/api/test/thing/${ID}` }],
    ['with POST', { method: 'POST', url: '/api/test/say', headers: { 'content-type': 'application/json' } }],
    ['with POST and without a content type', { method: 'POST', url: '/api/test/say' }],
    ['with POST and a content length', { ...json(''), headers: { 'content-type': 'application/json', 'content-length': '0' } }],
  ])('%s', async (_, options) => {
    expect((await ask(options)).statusCode).toBe(200)
  })
})

test('accepts a body with a character set', async () => {
  expect((await post('/api/test/say', '{"word":"é"}', 'application/json; charset=utf-8')).json()).toEqual({ Said: 'é' })
})

test('compresses long replies in an encoding of the client, short ones not', async () => {
  const get = (url: string, encoding: string) => ask({ url, headers: { 'accept-encoding': encoding } })
  const [br, gzip, plain] = [
    await get('/api/test/long', 'gzip, br'),
    await get('/api/test/long', 'gzip'),
    await get('/api/test/long', ''),
  ]
  expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
  expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 10)
  expect((await get('/api/nowhere', 'br')).headers['content-encoding']).toBeUndefined()
})

test('sets the security headers on every reply', async () => {
  for (const url of ['/api/test/long', '/api/nowhere', '/api/test/fault']) {
    const { headers } = await ask({ url })
    expect(headers['content-security-policy']).toContain(`script-src 'self'`)
    expect(headers['content-security-policy']).not.toContain(`'unsafe-eval'`)
    expect(headers['content-security-policy']).toContain(`worker-src 'self' blob:;`)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['strict-transport-security']).toBeUndefined()
  }
})

test('allows only the configured external sources', async () => {
  const script = ['https://captcha.test/api/']
  const app = await createHttp({ logger: false, trustProxy: false, secure: false, sources: { script, frame: [], connect: [] } })
  expect((await app.inject('/')).headers['content-security-policy']).toContain(
    `script-src 'self' 'wasm-unsafe-eval' ${script[0]};`,
  )
  expect((await ask({ url: '/api/nowhere' })).headers['content-security-policy']).not.toContain('https:')
})

test('sends Strict-Transport-Security when PUBLIC_URL is https', async () => {
  const app = await createHttp({ logger: false, trustProxy: false, secure: true })
  expect((await app.inject('/')).headers['strict-transport-security']).toMatch(/max-age=\d+/)
  await app.close()
})

test('redirects to https when a trusted proxy reports a plain request, except for health checks', async () => {
  const publicUrl = 'https://parcels.example'
  const app = await createHttp({ logger: false, trustProxy: 'loopback', secure: true, publicUrl })
  app.get('/health/live', () => 'yes')
  const by = (proto: string, url: string) => app.inject({ url, headers: { 'x-forwarded-proto': proto } })
  const plain = await by('http', '/portal/?a=b')
  expect([plain.statusCode, plain.headers.location]).toEqual([308, `${publicUrl}/portal/?a=b`])
  expect((await by('https', '/portal/')).statusCode).toBe(404)
  expect((await by('http', '/health/live')).statusCode).toBe(200)
  expect((await app.inject('/portal/')).statusCode).toBe(404)
  await app.close()
})

test('rejects input that is not HTTP and keeps serving', async () => {
  const { port } = new URL(address)
  for (const garbage of [
    '\x16\x03\x01\x00\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    `GET / HTTP/1.1\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`,
  ]) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(garbage)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 4\d\d /)
  }
  expect((await post('/api/test/say', '{}')).statusCode).toBe(200)
})

describe('a body that is too large', () => {
  const MEGABYTE = 1024 * 1024
  const body = JSON.stringify({ word: 'x'.repeat(8 * MEGABYTE) })
  const type = { 'content-type': 'application/json' }
  const url = () => `${address}/api/test/say`

  test('is refused with 413 to a client that sends it by fetch, with and without its length', async () => {
    const stream = () => new Blob([body]).stream()
    const replies = await Promise.all(
      [{ body }, { body: stream(), duplex: 'half' }].map((one) => fetch(url(), { method: 'POST', headers: type, ...one })),
    )
    for (const reply of replies) expect([reply.status, (await reply.json()).Code]).toEqual([413, 'MsgTooLarge'])
  })

  test('is refused with 413 to a client that reads only after it has sent everything', async () => {
    const { port } = new URL(address)
    const socket = connect(Number(port), '127.0.0.1').pause()
    socket.write(
      `POST /api/test/say HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
    )
    await new Promise<void>((sent, failed) => socket.write(body, (error) => (error ? failed(error) : sent())))
    expect(await text(socket)).toMatch(/^HTTP\/1.1 413 [\s\S]*MsgTooLarge/)
  })

  test('above ten megabytes is refused before it is received', async () => {
    const sending = httpRequest(url(), { method: 'POST', headers: { ...type, 'content-length': 11 * MEGABYTE } })
    sending.on('error', () => {})
    sending.write('{')
    const [reply] = (await once(sending, 'response')) as [IncomingMessage]
    expect([reply.statusCode, reply.headers.connection]).toEqual([413, 'close'])
    sending.destroy()
  })
})

describe('every 503 has Retry-After:', () => {
  const withCode = (code: string, more = {}) => Object.assign(new Error('failed'), { code, ...more })
  test.each<[string, unknown]>([
    ['a refusal', new Refusal(503, t('MsgBusy'))],
    ...['40001', '40P01', '55P03', '57014', '53300', '57P01', '57P02', '57P03'].map((code): [string, unknown] => [
      `PostgreSQL's ${code}`,
      withCode(code),
    ]),
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].map((code): [string, unknown] => [code, withCode(code)]),
    ...['ENOENT', 'EAGAIN', 'ETIMEDOUT'].map((code): [string, unknown] => [
      `${code} of a new connection`,
      withCode(code, { syscall: 'connect' }),
    ]),
    ['an unknown host', withCode('EAI_AGAIN', { syscall: 'getaddrinfo' })],
    ['a commit without a reply', withCode(COMMIT_UNANSWERED)],
    ...[
      'Query read timeout',
      'timeout exceeded when trying to connect',
      'Connection terminated due to connection timeout',
      'Connection terminated unexpectedly',
      'Client has encountered a connection error and is not queryable',
    ].map((message): [string, unknown] => [`'${message}'`, new Error(message)]),
  ])('%s', async (_, error) => {
    failure = error
    for (const op of [ops.fails, ops.failsAsOauth]) {
      const reply = await ask({ method: op.method, url: `/api${op.path}` })
      expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '1'])
    }
  })
})

test('a body that comes too slowly is refused soon after the time-out, and its connection is closed', async () => {
  const app = await createHttp({ logger: false, trustProxy: false, secure: false, requestTimeout: 500 })
  app.post('/slow', () => ({}))
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const began = performance.now()
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('POST /slow HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{')
  expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /)
  expect(performance.now() - began).toBeGreaterThanOrEqual(500)
  await app.close()
})
