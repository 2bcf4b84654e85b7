import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { adviceTagsRoutes } from './routes.ts'

export const adviceTagsFeature: ServerFeature<unknown> = { texts: [t, screens], routes: adviceTagsRoutes }
