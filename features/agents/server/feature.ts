import { PERSON_NAME, type ServerFeature } from '#platform/server/feature.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { agentAudit, t as auditTexts } from '../audit.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { agentActions } from './bulk-actions.ts'
import { agentsRoutes } from './routes.ts'

export const agentsFeature: ServerFeature<{ readonly keys: Keys }> = {
  texts: [t, screens, auditTexts, help],
  audit: agentAudit,
  named: [{ table: 'agents', name: PERSON_NAME, shown: 'both' }],
  routes: agentsRoutes,
  bulkActions: agentActions,
}
