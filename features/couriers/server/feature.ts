import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { couriersRoutes } from './routes.ts'

export const couriersFeature: ServerFeature<unknown> = { texts: [t, screens], routes: couriersRoutes }
