import type { ServerFeature } from '#platform/server/feature.ts'
import type { Database } from '#platform/server/postgres/db.ts'
import { t } from '../messages.ts'
import { savedViewsRoutes } from './routes.ts'

export const savedViewsFeature: ServerFeature<{ readonly database: Database }> = { texts: [t], routes: savedViewsRoutes }
