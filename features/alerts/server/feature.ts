import type { ServerFeature } from '#platform/server/feature.ts'
import { EVERY_MINUTE } from '#platform/server/jobs/jobs.ts'
import { alertAudit, t as auditTexts } from '../audit.ts'
import { t } from '../messages.ts'
import { purgeAlerts } from './list.ts'
import { type AlertDeps, alertsRoutes } from './routes.ts'
import { type AlertWatch, watchLockerBanks } from './sweep.ts'

export const alertsFeature: ServerFeature<AlertDeps & AlertWatch> = {
  texts: [t, auditTexts],
  audit: alertAudit,
  routes: alertsRoutes,
  schedules: (deps) => [{ ...EVERY_MINUTE, name: 'watch-locker-banks', run: () => watchLockerBanks(deps, new Date()) }],
  retention: [purgeAlerts],
}
