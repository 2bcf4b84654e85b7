import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { type DashboardDeps, dashboardsRoutes } from './routes.ts'

export const dashboardsFeature: ServerFeature<DashboardDeps> = { texts: [t, screens], routes: dashboardsRoutes }
