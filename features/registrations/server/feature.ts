import { PERSON_NAME, type ServerFeature } from '#platform/server/feature.ts'
import { t as auditTexts, registrationAudit } from '../audit.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { purgeRegistrations } from './api.ts'
import { purgeCaptchaAnswers } from './captcha/captcha.ts'
import { registrationsPersonalData } from './personal-data.ts'
import { registrationActions } from './review/bulk-actions.ts'
import { rejectionQueue } from './review/rejection.ts'
import { type RegistrationDeps, registrationsRoutes } from './routes.ts'

export const registrationsFeature: ServerFeature<RegistrationDeps> = {
  texts: [t, screens, auditTexts, help],
  audit: registrationAudit,
  named: [{ table: 'registrations', name: PERSON_NAME, shown: 'subject' }],
  routes: registrationsRoutes,
  bulkActions: registrationActions,
  queues: (deps) => [rejectionQueue(deps)],
  personalData: registrationsPersonalData,
  retention: [purgeRegistrations, purgeCaptchaAnswers],
}
