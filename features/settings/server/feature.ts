import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { t as settings } from '../setting-messages.ts'
import { type SettingsDeps, settingsRoutes } from './routes.ts'
import { type SummaryDeps, sendSummaries } from './summary.ts'

export const settingsFeature: ServerFeature<SettingsDeps & SummaryDeps> = {
  texts: [t, screens, settings],
  routes: settingsRoutes,
  schedules: (deps) => [
    { cron: '*/15 * * * *', retries: 0, retryAfter: 1, name: 'daily-summaries', run: () => sendSummaries(deps, new Date()) },
  ],
}
