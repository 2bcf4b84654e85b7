import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify'
import { agentsRoutes } from '#features/agents/server/routes.ts'
import { alertsRoutes } from '#features/alerts/server/routes.ts'
import { buildingsRoutes } from '#features/buildings/server/routes.ts'
import { couriersRoutes } from '#features/couriers/server/routes.ts'
import { dashboardsRoutes } from '#features/dashboards/server/routes.ts'
import { devicesRoutes } from '#features/devices/server/routes.ts'
import { importsRoutes } from '#features/imports/server/routes.ts'
import type { SendJob } from '#features/imports/server/run.ts'
import { createKioskLink } from '#features/kiosks/server/link.ts'
import { kiosksRoutes } from '#features/kiosks/server/routes.ts'
import { layoutRoutes } from '#features/layout/server/routes.ts'
import { lockerBanksRoutes } from '#features/locker-banks/server/routes.ts'
import { mailroomsRoutes } from '#features/mailrooms/server/routes.ts'
import { organisationsRoutes } from '#features/organisations/server/routes.ts'
import { packageEvents } from '#features/packages/server/api.ts'
import { packagesRoutes } from '#features/packages/server/routes.ts'
import { propertiesRoutes } from '#features/properties/server/routes.ts'
import { altcha } from '#features/registrations/server/altcha.ts'
import { RECAPTCHA_SOURCES, type RecaptchaKeys, recaptcha } from '#features/registrations/server/recaptcha.ts'
import { registrationsRoutes } from '#features/registrations/server/routes.ts'
import { residentsRoutes } from '#features/residents/server/routes.ts'
import { resourcesRoutes } from '#features/resources/server/routes.ts'
import { translateTo } from '#features/resources/server/translate.ts'
import { createIdentify } from '#features/session/server/identify.ts'
import { sessionRoutes } from '#features/session/server/routes.ts'
import { createHttp } from '#platform/server/http/http.ts'
import { wordsFor } from '#platform/server/http/language.ts'
import { createRouter } from '#platform/server/http/route.ts'
import type { Mailer } from '#platform/server/mail/mail.ts'
import type { Broker } from '#platform/server/mqtt/broker.ts'
import type { Database } from '#platform/server/postgres/db.ts'
import { createLive } from '#platform/server/postgres/notify.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { docsPage } from './docs.ts'

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
  readonly patienceMs?: number
}

/** Everything that answers over HTTP: each feature's routes, a click away. */
export async function createApp(deps: AppDeps) {
  const words = wordsFor(translateTo)
  const app = await createHttp({
    words,
    logger: deps.logger,
    trustProxy: deps.trustProxy,
    secure: deps.publicUrl.startsWith('https:'),
    publicUrl: deps.publicUrl,
    sources: deps.recaptcha && RECAPTCHA_SOURCES,
  })
  const captcha = deps.recaptcha ? recaptcha(deps.recaptcha) : altcha(deps.keys)
  const route = createRouter(app, { database: deps.database, identify: createIdentify(deps.database, deps.keys), words })
  const live = createLive(deps.database.pool, app.log)
  const kioskLink = createKioskLink({ ...deps, live, log: app.log })
  const leaveBroker = deps.broker.attach(app.server)
  app.addHook('onReady', kioskLink.start)
  app.addHook('preClose', async () => {
    leaveBroker()
    await kioskLink.stop()
    await live.stop()
  })
  resourcesRoutes(route)
  sessionRoutes(route, deps)
  organisationsRoutes(route, deps)
  propertiesRoutes(route)
  buildingsRoutes(route)
  mailroomsRoutes(route)
  couriersRoutes(route)
  agentsRoutes(route, deps)
  residentsRoutes(route, deps)
  importsRoutes(route, deps)
  registrationsRoutes(route, { ...deps, captcha })
  lockerBanksRoutes(route, { ...deps, kiosks: kioskLink, live })
  devicesRoutes(route, { kiosks: kioskLink, live })
  layoutRoutes(route, { live })
  packagesRoutes(route)
  packageEvents(kioskLink, live)
  kiosksRoutes(route, { ...deps, live })
  dashboardsRoutes(route, { live, kiosks: kioskLink })
  alertsRoutes(route, { live, kiosks: kioskLink })
  await docsPage(app, route, deps.publicUrl)
  return { app, route, live, kioskLink }
}
