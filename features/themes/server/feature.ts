import type { ServerFeature } from '#platform/server/feature.ts'
import { t as auditTexts, themeAudit } from '../audit.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { type ThemeDeps, themesRoutes } from './routes.ts'
import { purgeThemeImages } from './store.ts'

export const themesFeature: ServerFeature<ThemeDeps> = {
  texts: [t, screens, auditTexts, help],
  audit: themeAudit,
  routes: themesRoutes,
  retention: [purgeThemeImages],
}
