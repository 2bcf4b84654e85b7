import { actionsOn, defineAudit, savingActions } from '#platform/audit.ts'
import { defineMessages } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import { t as resident } from './messages.ts'
import { occupancyMessage } from './rules.ts'

export const t = defineMessages('ResidentAudit', {
  AuditFieldMovedOut: 'Moved out',
  AuditFieldNewCode: 'New access code',
  AuditCodeRead: 'Access code read',
  AuditCodeRefused: 'Access code refused',
  AuditCodeSent: 'Access code sent',
  AuditDelegateAdded: 'Delegate added',
  AuditDelegateRemoved: 'Delegate removed',
  AuditExported: 'Personal data exported',
  AuditErased: 'Personal data erased',
  AuditMovedOut: 'Moved out',
})

export const residentAudit = defineAudit({
  kinds: { resident: label('LabelResident') },
  actions: {
    ...savingActions('resident', 'resident'),
    ...actionsOn('resident', {
      'access code read': t('AuditCodeRead'),
      'access code refused': t('AuditCodeRefused'),
      'access code sent': t('AuditCodeSent'),
      'delegate added': t('AuditDelegateAdded'),
      'delegate removed': t('AuditDelegateRemoved'),
      'personal data exported': t('AuditExported'),
      'resident erased': t('AuditErased'),
      'resident moved out': t('AuditMovedOut'),
    }),
  },
  fields: {
    AccessCodeEncrypted: resident('LabelAccessCode'),
    DelegateId: label('LabelDelegate'),
    From: resident('LabelFromDay'),
    HasOptedOut: resident('LabelOptOut'),
    HoldFrom: resident('LabelHoldFrom'),
    HoldUntil: resident('LabelHoldUntil'),
    IsCodeChanged: t('AuditFieldNewCode'),
    IsDisabled: resident('LabelSpecialNeeds'),
    IsEmailEnabled: resident('LabelEmailNotification'),
    IsEmailNotificationEnabled: resident('LabelEmailNotification'),
    IsOptedOut: resident('LabelOptOut'),
    IsOutOfTown: resident('LabelOutOfTown'),
    IsSmsEnabled: resident('LabelSmsNotification'),
    IsSmsNotificationEnabled: resident('LabelSmsNotification'),
    LockerAccessCode: resident('LabelAccessCode'),
    MovedOut: t('AuditFieldMovedOut'),
    MovesOut: t('AuditFieldMovedOut'),
    OccupancyStatus: resident('LabelOccupancy'),
    Resident: label('LabelResident'),
    ResidentId: label('LabelResident'),
    ResidentName: label('LabelResident'),
    UnitNumber: label('LabelUnitNumber'),
    Until: resident('LabelUntilDay'),
  },
  values: {
    OccupancyStatus: (value) => occupancyMessage(Number(value)),
  },
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly residents: typeof residentAudit
  }
}
