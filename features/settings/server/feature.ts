import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { t as settings } from '../setting-messages.ts'
import { type SettingsDeps, settingsRoutes } from './routes.ts'

export const settingsFeature: ServerFeature<SettingsDeps> = {
  texts: [t, screens, settings],
  routes: settingsRoutes,
}
