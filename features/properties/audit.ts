import { defineAudit, savingActions } from '#platform/audit.ts'
import { t as label } from '#platform/labels.ts'
import { settingLabels, settingWords } from '#platform/typed-settings.ts'
import { t as property } from './messages.ts'
import { PROPERTY_SETTINGS } from './settings.ts'

export const propertyAudit = defineAudit({
  kinds: { property: label('LabelProperty') },
  actions: savingActions('property', 'property'),
  fields: {
    ...settingLabels(PROPERTY_SETTINGS),
    ExternalCode: property('LabelExternalCode'),
    Properties: label('LabelProperties'),
    PropertyId: label('LabelProperty'),
    PropertyIds: label('LabelProperties'),
    TimeZone: property('LabelTimeZone'),
    TimeZoneId: property('LabelTimeZone'),
  },
  values: {
    ...settingWords(PROPERTY_SETTINGS),
  },
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly properties: typeof propertyAudit
  }
}
