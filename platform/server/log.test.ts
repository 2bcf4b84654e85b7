import { expect, test } from 'vitest'
import { createHttp } from './http.ts'
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
