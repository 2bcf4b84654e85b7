import { t as settings } from '#features/kiosks/setting-messages.ts'
import type { ServerFeature } from '#platform/server/feature.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { type LockerBankDeps, lockerBanksRoutes } from './routes.ts'

export const lockerBanksFeature: ServerFeature<LockerBankDeps> = { texts: [t, settings, screens], routes: lockerBanksRoutes }
