import type { MessageTable } from '#platform/define-messages.ts'
import type { ServerFeature } from '#platform/server/feature.ts'
import { resourcesRoutes } from './routes.ts'

export const resourcesFeature: ServerFeature<{ readonly texts: readonly MessageTable[] }> = { routes: resourcesRoutes }
