import type { KioskLink } from '#features/kiosks/server/api.ts'
import { eventTime } from '#features/kiosks/server/api.ts'
import { LOCKER_MODES } from '#features/layout/model.ts'
import type { Live } from '#features/live/server/api.ts'
import { writeAudit } from '#platform/server/postgres/audit.ts'

/** Neither the terminal nor a blank in the steel. */
const isLocker = (door: { readonly locker_type: string; readonly locker_mode: number }) =>
  door.locker_type === 'locker' && door.locker_mode !== LOCKER_MODES.removed

/**
 * Writes down which device opens a locker, as its kiosk has told. A device opens one locker, the one it was mapped to last;
 * none, where a save of the layout has taken that locker away before the kiosk's word came.
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
      // In the order in which a save of the layout holds them.
      .orderBy('id')
      .forUpdate()
      .execute()
    const locker = touched.find(({ id, ...door }) => id === lockerId && isLocker(door))
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
