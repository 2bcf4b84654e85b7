import type { ServerFeature } from '#platform/server/feature.ts'
import { t as limits } from '../limit-messages.ts'
import { t } from '../messages.ts'
import { purgeOpenings } from './controls.ts'
import { type OpeningsDeps, openingsRoutes } from './routes.ts'

export const openingsFeature: ServerFeature<OpeningsDeps> = {
  texts: [t, limits],
  routes: openingsRoutes,
  retention: [purgeOpenings],
}
