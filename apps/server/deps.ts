import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'
import type { SendJob } from '#features/imports/server/run.ts'
import type { KioskLink } from '#features/kiosks/server/api.ts'
import type { LiveFeed } from '#features/live/server/api.ts'
import type { CaptchaProvider } from '#features/registrations/server/captcha/captcha.ts'
import type { RecaptchaKeys } from '#features/registrations/server/captcha/recaptcha.ts'
import type { MessageTable } from '#platform/define-messages.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Broker } from '#platform/server/mqtt/broker.ts'
import type { Database } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'

/** What the application is started with. */
export type AppDeps = {
  readonly database: Database
  readonly broker: Broker
  readonly keys: Keys
  readonly mailer: Mailer
  readonly sendJob: SendJob
  readonly publicUrl: string
  readonly logger: FastifyBaseLogger | false
  readonly trustProxy: FastifyServerOptions['trustProxy']
  /** Where Google's captcha is used in place of our own. */
  readonly recaptcha?: RecaptchaKeys | undefined
  /** How long a request waits for a kiosk's word, in ms; as long as the bank's settings ask for unless given. */
  readonly replyTimeoutMs?: number
}

/** What the features' functions may need. */
export type FeatureDeps = AppDeps & {
  readonly texts: readonly MessageTable[]
  readonly captcha: CaptchaProvider
  readonly live: LiveFeed
  readonly kiosks: KioskLink
  /** When this server began to listen to the kiosks. */
  readonly startedAt: Date
}
