import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createSecretKey, readSettings, settingsTable } from './settings.ts'

const DATA_DIR = temporaryFolder()
afterAll(() => rmSync(DATA_DIR, { recursive: true }))
const KEY = createHash('sha256').update('a test').digest()
const read = (env: Record<string, string>) => readSettings({ DATA_DIR, SECRET_KEY: KEY.toString('hex'), ...env })

test('defaults to a server for this machine with the demo on', () => {
  expect(read({})).toEqual({
    allowedHosts: undefined,
    production: false,
    host: '127.0.0.1',
    port: 8080,
    publicUrl: 'http://127.0.0.1:8080',
    dataDir: DATA_DIR,
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    secretKey: KEY,
    mqttUrl: undefined,
    mqttPort: 1883,
    smsApiUrl: 'https://api.twilio.com',
    smtpUrl: undefined,
    mailFrom: 'no-reply@127.0.0.1',
    trustProxy: undefined,
    demo: true,
    demoPassword: undefined,
    drainSeconds: 0,
    logLevel: 'info',
  })
})

test('treats an empty variable as unset', () => {
  expect(read({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 8080, databaseUrl: undefined })
})

test('returns immutable settings', () => {
  expect(Object.isFrozen(read({}))).toBe(true)
})

test('switches the demo off in production and refuses to switch it on', () => {
  expect(read({ NODE_ENV: 'production' }).demo).toBe(false)
  expect(() => read({ NODE_ENV: 'production', DEMO: 'on' })).toThrow('DEMO must be off in production')
})

test.each([
  [{ HOST: '0.0.0.0', PORT: '9000' }, 'http://localhost:9000'],
  [{ HOST: '::1' }, 'http://[::1]:8080'],
  [{ PUBLIC_URL: 'https://parcels.example/' }, 'https://parcels.example'],
])('derives the public address of %j: %s', (env, address) => {
  expect(read(env).publicUrl).toBe(address)
})

test('sends e-mails from the host of the public address unless a sender is set', () => {
  const PUBLIC_URL = 'https://parcels.example'
  const MAIL_FROM = 'Parcels <desk@parcels.example>'
  expect([read({ PUBLIC_URL }).mailFrom, read({ PUBLIC_URL, MAIL_FROM }).mailFrom]).toEqual([
    'no-reply@parcels.example',
    MAIL_FROM,
  ])
})

test('takes a list of trusted proxies', () => {
  expect(read({ TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::1' }).trustProxy).toEqual(['loopback', '10.0.0.0/8', 'fd00::1'])
})

test('accepts a database address with a socket', () => {
  const DATABASE_URL = 'postgres://app@/parcels?host=/run/postgresql'
  expect(read({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
})

test.each([
  ['PORT', '80a', 'PORT must be a port from 0 (any free one) to 65535.'],
  ['PORT', '65536', 'PORT must be a port from 0 (any free one) to 65535.'],
  ['MQTT_PORT', '-1', 'MQTT_PORT must be a port from 0 (any free one) to 65535.'],
  ['PUBLIC_URL', 'parcels.example', 'PUBLIC_URL must be an http:// or https:// address.'],
  ['DATABASE_URL', 'mysql://x/y', 'DATABASE_URL must be a postgres:// address.'],
  ['MQTT_URL', 'broker', 'MQTT_URL must be an mqtt:// or mqtts:// address.'],
  ['SMTP_URL', 'http://mail', 'SMTP_URL must be an smtp:// or smtps:// address.'],
  ['MAIL_FROM', 'nobody', 'MAIL_FROM must be an e-mail address.'],
  [
    'TRUST_PROXY',
    'true',
    'TRUST_PROXY must be a comma list of addresses, ranges such as 10.0.0.0/8, or loopback, linklocal, uniquelocal.',
  ],
  [
    'TRUST_PROXY',
    '10.0.0.0/33',
    'TRUST_PROXY must be a comma list of addresses, ranges such as 10.0.0.0/8, or loopback, linklocal, uniquelocal.',
  ],
  ['NODE_ENV', 'prod', 'NODE_ENV must be one of development, test, production.'],
  ['HOST', '999.1.1.1', 'HOST must be an address to listen on.'],
  ['DEMO', 'perhaps', 'DEMO must be on or off.'],
  ['SECRET_KEY', 'c2hvcnQ=', 'SECRET_KEY must be 32 random bytes, as base64 or hex.'],
  ['SECRET_KEY', '0'.repeat(64), 'SECRET_KEY must be 32 random bytes, as base64 or hex.'],
  ['SECRET_KEY', Buffer.alloc(32, 7).toString('base64'), 'SECRET_KEY must be 32 random bytes, as base64 or hex.'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
])('refuses %s=%s', (name, value, sentence) => {
  expect(() => read({ [name]: value })).toThrow(new Error(sentence))
})

test("refuses an owner's address without the serving role's", () => {
  expect(() => read({ DATABASE_OWNER_URL: 'postgres://owner@db/x' })).toThrow('DATABASE_OWNER_URL requires DATABASE_URL.')
})

test('requires both keys of reCAPTCHA or neither', () => {
  expect(read({}).recaptcha).toBeUndefined()
  const both = { RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET_KEY: 'secret' }
  expect(read(both).recaptcha).toEqual({ siteKey: 'site', secretKey: 'secret' })
  for (const name of Object.keys(both))
    expect(() => read({ [name]: 'x' })).toThrow('RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET_KEY must be set together.')
})

test('accepts the secret key as hex or base64', () => {
  expect(read({ SECRET_KEY: KEY.toString('base64') }).secretKey).toEqual(KEY)
})

test('reading settings creates no secret key; createSecretKey creates it once, readable only by its owner', () => {
  expect(readSettings({ DATA_DIR }).secretKey).toBeUndefined()
  expect(existsSync(join(DATA_DIR, 'secret-key'))).toBe(false)
  const first = createSecretKey(DATA_DIR)
  expect(first).toHaveLength(32)
  expect(createSecretKey(DATA_DIR)).toEqual(first)
  expect(readSettings({ DATA_DIR }).secretKey).toEqual(first)
  expect(statSync(join(DATA_DIR, 'secret-key')).mode & 0o777).toBe(0o600)
})

test('refuses a damaged secret key file', () => {
  const dir = temporaryFolder()
  writeFileSync(join(dir, 'secret-key'), 'cut')
  expect(() => readSettings({ DATA_DIR: dir })).toThrow(
    `The file secret-key in DATA_DIR ${dir} must contain 32 random bytes, as base64 or hex.`,
  )
  rmSync(dir, { recursive: true })
})

test('requires a secret key in production', () => {
  expect(() => readSettings({ DATA_DIR, NODE_ENV: 'production' })).toThrow(
    'SECRET_KEY must be set in production: 32 random bytes, as base64 or hex.',
  )
})

const readme = join(import.meta.dirname, '../../../README.md')
const text = existsSync(readme) ? readFileSync(readme, 'utf8') : ''
test.runIf(text.includes('`DATA_DIR` |'))('README › lists the variables', () => {
  const lines = settingsTable.map(([name, unset, meaning]) => `| \`${name}\` | ${unset} | ${meaning} |`)
  expect(text).toContain(lines.join('\n'))
})
