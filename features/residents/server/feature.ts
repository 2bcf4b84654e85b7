import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { residentActions } from './bulk-actions.ts'
import { endWhatIsOver } from './hold.ts'
import { residentsRoutes } from './routes.ts'
import type { ResidentDeps } from './saving.ts'

export const residentsFeature: ServerFeature<ResidentDeps> = {
  texts: [t, screens],
  routes: residentsRoutes,
  bulkActions: residentActions,
  retention: [endWhatIsOver],
}
