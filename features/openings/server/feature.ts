import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { purgeOpenings } from './controls.ts'
import { type OpeningsDeps, openingsRoutes } from './routes.ts'

export const openingsFeature: ServerFeature<OpeningsDeps> = {
  texts: [t],
  routes: openingsRoutes,
  retention: [purgeOpenings],
}
