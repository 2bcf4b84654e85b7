import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { recipientsRoutes } from './routes.ts'

export const recipientsFeature: ServerFeature<unknown> = { texts: [t], routes: recipientsRoutes }
