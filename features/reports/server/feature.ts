import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { t as runs } from '../run-messages.ts'
import { t as screens } from '../screens.ts'
import { t as viewer } from '../viewer-messages.ts'
import { purgeAll } from './clients.ts'
import { renderQueue } from './render.ts'
import { type ReportsDeps, reportsRoutes } from './routes.ts'
import { runRoutes } from './run-routes.ts'
import { purgeRuns } from './runs.ts'

export const reportsFeature: ServerFeature<ReportsDeps> = {
  texts: [t, runs, screens, viewer],
  routes: (route, deps) => {
    reportsRoutes(route, deps)
    runRoutes(route)
  },
  queues: (deps) => [renderQueue(deps)],
  // Documents are kept an hour.
  schedules: ({ database }) => [
    { cron: '*/15 * * * *', retries: 0, retryAfter: 1, name: 'purge-reports', run: () => purgeAll(database, new Date()) },
  ],
  retention: [purgeRuns],
}
