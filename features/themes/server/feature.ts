import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { type ThemeDeps, themesRoutes } from './routes.ts'
import { purgeThemeImages } from './store.ts'

export const themesFeature: ServerFeature<ThemeDeps> = {
  texts: [t, screens],
  routes: themesRoutes,
  retention: [purgeThemeImages],
}
