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
import type { Broker } from '#platform/server/broker.ts'
import type { Database } from '#platform/server/db.ts'
import { createHttp } from '#platform/server/http.ts'
import type { Keys } from '#platform/server/keys.ts'
import { createLive } from '#platform/server/live.ts'
import type { Mailer } from '#platform/server/mail.ts'
import { createServe } from '#platform/server/serve.ts'
import { wordsFor } from '#platform/server/words.ts'
import { docsPage } from './docs.ts'

export type AppNeeds = {
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
export async function createApp(needs: AppNeeds) {
  const words = wordsFor(translateTo)
  const app = await createHttp({
    words,
    logger: needs.logger,
    trustProxy: needs.trustProxy,
    secure: needs.publicUrl.startsWith('https:'),
    publicUrl: needs.publicUrl,
    sources: needs.recaptcha && RECAPTCHA_SOURCES,
  })
  const captcha = needs.recaptcha ? recaptcha(needs.recaptcha) : altcha(needs.keys)
  const serve = createServe(app, { database: needs.database, identify: createIdentify(needs.database, needs.keys), words })
  const live = createLive(needs.database.pool, app.log)
  const kioskLink = createKioskLink({ ...needs, live, log: app.log })
  const leaveBroker = needs.broker.attach(app.server)
  app.addHook('onReady', kioskLink.start)
  app.addHook('preClose', async () => {
    leaveBroker()
    await kioskLink.stop()
    await live.stop()
  })
  resourcesRoutes(serve)
  sessionRoutes(serve, needs)
  organisationsRoutes(serve, needs)
  propertiesRoutes(serve)
  buildingsRoutes(serve)
  mailroomsRoutes(serve)
  couriersRoutes(serve)
  agentsRoutes(serve, needs)
  residentsRoutes(serve, needs)
  importsRoutes(serve, needs)
  registrationsRoutes(serve, { ...needs, captcha })
  lockerBanksRoutes(serve, { ...needs, kiosks: kioskLink, live })
  devicesRoutes(serve, { kiosks: kioskLink, live })
  layoutRoutes(serve, { live })
  packagesRoutes(serve)
  packageEvents(kioskLink, live)
  kiosksRoutes(serve, { ...needs, live })
  dashboardsRoutes(serve, { live, kiosks: kioskLink })
  alertsRoutes(serve, { live, kiosks: kioskLink })
  await docsPage(app, serve, needs.publicUrl)
  return { app, serve, live, kioskLink }
}
