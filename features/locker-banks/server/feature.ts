import { t as settings } from '#features/kiosks/setting-messages.ts'
import type { ServerFeature } from '#platform/server/feature.ts'
import { t as auditTexts, lockerBankAudit } from '../audit.ts'
import { t as help } from '../help.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { type LockerBankDeps, lockerBanksRoutes } from './routes.ts'

export const lockerBanksFeature: ServerFeature<LockerBankDeps> = {
  texts: [t, settings, screens, auditTexts, help],
  audit: lockerBankAudit,
  named: [{ table: 'locker_banks', name: 'x.name', shown: 'both' }],
  routes: lockerBanksRoutes,
}
