import type { ServerFeature } from '#platform/server/feature.ts'
import { t as auditTexts, openingsAudit } from '../audit.ts'
import { t as limits } from '../limit-messages.ts'
import { t } from '../messages.ts'
import { purgeOpenings } from './controls.ts'
import { type OpeningsDeps, openingsRoutes } from './routes.ts'

export const openingsFeature: ServerFeature<OpeningsDeps> = {
  texts: [t, limits, auditTexts],
  audit: openingsAudit,
  routes: openingsRoutes,
  retention: [purgeOpenings],
}
