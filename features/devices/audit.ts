import { actionsOn, defineAudit } from '#platform/audit.ts'
import { defineMessages } from '#platform/define-messages.ts'

export const t = defineMessages('DeviceAudit', {
  AuditFieldSerialNumber: 'Serial number',
  AuditMapped: 'Device mapped',
  AuditUnmapped: 'Device mapping removed',
  AuditDeviceOpened: 'Opening of a device requested',
  AuditDeviceGivenAway: 'Device mapped to another locker',
})

export const deviceAudit = defineAudit({
  actions: {
    ...actionsOn('locker', {
      'device mapped to locker': t('AuditMapped'),
      'device mapped to no locker': t('AuditUnmapped'),
      'device taken off locker': t('AuditDeviceGivenAway'),
    }),
    ...actionsOn('lockerBank', {
      'device opening requested': t('AuditDeviceOpened'),
    }),
  },
  fields: {
    SerialNumber: t('AuditFieldSerialNumber'),
  },
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly devices: typeof deviceAudit
  }
}
