import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { regionsRoutes } from './routes.ts'

export const regionsFeature: ServerFeature<unknown> = { texts: [t, screens], routes: regionsRoutes }
