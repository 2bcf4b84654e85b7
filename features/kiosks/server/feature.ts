import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { t as openings } from '../opening-messages.ts'
import { purgeKioskRows } from './retention.ts'
import { kiosksRoutes } from './routes.ts'

export const kiosksFeature: ServerFeature<unknown> = { texts: [t, openings], routes: kiosksRoutes, retention: [purgeKioskRows] }
