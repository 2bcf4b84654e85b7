import type { ServerFeature } from '#platform/server/feature.ts'
import type { Database } from '#platform/server/postgres/db.ts'
import { organisationsRoutes } from './routes.ts'

export const organisationsFeature: ServerFeature<{ readonly database: Database }> = { routes: organisationsRoutes }
