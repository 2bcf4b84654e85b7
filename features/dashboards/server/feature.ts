import type { ServerFeature } from '#platform/server/feature.ts'
import { t as auditTexts, dashboardAudit } from '../audit.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { t as summary } from '../summary-messages.ts'
import { type SummaryDeps, sendSummaries } from './daily-summary.ts'
import { type DashboardDeps, dashboardsRoutes } from './routes.ts'

export const dashboardsFeature: ServerFeature<DashboardDeps & SummaryDeps> = {
  texts: [t, screens, summary, auditTexts, help],
  audit: dashboardAudit,
  routes: dashboardsRoutes,
  schedules: (deps) => [
    { cron: '*/15 * * * *', retries: 0, retryAfter: 1, name: 'daily-summaries', run: () => sendSummaries(deps, new Date()) },
  ],
}
