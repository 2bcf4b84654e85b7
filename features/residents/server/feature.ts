import { PERSON_NAME, type ServerFeature } from '#platform/server/feature.ts'
import { t as auditTexts, residentAudit } from '../audit.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { residentActions } from './bulk-actions.ts'
import { endWhatIsOver } from './hold.ts'
import { residentsRoutes } from './routes.ts'
import type { ResidentDeps } from './saving.ts'

export const residentsFeature: ServerFeature<ResidentDeps> = {
  texts: [t, screens, auditTexts, help],
  audit: residentAudit,
  named: [
    { table: 'residents', name: PERSON_NAME, shown: 'both' },
    { table: 'resident_delegates', name: 'x.name', shown: 'value' },
  ],
  routes: residentsRoutes,
  bulkActions: residentActions,
  retention: [endWhatIsOver],
}
