import type { ServerFeature } from '#platform/server/feature.ts'
import { t as auditTexts, singleSignOnAudit } from '../audit.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { t as signIn } from '../sign-in-messages.ts'
import { type SingleSignOnDeps, singleSignOnRoutes } from './routes.ts'

export const singleSignOnFeature: ServerFeature<SingleSignOnDeps> = {
  texts: [t, signIn, screens, auditTexts, help],
  audit: singleSignOnAudit,
  routes: singleSignOnRoutes,
}
