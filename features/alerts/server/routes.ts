import type { KioskLink } from '#features/kiosks/server/api.ts'
import type { Live } from '#platform/server/live.ts'
import type { Serve } from '#platform/server/serve.ts'
import { alerts } from '../contract.ts'
import { say } from '../messages.ts'
import { endByStaff } from './done.ts'
import { doorAlerts } from './doors.ts'
import { endedAlerts, openAlerts } from './list.ts'
import { refusedAlerts } from './refused.ts'

export type AlertNeeds = { readonly kiosks: Pick<KioskLink, 'onEvent' | 'onRefused'>; readonly live: Live }

/** What staff should hear of before residents tell them: what is open, and what was. */
export function alertsRoutes(serve: Serve, { kiosks, live }: AlertNeeds) {
  serve(alerts.open, ({ db }) => openAlerts(db))
  serve(alerts.ended, ({ db, now }) => endedAlerts(db, now))
  serve(alerts.done, async (asked) => {
    await endByStaff(asked, live)
    return { Message: say('MsgAlertDone').text }
  })
  doorAlerts(kiosks, live)
  refusedAlerts(kiosks, live)
}
