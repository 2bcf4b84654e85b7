import type { ServerFeature } from '#platform/server/feature.ts'
import { recipientsRoutes } from './routes.ts'

export const recipientsFeature: ServerFeature<unknown> = { routes: recipientsRoutes }
