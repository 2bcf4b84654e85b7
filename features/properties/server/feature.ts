import type { ServerFeature } from '#platform/server/feature.ts'
import { propertyAudit } from '../audit.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { t as settings } from '../setting-messages.ts'
import { propertiesRoutes } from './routes.ts'

export const propertiesFeature: ServerFeature<unknown> = {
  texts: [t, settings, screens, help],
  audit: propertyAudit,
  named: [{ table: 'properties', name: 'x.name', shown: 'both' }],
  routes: propertiesRoutes,
}
