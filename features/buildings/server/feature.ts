import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { buildingsRoutes } from './routes.ts'

export const buildingsFeature: ServerFeature<unknown> = { texts: [t], routes: buildingsRoutes }
