import type { ServerFeature } from '#platform/server/feature.ts'
import { t as auditTexts, sessionAudit } from '../audit.ts'
import { t as confirm } from '../confirm-messages.ts'
import { t as mails } from '../mail-messages.ts'
import { t } from '../messages.ts'
import { t as passwords } from '../password-messages.ts'
import { t as screens } from '../screens.ts'
import { t as secondStepMails } from '../second-step-mail-messages.ts'
import { t as secondStep } from '../second-step-messages.ts'
import { purgeSignIns } from './api.ts'
import { type SessionDeps, sessionRoutes } from './routes.ts'

export const sessionFeature: ServerFeature<SessionDeps> = {
  texts: [t, screens, passwords, confirm, mails, secondStep, secondStepMails, auditTexts],
  audit: sessionAudit,
  routes: sessionRoutes,
  retention: [purgeSignIns],
}
