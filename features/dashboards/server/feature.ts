import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { type DashboardDeps, dashboardsRoutes } from './routes.ts'

export const dashboardsFeature: ServerFeature<DashboardDeps> = { texts: [t], routes: dashboardsRoutes }
