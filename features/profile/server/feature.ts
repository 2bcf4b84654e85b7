import type { ServerFeature } from '#platform/server/feature.ts'
import { t as auditTexts, profileAudit } from '../audit.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { type ProfileDeps, profileRoutes } from './routes.ts'

export const profileFeature: ServerFeature<ProfileDeps> = {
  texts: [t, screens, auditTexts, help],
  audit: profileAudit,
  routes: profileRoutes,
}
