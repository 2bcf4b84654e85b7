import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { couriersRoutes } from './routes.ts'

export const couriersFeature: ServerFeature<unknown> = { texts: [t], routes: couriersRoutes }
