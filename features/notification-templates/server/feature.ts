import type { ServerFeature } from '#platform/server/feature.ts'
import { t as auditTexts, notificationTemplateAudit } from '../audit.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { t as types } from '../type-messages.ts'
import { type TemplateDeps, templatesRoutes } from './routes.ts'

export const notificationTemplatesFeature: ServerFeature<TemplateDeps> = {
  texts: [t, types, screens, auditTexts, help],
  audit: notificationTemplateAudit,
  routes: templatesRoutes,
}
