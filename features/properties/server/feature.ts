import type { ServerFeature } from '#platform/server/feature.ts'
import { propertiesRoutes } from './routes.ts'

export const propertiesFeature: ServerFeature<unknown> = { routes: propertiesRoutes }
