import type { ServerFeature } from '#platform/server/feature.ts'
import { t as auditTexts, newsletterAudit } from '../audit.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { type NewsletterDeps, newsletterRoutes } from './routes.ts'

export const newsletterFeature: ServerFeature<NewsletterDeps> = {
  texts: [t, screens, auditTexts, help],
  audit: newsletterAudit,
  routes: newsletterRoutes,
}
