import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { buildingsRoutes } from './routes.ts'

export const buildingsFeature: ServerFeature<unknown> = { texts: [t, screens], routes: buildingsRoutes }
