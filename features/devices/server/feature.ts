import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screen-messages.ts'
import { type DeviceDeps, devicesRoutes } from './routes.ts'

export const devicesFeature: ServerFeature<DeviceDeps> = { texts: [t, screens], routes: devicesRoutes }
