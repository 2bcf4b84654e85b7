import type { ServerFeature } from '#platform/server/feature.ts'
import { mailroomAudit } from '../audit.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { mailroomsRoutes } from './routes.ts'

export const mailroomsFeature: ServerFeature<unknown> = {
  texts: [t, screens, help],
  audit: mailroomAudit,
  named: [{ table: 'mailrooms', name: 'x.name', shown: 'value' }],
  routes: mailroomsRoutes,
}
