import type { FastifyBaseLogger } from 'fastify'
import type { SendJob } from '#features/imports/server/run.ts'
import type { KioskLink } from '#features/kiosks/server/api.ts'
import type { LiveFeed } from '#features/live/server/api.ts'
import type { CaptchaProvider } from '#features/registrations/server/captcha/captcha.ts'
import type { RecaptchaKeys } from '#features/registrations/server/captcha/recaptcha.ts'
import type { AuditWords } from '#platform/audit.ts'
import type { MessageTable } from '#platform/define-messages.ts'
import type { ReadUser } from '#platform/server/bulk/run.ts'
import type { NamedTable, PersonalData } from '#platform/server/feature.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Broker } from '#platform/server/mqtt/broker.ts'
import type { Database } from '#platform/server/postgres/db.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import type { Outgoing } from '#platform/server/security/outgoing.ts'

/** The input of the application's start. */
export type AppDeps = {
  readonly database: Database
  readonly broker: Broker
  readonly keys: Keys
  readonly mailer: Mailer
  readonly sendJob: SendJob
  readonly publicUrl: string
  readonly logger: FastifyBaseLogger | false
  /** Addresses and ranges of proxies whose forwarded client address counts. */
  readonly trustProxy: readonly string[] | false
  /** Uses Google's captcha instead of the built-in one. */
  readonly recaptcha?: RecaptchaKeys | undefined
  /** Base address of the SMS service's API. */
  readonly smsApiUrl: string
  /** Hosts in private networks that connections to hosts of users' choice may reach. */
  readonly allowedHosts?: readonly string[] | undefined
  /** The folder of the server's data, whose disk the system page measures. */
  readonly dataDir?: string
  /** Origins of other pages that may show the report viewer. */
  readonly viewerOrigins?: readonly string[] | undefined
  /** How long a request waits for a kiosk's reply, in ms; by default according to the bank's settings. */
  readonly replyTimeoutMs?: number
}

/** The dependencies of the features' functions. */
export type FeatureDeps = AppDeps & {
  readonly texts: readonly MessageTable[]
  readonly personalData: readonly PersonalData[]
  readonly auditWords: readonly AuditWords[]
  readonly namedTables: readonly NamedTable[]
  readonly captcha: CaptchaProvider
  /** A user as they are now, for work that goes on without them. */
  readonly readUser: ReadUser
  readonly outgoing: Outgoing
  readonly live: LiveFeed
  readonly kiosks: KioskLink
  /** Start of the connection to the kiosks. */
  readonly startedAt: Date
}
