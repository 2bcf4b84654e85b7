import type { ServerFeature } from '#platform/server/feature.ts'
import { t as auditTexts, kioskAudit } from '../audit.ts'
import { t } from '../messages.ts'
import { t as openings } from '../opening-messages.ts'
import { purgeKioskRows } from './retention.ts'
import { kiosksRoutes } from './routes.ts'

export const kiosksFeature: ServerFeature<unknown> = {
  texts: [t, openings, auditTexts],
  audit: kioskAudit,
  routes: kiosksRoutes,
  retention: [purgeKioskRows],
}
