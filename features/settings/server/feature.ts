import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { type SettingsDeps, settingsRoutes } from './routes.ts'

export const settingsFeature: ServerFeature<SettingsDeps> = {
  texts: [t],
  routes: settingsRoutes,
}
