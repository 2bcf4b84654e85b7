import type { ServerFeature } from '#platform/server/feature.ts'
import { courierAudit } from '../audit.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { couriersRoutes } from './routes.ts'

export const couriersFeature: ServerFeature<unknown> = {
  texts: [t, screens, help],
  audit: courierAudit,
  named: [{ table: 'couriers', name: 'x.name', shown: 'value' }],
  routes: couriersRoutes,
}
