import type { ServerFeature } from '#platform/server/feature.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { agentActions } from './bulk-actions.ts'
import { agentsRoutes } from './routes.ts'

export const agentsFeature: ServerFeature<{ readonly keys: Keys }> = {
  texts: [t, screens],
  routes: agentsRoutes,
  bulkActions: agentActions,
}
