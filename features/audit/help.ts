import { defineMessages } from '#platform/define-messages.ts'
import type { FeatureHelp } from '#platform/help.ts'

/** Texts of the help and of the first steps; loaded when they are opened. */
export const t = defineMessages('AuditTrailHelp', {
  HelpAudit: 'Who did what and when. Filter by person, action and day; an entry shows the values before and after.',
  HelpAuditEntry: 'One recorded action: who, when, and the values before and after. Entries cannot be changed or deleted.',
  StepAudit: 'Look at the audit trail',
})

export const help: FeatureHelp = {
  '/audit/list': { text: t('HelpAudit'), guide: 'share-a-view' },
  '/audit/{entryId}/detail': { text: t('HelpAuditEntry'), guide: 'share-a-view' },
}
