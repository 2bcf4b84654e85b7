import type { ServerFeature } from '#platform/server/feature.ts'
import { t as auditTexts, deviceAudit } from '../audit.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { type DeviceDeps, devicesRoutes } from './routes.ts'

export const devicesFeature: ServerFeature<DeviceDeps> = {
  texts: [t, screens, auditTexts, help],
  audit: deviceAudit,
  routes: devicesRoutes,
}
