import type { ServerFeature } from '#platform/server/feature.ts'
import { EVERY_MINUTE } from '#platform/server/jobs/jobs.ts'
import { t as auditTexts, importSourceAudit } from '../audit.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { type FetchDeps, fetchQueue, purgeHeads, sendFetches } from './fetch.ts'
import { type ReportDeps, reportFetches } from './report.ts'
import { importSourcesRoutes, type RoutesDeps } from './routes.ts'

export const importSourcesFeature: ServerFeature<FetchDeps & ReportDeps & RoutesDeps> = {
  texts: [t, screens, auditTexts, help],
  audit: importSourceAudit,
  routes: importSourcesRoutes,
  queues: (deps) => [fetchQueue(deps)],
  schedules: (deps) => [
    { cron: '*/15 * * * *', retries: 0, retryAfter: 1, name: 'import-fetch-schedule', run: () => sendFetches(deps) },
    { ...EVERY_MINUTE, name: 'import-fetch-reports', run: () => reportFetches(deps, new Date()) },
  ],
  retention: [purgeHeads],
}
