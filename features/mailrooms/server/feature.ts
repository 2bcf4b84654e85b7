import type { ServerFeature } from '#platform/server/feature.ts'
import { mailroomsRoutes } from './routes.ts'

export const mailroomsFeature: ServerFeature<unknown> = { routes: mailroomsRoutes }
