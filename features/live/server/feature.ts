import type { ServerFeature } from '#platform/server/feature.ts'
import type { LiveFeed } from './api.ts'
import { liveRoute } from './stream.ts'

export const liveFeature: ServerFeature<{ readonly live: LiveFeed }> = { routes: (route, { live }) => liveRoute(route, live) }
