import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'
import { readSecret, storedSecret } from './data-dir.ts'

/** Length of the encryption key of secrets at rest (AES-256). */
const KEY_BYTES = 32
/** Listed, so that a misspelt 'production' does not start with the demo accounts. */
const ENVIRONMENTS = ['development', 'test', 'production'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal']

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((n) => n <= 65535)
const nonEmpty = z.string().trim().min(1)
/** Parses an address; null if invalid. A database address on a Unix socket has no host, which URL rejects. */
export const readAddress = (text: string): URL | null => URL.parse(text.replace('@/', '@localhost/'))
const addressOf = (...schemes: string[]) => nonEmpty.refine((text) => schemes.includes(readAddress(text)?.protocol ?? ''))
const onOrOff = z
  .enum(['on', 'true', '1', 'yes', 'off', 'false', '0', 'no'])
  .transform((word) => ['on', 'true', '1', 'yes'].includes(word))
const key = z
  .string()
  .transform((text) => Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64'))
  .refine((bytes) => bytes.length === KEY_BYTES && bytes.some((byte) => byte !== bytes[0]))
const proxies = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine((list) => list.every(isProxy))

/** Names or addresses, without a scheme or a port. */
const hosts = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine((list) => list.every((one) => isIP(one) !== 0 || /^[\w-]+(\.[\w-]+)*$/.test(one)))

const origins = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine((list) => list.every((one) => /^https?:/.test(one) && URL.parse(one)?.origin === one))

function isProxy(name: string): boolean {
  const [ip = '', bits, ...rest] = name.split('/')
  const most = isIP(ip) === 4 ? 32 : 128
  const address = isIP(ip) !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  return address || PROXY_NAMES.includes(name)
}

type Variable<T> = {
  readonly schema: z.ZodType<T, string>
  /** The end of the message '<name> must be …'. */
  readonly must: string
  /** The default as written in the environment; undefined where an absent value has a meaning. */
  readonly default?: string
  /** Shown in the README instead of a default. */
  readonly unset?: string
  readonly meaning: string
}

const variable = <T>(line: Variable<T>) => line

/** Every environment variable that the program reads; the table of the README is generated from it. */
const VARIABLES = {
  NODE_ENV: variable({
    schema: z.enum(ENVIRONMENTS),
    must: `one of ${ENVIRONMENTS.join(', ')}`,
    default: 'development',
    meaning: '`production` switches the demo off and requires a `SECRET_KEY`.',
  }),
  PORT: variable({
    schema: port,
    must: 'a port from 0 (any free one) to 65535',
    default: '8080',
    meaning: 'Port of the site, the portal, the kiosks and the API.',
  }),
  HOST: variable({
    schema: nonEmpty.refine((host) => URL.canParse(`http://${hostName(host)}`)),
    must: 'an address to listen on',
    default: '127.0.0.1',
    meaning: 'Address to listen on; `0.0.0.0` or `::` for all.',
  }),
  PUBLIC_URL: variable({
    schema: addressOf('http:', 'https:'),
    must: 'an http:// or https:// address',
    unset: '`http://HOST:PORT`',
    meaning: 'Address at which people and kiosks reach the server; with https:// all requests must use https.',
  }),
  DATA_DIR: variable({
    schema: nonEmpty,
    must: 'a folder',
    default: './data',
    meaning: 'Folder of the embedded database and of the secrets that are created at first start.',
  }),
  DATABASE_URL: variable({
    schema: addressOf('postgres:', 'postgresql:'),
    must: 'a postgres:// address',
    unset: 'embedded PostgreSQL in `DATA_DIR`',
    meaning: 'PostgreSQL 15 or newer, as a role that owns nothing and is subject to row-level security.',
  }),
  DATABASE_OWNER_URL: variable({
    schema: addressOf('postgres:', 'postgresql:'),
    must: 'a postgres:// address',
    unset: 'the schema is not changed at start',
    meaning: 'The same database as the role that owns the tables; migrations run with it at start.',
  }),
  MQTT_URL: variable({
    schema: addressOf('mqtt:', 'mqtts:'),
    must: 'an mqtt:// or mqtts:// address',
    unset: 'embedded broker',
    meaning:
      "The kiosks' MQTT broker: Mosquitto with the dynamic-security plugin, with user name and password of its administrator.",
  }),
  MQTT_PORT: variable({
    schema: port,
    must: 'a port from 0 (any free one) to 65535',
    default: '1883',
    meaning: 'TCP port of the embedded broker; WebSocket connections use `/mqtt` of the HTTP server.',
  }),
  SMTP_URL: variable({
    schema: addressOf('smtp:', 'smtps:'),
    must: 'an smtp:// or smtps:// address',
    unset: 'e-mails are only written to the outbox folder',
    meaning: 'Mail server (SMTP).',
  }),
  MAIL_FROM: variable({
    schema: nonEmpty.regex(/^[^\r\n]*@[^\r\n]+$/),
    must: 'an e-mail address',
    unset: '`no-reply@` and the host of `PUBLIC_URL`',
    meaning: 'Sender of e-mails.',
  }),
  RECAPTCHA_SITE_KEY: variable({
    schema: nonEmpty,
    must: 'a key',
    unset: 'ALTCHA, built in',
    meaning: 'Site key of Google reCAPTCHA v3 for the self-registration forms.',
  }),
  RECAPTCHA_SECRET_KEY: variable({
    schema: nonEmpty,
    must: 'a key',
    unset: 'ALTCHA',
    meaning: 'The secret key of `RECAPTCHA_SITE_KEY`.',
  }),
  SMS_API_URL: variable({
    schema: addressOf('http:', 'https:'),
    must: 'an http:// or https:// address',
    default: 'https://api.twilio.com',
    meaning: 'Base address of the SMS service, which has Twilio’s HTTP API.',
  }),
  ALLOWED_HOSTS: variable({
    schema: hosts,
    must: 'a comma list of host names and IP addresses',
    unset: 'none',
    meaning:
      'Hosts in private networks that identity providers (also at http:// addresses) and servers of imports may have. All other private addresses are refused.',
  }),
  TRUST_PROXY: variable({
    schema: proxies,
    must: `a comma list of addresses, ranges such as 10.0.0.0/8, or ${PROXY_NAMES.join(', ')}`,
    unset: 'no proxy',
    meaning: 'Proxies whose forwarded client address is trusted.',
  }),
  REPORT_VIEWER_ORIGINS: variable({
    schema: origins,
    must: 'a comma list of origins such as https://intranet.example',
    unset: 'none',
    meaning: 'Origins of other pages that may show the [report viewer](docs/report-viewer.md), and of its templates.',
  }),
  DEMO: variable({
    schema: onOrOff,
    must: 'on or off',
    unset: '`on`, in production `off`',
    meaning: 'Creates the demo organisations and their users in an empty database.',
  }),
  DEMO_PASSWORD: variable({
    schema: nonEmpty,
    must: 'a password',
    unset: 'created at first start',
    meaning: 'Password of the demo users; the start refuses one that a user could not choose.',
  }),
  SECRET_KEY: variable({
    schema: key,
    must: `${KEY_BYTES} random bytes, as base64 or hex`,
    unset: 'created at first start; required in production',
    meaning: 'Key that encrypts secrets in the database and signs tokens. Store it apart from the backups.',
  }),
  DRAIN_SECONDS: variable({
    schema: z
      .string()
      .regex(/^\d{1,3}(\.\d)?$/)
      .transform(Number),
    must: 'a number of seconds below 1000',
    default: '0',
    meaning: 'Time between a stop signal, at which `/health/ready` turns to 503, and the stop, for load balancers to notice.',
  }),
  LOG_LEVEL: variable({
    schema: z.enum(LOG_LEVELS),
    must: `one of ${LOG_LEVELS.join(', ')}`,
    default: 'info',
    meaning: 'Lowest level that is logged.',
  }),
}

/** The variables as rows for the README: name, default, meaning. */
export const settingsTable: readonly (readonly [name: string, unset: string, meaning: string])[] = Object.entries(VARIABLES).map(
  ([name, { default: value, unset, meaning }]: [string, Variable<unknown>]) => [name, unset ?? `\`${value}\``, meaning],
)

export type Settings = Readonly<ReturnType<typeof readSettings>>
type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the environment. The error for an invalid value names the variable, not the value, which may be a secret. Outside
 * production `secretKey` is the one stored in DATA_DIR, or undefined before the first start: reading settings creates nothing.
 */
export function readSettings(env: Environment = process.env) {
  const production = required('NODE_ENV', env) === 'production'
  const host = required('HOST', env)
  const listenPort = required('PORT', env)
  const publicUrl = (optional('PUBLIC_URL', env) ?? `http://${hostName(host)}:${listenPort}`).replace(/\/+$/, '')
  const dataDir = required('DATA_DIR', env)
  const databaseUrl = optional('DATABASE_URL', env)
  const databaseOwnerUrl = optional('DATABASE_OWNER_URL', env)
  if (production && optional('DEMO', env))
    throw new Error('DEMO must be off in production: the passwords of the demo are printed at every start.')
  if (databaseOwnerUrl && !databaseUrl) throw new Error('DATABASE_OWNER_URL requires DATABASE_URL.')
  const siteKey = optional('RECAPTCHA_SITE_KEY', env)
  const recaptchaSecret = optional('RECAPTCHA_SECRET_KEY', env)
  if (Boolean(siteKey) !== Boolean(recaptchaSecret))
    throw new Error('RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET_KEY must be set together.')
  const rest = {
    recaptcha: siteKey && recaptchaSecret ? { siteKey, secretKey: recaptchaSecret } : undefined,
    mqttUrl: optional('MQTT_URL', env),
    mqttPort: required('MQTT_PORT', env),
    smtpUrl: optional('SMTP_URL', env),
    mailFrom: optional('MAIL_FROM', env) ?? `no-reply@${new URL(publicUrl).hostname}`,
    smsApiUrl: required('SMS_API_URL', env).replace(/\/+$/, ''),
    allowedHosts: optional('ALLOWED_HOSTS', env),
    trustProxy: optional('TRUST_PROXY', env),
    viewerOrigins: optional('REPORT_VIEWER_ORIGINS', env),
    demo: optional('DEMO', env) ?? !production,
    demoPassword: optional('DEMO_PASSWORD', env),
    drainSeconds: required('DRAIN_SECONDS', env),
    logLevel: required('LOG_LEVEL', env),
  }
  const secretKey = optional('SECRET_KEY', env) ?? storedKey(production, dataDir)
  const settings = { production, host, port: listenPort, publicUrl, dataDir, databaseUrl, databaseOwnerUrl, secretKey, ...rest }
  return Object.freeze(settings)
}

type Name = keyof typeof VARIABLES
type Value<N extends Name> = z.output<(typeof VARIABLES)[N]['schema']>

/** The value of a variable; undefined if it is unset or empty and has no default. */
function optional<N extends Name>(name: N, env: Environment): Value<N> | undefined {
  const line: Variable<unknown> = VARIABLES[name]
  const text = env[name]?.trim() || line.default
  if (text === undefined) return undefined
  const parsed = line.schema.safeParse(text)
  if (!parsed.success) throw new Error(`${name} must be ${line.must}.`)
  return parsed.data as Value<N>
}

/** The value of a variable with a default. */
const required = <N extends Name>(name: N, env: Environment) => optional(name, env) as Value<N>

/** The host name in a URL of this machine for a listening address. */
function hostName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIP(host) === 6 ? `[${host}]` : host
}

const KEY_FILE = 'secret-key'

function storedKey(production: boolean, dataDir: string): Buffer | undefined {
  if (production) throw new Error(`SECRET_KEY must be set in production: ${VARIABLES.SECRET_KEY.must}.`)
  const stored = readSecret(dataDir, KEY_FILE)
  return stored === undefined ? undefined : parsedKey(stored, dataDir)
}

/** Creates the secret key of a new installation in DATA_DIR, and returns it. */
export const createSecretKey = (dataDir: string): Buffer =>
  parsedKey(
    storedSecret(dataDir, KEY_FILE, () => randomBytes(KEY_BYTES).toString('base64')),
    dataDir,
  )

function parsedKey(stored: string, dataDir: string): Buffer {
  const parsed = key.safeParse(stored)
  if (!parsed.success) throw new Error(`The file ${KEY_FILE} in DATA_DIR ${dataDir} must contain ${VARIABLES.SECRET_KEY.must}.`)
  return parsed.data
}
