import type { KioskLink } from '#features/kiosks/server/api.ts'
import { eventTime } from '#features/kiosks/server/api.ts'
import { LOCKER_MODES } from '#features/layout/model.ts'
import type { Live } from '#features/live/server/api.ts'
import { writeAudit } from '#platform/server/postgres/audit.ts'

/** Neither a terminal nor a blank panel. */
const isLocker = (row: { readonly locker_type: string; readonly locker_mode: number }) =>
  row.locker_type === 'locker' && row.locker_mode !== LOCKER_MODES.removed

/**
 * Saves the mapping that a kiosk reports. A device opens one locker, the last one it was mapped to; none when a saved layout has
 * removed that locker before the event came.
 */
export function mappedLockers(kiosks: Pick<KioskLink, 'onEvent'>, live: Live): void {
  kiosks.onEvent('locker-mapped', async (db, event, context) => {
    const { LockerId: lockerId, SerialNumber: serialNumber } = event
    const { lockerBankId, propertyId, tenant, command } = context
    const touched = await db
      .selectFrom('lockers')
      .select(['id', 'name', 'locker_type', 'locker_mode', 'live_packages'])
      .where('locker_bank_id', '=', lockerBankId)
      .where((eb) => eb.or([eb('id', '=', lockerId), eb('device_serial', '=', serialNumber)]))
      // The same lock order as saving the layout.
      .orderBy('id')
      .forUpdate()
      .execute()
    const locker = touched.find((row) => row.id === lockerId && isLocker(row))
    const set = (id: string, device_serial: string | null) =>
      db.updateTable('lockers').set({ device_serial }).where('id', '=', id).execute()
    for (const { id } of touched) if (id !== locker?.id) await set(id, null)
    if (locker) await set(locker.id, serialNumber)
    await writeAudit(db, {
      organisationId: tenant.organisationId,
      at: eventTime(event, context),
      actor: { id: command?.userId ?? null, name: command?.userName ?? 'kiosk' },
      action:
        serialNumber === null ? 'device taken off locker' : locker ? 'device mapped to locker' : 'device mapped to no locker',
      subjectId: lockerId,
      detail: { lockerBankId, name: locker?.name, serialNumber, packages: locker?.live_packages },
    })
    const place = { organisationId: tenant.organisationId, propertyId, lockerBankId }
    context.afterCommit(() => live.changed({ ...place, topic: 'packages', lockerId }))
  })
}
