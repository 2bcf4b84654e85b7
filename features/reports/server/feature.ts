import type { ServerFeature } from '#platform/server/feature.ts'
import { EVERY_MINUTE } from '#platform/server/jobs/jobs.ts'
import { t as auditTexts, reportAudit } from '../audit.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as runs } from '../run-messages.ts'
import { t as schedules } from '../schedule-messages.ts'
import { t as screens } from '../screens.ts'
import { t as viewer } from '../viewer-messages.ts'
import { purgeAll, reportsPersonalData } from './clients.ts'
import { renderQueues } from './render.ts'
import { type ReportsDeps, reportsRoutes } from './routes.ts'
import { runRoutes } from './run-routes.ts'
import { purgeRuns } from './runs.ts'
import { scheduleRoutes } from './schedules/routes.ts'
import { type SendDeps, sendDue, sendQueue } from './schedules/send.ts'

export const reportsFeature: ServerFeature<ReportsDeps & SendDeps> = {
  texts: [t, runs, schedules, screens, viewer, auditTexts, help],
  audit: reportAudit,
  routes: (route, deps) => {
    reportsRoutes(route, deps)
    runRoutes(route)
    scheduleRoutes(route)
  },
  queues: (deps) => [...renderQueues(deps), sendQueue(deps)],
  // Documents are kept an hour.
  schedules: ({ database, sendJob }) => [
    { ...EVERY_MINUTE, name: 'send-due-reports', run: () => sendDue({ database, sendJob }, new Date()) },
    { cron: '*/15 * * * *', retries: 0, retryAfter: 1, name: 'purge-reports', run: () => purgeAll(database, new Date()) },
  ],
  personalData: reportsPersonalData,
  retention: [purgeRuns],
}
