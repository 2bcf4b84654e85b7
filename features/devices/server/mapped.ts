import type { KioskLink } from '#features/kiosks/server/api.ts'
import { happened } from '#features/kiosks/server/api.ts'
import { writeAudit } from '#platform/server/audit.ts'
import type { Live } from '#platform/server/live.ts'
import { found } from '#platform/server/refusal.ts'

/** Writes down which device opens a locker, as its kiosk has told. A device opens one locker, the one it was mapped to last. */
export function mappedLockers(kiosks: Pick<KioskLink, 'onEvent'>, live: Live): void {
  kiosks.onEvent('locker-mapped', async (db, event, context) => {
    const { LockerId: lockerId, SerialNumber: serialNumber } = event
    const { lockerBankId, propertyId, tenant, command } = context
    if (serialNumber !== null)
      await db
        .updateTable('lockers')
        .set({ device_serial: null })
        .where('locker_bank_id', '=', lockerBankId)
        .where('device_serial', '=', serialNumber)
        .where('id', '<>', lockerId)
        .execute()
    const locker = found(
      await db
        .updateTable('lockers')
        .set({ device_serial: serialNumber })
        .where('locker_bank_id', '=', lockerBankId)
        .where('id', '=', lockerId)
        .where('locker_type', '=', 'locker')
        .returning(['name', 'live_packages'])
        .executeTakeFirst(),
    )
    await writeAudit(db, {
      organisationId: tenant.organisationId,
      at: happened(event, context),
      actor: { id: command?.userId ?? null, name: command?.userName ?? 'kiosk' },
      action: serialNumber === null ? 'device taken off locker' : 'device mapped to locker',
      subjectId: lockerId,
      detail: { lockerBankId, name: locker.name, serialNumber, packages: locker.live_packages },
    })
    const place = { organisationId: tenant.organisationId, propertyId, lockerBankId }
    context.afterCommit(() => live.changed({ ...place, topic: 'packages', lockerId }))
  })
}
