import type { KioskLink } from '#features/kiosks/server/api.ts'
import type { Live } from '#features/live/server/api.ts'
import type { Router } from '#platform/server/http/route.ts'
import { alerts } from '../contract.ts'
import { t } from '../messages.ts'
import { endByStaff } from './done.ts'
import { doorAlerts, refusedAlerts } from './kiosk-events.ts'
import { endedAlerts, openAlerts } from './list.ts'

export type AlertDeps = { readonly kiosks: Pick<KioskLink, 'onEvent' | 'onRefused'>; readonly live: Live }

/** The open and ended alerts of locker banks. */
export function alertsRoutes(route: Router, { kiosks, live }: AlertDeps) {
  route(alerts.open, ({ db, caller }) => openAlerts(db, caller))
  route(alerts.ended, ({ db, caller, now }) => endedAlerts(db, caller, now))
  route(alerts.done, async (context) => {
    await endByStaff(context, live)
    return { Message: t('MsgAlertDone') }
  })
  doorAlerts(kiosks, live)
  refusedAlerts(kiosks, live)
}
