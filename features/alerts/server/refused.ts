import type { KioskLink } from '#features/kiosks/server/api.ts'
import type { Live } from '#features/live/server/api.ts'
import { beginAlert, tellOfAlerts } from './begin.ts'

/** An alert begins with each event that is kept without being applied; a locker with such a drop-off alerts once. */
export function refusedAlerts(kiosks: Pick<KioskLink, 'onRefused'>, live: Live): void {
  kiosks.onRefused(async (db, { id, kind, lockerId, reason }, context) => {
    const isDropOff = kind === 'dropped-off'
    const hasBegun = await beginAlert(db, context, {
      kind: isDropOff ? 'drop-off-refused' : 'event-refused',
      subject: (isDropOff && lockerId) || id,
      lockerId,
      // It may have happened long before in an outage of the kiosk; that it could not be recorded shows now.
      beganAt: context.now,
      reason,
    })
    if (hasBegun) context.afterCommit(() => tellOfAlerts(live, context))
  })
}
