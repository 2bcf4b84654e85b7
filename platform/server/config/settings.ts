import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'
import { storedSecret } from './data-dir.ts'

/** Bytes of the key that secrets at rest are encrypted with (AES-256). */
const KEY_BYTES = 32
/** A misspelt 'production' would otherwise start with the demo's accounts. */
const ENVIRONMENTS = ['development', 'test', 'production'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal']

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((n) => n <= 65535)
const words = z.string().trim().min(1)
/** Reads an address; one of a database may leave out its host, as that of a Unix socket does, which URL refuses. */
export const readAddress = (text: string): URL | null => URL.parse(text.replace('@/', '@localhost/'))
const addressOf = (...schemes: string[]) => words.refine((text) => schemes.includes(readAddress(text)?.protocol ?? ''))
const onOrOff = z
  .enum(['on', 'true', '1', 'yes', 'off', 'false', '0', 'no'])
  .transform((word) => ['on', 'true', '1', 'yes'].includes(word))
const key = z
  .string()
  .transform((text) => Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64'))
  .refine((bytes) => bytes.length === KEY_BYTES)
const proxies = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine((list) => list.every(isProxy))

function isProxy(name: string): boolean {
  const [ip = '', bits, ...rest] = name.split('/')
  const most = isIP(ip) === 4 ? 32 : 128
  const address = isIP(ip) !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  return address || PROXY_NAMES.includes(name)
}

type Variable<T> = {
  readonly schema: z.ZodType<T, string>
  /** Ends the sentence '<name> must be …'. */
  readonly must: string
  /** The value, written as in the environment, when it is unset; undefined where the absence means something. */
  readonly standard?: string
  /** What the README says in place of the standard value. */
  readonly unset?: string
  readonly meaning: string
}

const variable = <T>(line: Variable<T>) => line

/** Every variable of the environment that the product reads. The README's table is this one. */
const VARIABLES = {
  NODE_ENV: variable({
    schema: z.enum(ENVIRONMENTS),
    must: `one of ${ENVIRONMENTS.join(', ')}`,
    standard: 'development',
    meaning: '`production` switches the demo off and asks for a `SECRET_KEY`.',
  }),
  PORT: variable({
    schema: port,
    must: 'a port from 0 (any free one) to 65535',
    standard: '8080',
    meaning: 'Port of the site, the portal, the kiosks and the API.',
  }),
  HOST: variable({
    schema: words.refine((host) => URL.canParse(`http://${nameOf(host)}`)),
    must: 'an address to listen on',
    standard: '127.0.0.1',
    meaning: 'Address to listen on; `0.0.0.0` or `::` for all.',
  }),
  PUBLIC_URL: variable({
    schema: addressOf('http:', 'https:'),
    must: 'an http:// or https:// address',
    unset: '`http://HOST:PORT`',
    meaning: 'Address that people and kiosks reach the server at; https is forced when it begins so.',
  }),
  DATA_DIR: variable({
    schema: words,
    must: 'a folder',
    standard: './data',
    meaning: 'Folder of the embedded database and of the secrets that are made at first start.',
  }),
  DATABASE_URL: variable({
    schema: addressOf('postgres:', 'postgresql:'),
    must: 'a postgres:// address',
    unset: 'embedded PostgreSQL in `DATA_DIR`',
    meaning: 'PostgreSQL 15 or newer, as a role that owns nothing and is bound by row security.',
  }),
  DATABASE_OWNER_URL: variable({
    schema: addressOf('postgres:', 'postgresql:'),
    must: 'a postgres:// address',
    unset: 'the schema is not changed at start',
    meaning: 'The same database as the role that owns its tables; migrations run with it at start.',
  }),
  MQTT_URL: variable({
    schema: addressOf('mqtt:', 'mqtts:'),
    must: 'an mqtt:// or mqtts:// address',
    unset: 'embedded broker',
    meaning: "The kiosks' broker, Mosquitto with its dynamic-security plugin, with the name and password of its administrator.",
  }),
  MQTT_PORT: variable({
    schema: port,
    must: 'a port from 0 (any free one) to 65535',
    standard: '1883',
    meaning: 'TCP port of the embedded broker; as WebSocket it answers at `/mqtt` in any case.',
  }),
  SMTP_URL: variable({
    schema: addressOf('smtp:', 'smtps:'),
    must: 'an smtp:// or smtps:// address',
    unset: 'mails are only written to the outbox',
    meaning: 'Mail server.',
  }),
  MAIL_FROM: variable({
    schema: words.regex(/^[^\r\n]*@[^\r\n]+$/),
    must: 'a mail address',
    unset: '`no-reply@` and the name in `PUBLIC_URL`',
    meaning: 'Sender of mails.',
  }),
  RECAPTCHA_SITE_KEY: variable({
    schema: words,
    must: 'a key',
    unset: "ALTCHA, which is the product's own",
    meaning: 'Key of Google reCAPTCHA, version 3, for the forms of self-registration.',
  }),
  RECAPTCHA_SECRET_KEY: variable({
    schema: words,
    must: 'a key',
    unset: 'ALTCHA',
    meaning: 'The secret that goes with `RECAPTCHA_SITE_KEY`.',
  }),
  TRUST_PROXY: variable({
    schema: proxies,
    must: `a comma list of addresses, ranges such as 10.0.0.0/8, or ${PROXY_NAMES.join(', ')}`,
    unset: 'no proxy',
    meaning: 'Proxies whose word on the address of a caller counts.',
  }),
  DEMO: variable({
    schema: onOrOff,
    must: 'on or off',
    unset: '`on`, in production `off`',
    meaning: 'Makes the demo organisations and their users in an empty database.',
  }),
  DEMO_PASSWORD: variable({
    schema: words.min(8),
    must: 'at least 8 characters long',
    unset: 'made at first start',
    meaning: 'Password of the demo users.',
  }),
  SECRET_KEY: variable({
    schema: key,
    must: `${KEY_BYTES} bytes, as base64 or hex`,
    unset: 'made at first start; needed in production',
    meaning:
      'Key that secrets in the database are encrypted with and tokens are signed with. Keep it with the backups, not in them.',
  }),
  LOG_LEVEL: variable({
    schema: z.enum(LOG_LEVELS),
    must: `one of ${LOG_LEVELS.join(', ')}`,
    standard: 'info',
    meaning: 'Least important line that is logged.',
  }),
}

/** The variables as rows for the README: name, what holds when it is unset, meaning. */
export const settingsTable: readonly (readonly [name: string, unset: string, meaning: string])[] = Object.entries(VARIABLES).map(
  ([name, { standard, unset, meaning }]: [string, Variable<unknown>]) => [name, unset ?? `\`${standard}\``, meaning],
)

export type Settings = Readonly<ReturnType<typeof readSettings>>
type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the environment once. Throws one sentence that names the variable when a value cannot be used; the value itself
 * is not said, since it may be a secret. Outside production a missing secret key is made and kept in DATA_DIR.
 */
export function readSettings(env: Environment = process.env) {
  const production = needed('NODE_ENV', env) === 'production'
  const host = needed('HOST', env)
  const listenPort = needed('PORT', env)
  const publicUrl = (wanted('PUBLIC_URL', env) ?? `http://${nameOf(host)}:${listenPort}`).replace(/\/+$/, '')
  const dataDir = needed('DATA_DIR', env)
  const databaseUrl = wanted('DATABASE_URL', env)
  const databaseOwnerUrl = wanted('DATABASE_OWNER_URL', env)
  if (production && wanted('DEMO', env))
    throw new Error('DEMO must be off in production: its sign-ins are printed at every start.')
  if (databaseOwnerUrl && !databaseUrl) throw new Error('DATABASE_OWNER_URL needs DATABASE_URL beside it.')
  const siteKey = wanted('RECAPTCHA_SITE_KEY', env)
  const recaptchaSecret = wanted('RECAPTCHA_SECRET_KEY', env)
  if (Boolean(siteKey) !== Boolean(recaptchaSecret))
    throw new Error('RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET_KEY must be set together.')
  const rest = {
    recaptcha: siteKey && recaptchaSecret ? { siteKey, secretKey: recaptchaSecret } : undefined,
    mqttUrl: wanted('MQTT_URL', env),
    mqttPort: needed('MQTT_PORT', env),
    smtpUrl: wanted('SMTP_URL', env),
    mailFrom: wanted('MAIL_FROM', env) ?? `no-reply@${new URL(publicUrl).hostname}`,
    trustProxy: wanted('TRUST_PROXY', env),
    demo: wanted('DEMO', env) ?? !production,
    demoPassword: wanted('DEMO_PASSWORD', env),
    logLevel: needed('LOG_LEVEL', env),
  }
  const secretKey = wanted('SECRET_KEY', env) ?? keptKey(production, dataDir)
  const settings = { production, host, port: listenPort, publicUrl, dataDir, databaseUrl, databaseOwnerUrl, secretKey, ...rest }
  return Object.freeze(settings)
}

type Name = keyof typeof VARIABLES
type Value<N extends Name> = z.output<(typeof VARIABLES)[N]['schema']>

/** The value of a variable; undefined when it is unset or empty and has no standard value. */
function wanted<N extends Name>(name: N, env: Environment): Value<N> | undefined {
  const line: Variable<unknown> = VARIABLES[name]
  const text = env[name]?.trim() || line.standard
  if (text === undefined) return undefined
  const read = line.schema.safeParse(text)
  if (!read.success) throw new Error(`${name} must be ${line.must}.`)
  return read.data as Value<N>
}

/** The value of a variable that has a standard value. */
const needed = <N extends Name>(name: N, env: Environment) => wanted(name, env) as Value<N>

/** The name under which this machine reaches an address it listens on. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return isIP(host) === 6 ? `[${host}]` : host
}

function keptKey(production: boolean, dataDir: string): Buffer {
  if (production) throw new Error(`SECRET_KEY must be set in production: ${VARIABLES.SECRET_KEY.must}.`)
  const kept = storedSecret(dataDir, 'secret-key', () => randomBytes(KEY_BYTES).toString('base64'))
  const read = key.safeParse(kept)
  if (!read.success) throw new Error(`The file secret-key in DATA_DIR ${dataDir} must hold ${VARIABLES.SECRET_KEY.must}.`)
  return read.data
}
