import type { ServerFeature } from '#platform/server/feature.ts'
import { settingsAudit } from '../audit.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { type SettingsDeps, settingsRoutes } from './routes.ts'

export const settingsFeature: ServerFeature<SettingsDeps> = {
  texts: [t, help],
  audit: settingsAudit,
  routes: settingsRoutes,
}
