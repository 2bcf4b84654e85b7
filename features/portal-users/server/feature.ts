import { PERSON_NAME, type ServerFeature } from '#platform/server/feature.ts'
import { t as auditTexts, portalUserAudit } from '../audit.ts'
import { t as help } from '../help.ts'
import { t as mails } from '../mail-messages.ts'
import { t } from '../messages.ts'
import { t as permissions } from '../permission-messages.ts'
import { t as screens } from '../screens.ts'
import { portalUserActions } from './bulk-actions.ts'
import { portalUsersRoutes } from './routes.ts'
import type { PortalUsersDeps } from './second-step.ts'

export const portalUsersFeature: ServerFeature<PortalUsersDeps> = {
  texts: [t, mails, permissions, screens, auditTexts, help],
  audit: portalUserAudit,
  named: [{ table: 'portal_users', name: PERSON_NAME, shown: 'both' }],
  routes: portalUsersRoutes,
  bulkActions: portalUserActions,
}
