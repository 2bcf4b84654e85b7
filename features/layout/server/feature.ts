import type { Live } from '#features/live/server/api.ts'
import type { ServerFeature } from '#platform/server/feature.ts'
import { t as auditTexts, layoutAudit } from '../audit.ts'
import { t as cabinet } from '../cabinet-messages.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { layoutRoutes } from './routes.ts'

export const layoutFeature: ServerFeature<{ readonly live: Live }> = {
  texts: [t, cabinet, screens, auditTexts, help],
  audit: layoutAudit,
  named: [{ table: 'lockers', name: 'x.name', shown: 'value' }],
  routes: layoutRoutes,
}
