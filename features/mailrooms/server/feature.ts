import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { mailroomsRoutes } from './routes.ts'

export const mailroomsFeature: ServerFeature<unknown> = { texts: [t, screens], routes: mailroomsRoutes }
