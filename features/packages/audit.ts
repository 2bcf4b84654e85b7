import { groupMessage } from '#features/package-statuses/statuses.ts'
import { actionsOn, t as common, defineAudit } from '#platform/audit.ts'
import { defineMessages } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import { t as viewer } from './viewer-messages.ts'

export const t = defineMessages('PackageAudit', {
  AuditFieldDroppedBefore: 'Dropped off before',
  AuditFieldDroppedFrom: 'Dropped off from',
  AuditFieldFilteredBy: 'Filtered by text in',
})

export const packageAudit = defineAudit({
  kinds: { package: label('LabelPackage') },
  actions: actionsOn('package', {
    'package changed': common('AuditChanged'),
    'packages exported': common('AuditTrailExported'),
  }),
  fields: {
    AdviceTagId: viewer('LabelAdviceTag'),
    DroppedBefore: t('AuditFieldDroppedBefore'),
    DroppedFrom: t('AuditFieldDroppedFrom'),
    FilteredBy: t('AuditFieldFilteredBy'),
    LocationIds: label('LabelLocation'),
    Note: viewer('LabelNote'),
    PackageId: label('LabelPackage'),
    PackageNumber: label('LabelPackageNumber'),
    Packages: label('LabelPackages'),
    Recipient: label('LabelRecipient'),
    RecipientName: label('LabelRecipient'),
    StatusGroupIds: label('LabelStatus'),
    StatusGroups: label('LabelStatus'),
    TrackingNumber: label('LabelTrackingNumber'),
  },
  values: {
    StatusGroupIds: (value) => groupMessage(Number(value)),
    StatusGroups: (value) => groupMessage(Number(value)),
  },
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly packages: typeof packageAudit
  }
}
