import type { ServerFeature } from '#platform/server/feature.ts'
import { auditTrailAudit } from '../audit.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { type AuditDeps, auditRoutes } from './routes.ts'

export const auditFeature: ServerFeature<AuditDeps> = { texts: [t, screens, help], audit: auditTrailAudit, routes: auditRoutes }
