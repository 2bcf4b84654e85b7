import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { type DeviceDeps, devicesRoutes } from './routes.ts'

export const devicesFeature: ServerFeature<DeviceDeps> = { texts: [t, screens], routes: devicesRoutes }
