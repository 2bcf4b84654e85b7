import type { ServerFeature } from '#platform/server/feature.ts'
import { adviceTagAudit } from '../audit.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { adviceTagsRoutes } from './routes.ts'

export const adviceTagsFeature: ServerFeature<unknown> = {
  texts: [t, screens, help],
  audit: adviceTagAudit,
  named: [{ table: 'advice_tags', name: 'x.name', shown: 'value' }],
  routes: adviceTagsRoutes,
}
