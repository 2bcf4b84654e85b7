import { defineAudit, savingActions } from '#platform/audit.ts'
import { t as label } from '#platform/labels.ts'

export const mailroomAudit = defineAudit({
  kinds: { mailroom: label('LabelMailroom') },
  actions: savingActions('mailroom', 'mailroom'),
  fields: {
    MailRoomId: label('LabelMailroom'),
  },
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly mailrooms: typeof mailroomAudit
  }
}
