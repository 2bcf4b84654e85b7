import type { ServerFeature } from '#platform/server/feature.ts'
import { regionAudit } from '../audit.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { regionsRoutes } from './routes.ts'

export const regionsFeature: ServerFeature<unknown> = {
  texts: [t, screens, help],
  audit: regionAudit,
  named: [{ table: 'regions', name: 'x.name', shown: 'value' }],
  routes: regionsRoutes,
}
