import type { ServerFeature } from '#platform/server/feature.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { handOverPersonalData, purgeProofs } from './api.ts'
import { type HandOverDeps, handOverRoutes } from './routes.ts'

export const handOverFeature: ServerFeature<HandOverDeps> = {
  texts: [t, screens, help],
  routes: handOverRoutes,
  personalData: handOverPersonalData,
  retention: [purgeProofs],
}
