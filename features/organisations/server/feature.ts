import type { ServerFeature } from '#platform/server/feature.ts'
import { t as auditTexts, organisationAudit } from '../audit.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as mobile } from '../mobile-messages.ts'
import { t as screens } from '../screens.ts'
import { t as sms } from '../sms-messages.ts'
import { type OrganisationDeps, organisationsRoutes } from './routes.ts'

export const organisationsFeature: ServerFeature<OrganisationDeps> = {
  texts: [t, mobile, sms, screens, auditTexts, help],
  audit: organisationAudit,
  named: [{ table: 'organisations', name: 'x.name', shown: 'both' }],
  routes: organisationsRoutes,
}
