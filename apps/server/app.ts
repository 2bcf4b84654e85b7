import { createKioskLink } from '#features/kiosks/server/connection/link.ts'
import { createLive } from '#features/live/server/api.ts'
import { altcha } from '#features/registrations/server/captcha/altcha.ts'
import { RECAPTCHA_SOURCES, recaptcha } from '#features/registrations/server/captcha/recaptcha.ts'
import { translators } from '#features/resources/server/api.ts'
import { session } from '#features/session/contract.ts'
import { requireConfirmation } from '#features/session/server/confirm.ts'
import { createIdentify, readUser } from '#features/session/server/identify.ts'
import { bulkRoutes } from '#platform/server/bulk/routes.ts'
import { allowOrigins } from '#platform/server/http/allowed-origins.ts'
import { createHttp } from '#platform/server/http/http.ts'
import { translatorFor } from '#platform/server/http/language.ts'
import { clientAddress } from '#platform/server/http/network.ts'
import { API, createRouter } from '#platform/server/http/route.ts'
import { createOutgoing } from '#platform/server/security/outgoing.ts'
import type { AppDeps, FeatureDeps } from './deps.ts'
import { docsPage } from './docs.ts'
import { auditWords, bulkActions, features, namedTables, personalData, texts } from './features.ts'

/** The HTTP application with every feature's routes, and the dependencies that jobs use as well. */
export async function createApp(options: AppDeps) {
  const { database, keys, recaptcha: recaptchaKeys, publicUrl, allowedHosts } = options
  const translatorOf = translatorFor(translators)
  const app = await createHttp({
    translatorOf,
    logger: options.logger,
    trustProxy: options.trustProxy && [...options.trustProxy],
    secure: publicUrl.startsWith('https:'),
    publicUrl,
    aliases: { '/token': API + session.reportToken.path },
    sources: recaptchaKeys && RECAPTCHA_SOURCES,
  })
  allowOrigins(app, options.viewerOrigins ?? [], [`${API}/reports/`, `${API}/resources/`, '/portal/report-viewer/'])
  const route = createRouter(app, {
    database,
    identify: createIdentify(database, keys),
    requireConfirmation: (caller) => requireConfirmation(database, caller),
    translatorOf,
  })
  const live = createLive(database.pool, app.log)
  const kioskLink = createKioskLink({ ...options, live, log: app.log })
  const captcha = recaptchaKeys ? recaptcha(recaptchaKeys) : altcha(keys)
  const outgoing = createOutgoing(allowedHosts)
  const deps: FeatureDeps = {
    ...options,
    texts,
    personalData,
    auditWords,
    namedTables,
    captcha,
    readUser,
    outgoing,
    live,
    kiosks: kioskLink,
    startedAt: new Date(),
  }
  const leaveBroker = options.broker.attach(app.server, clientAddress(options.trustProxy || []))
  app.addHook('onReady', kioskLink.start)
  app.addHook('preClose', async () => {
    await leaveBroker()
    await kioskLink.stop()
    await live.stop()
  })
  for (const { routes } of features) routes?.(route, deps)
  bulkRoutes(route, { sendJob: options.sendJob, actions: bulkActions(deps) })
  await docsPage(app, route, publicUrl)
  return { app, route, live, kioskLink, deps }
}
