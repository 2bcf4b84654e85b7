import type { ServerFeature } from '#platform/server/feature.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { type SystemDeps, systemRoutes } from './routes.ts'

export const systemFeature: ServerFeature<SystemDeps> = { texts: [t, screens, help], routes: systemRoutes }
