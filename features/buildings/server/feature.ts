import type { ServerFeature } from '#platform/server/feature.ts'
import { buildingAudit } from '../audit.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { buildingsRoutes } from './routes.ts'

export const buildingsFeature: ServerFeature<unknown> = {
  texts: [t, screens, help],
  audit: buildingAudit,
  named: [{ table: 'buildings', name: 'x.name', shown: 'value' }],
  routes: buildingsRoutes,
}
