import { defineMessages } from '#platform/define-messages.ts'

/** Texts of the audit trail (own words: the specification has no such screen). */
export const t = defineMessages('AuditTrail', {
  MsgAuditNotADay: 'Enter a day such as 2026-11-22.',
  LabelAuditTime: 'Time',
  LabelAuditKind: 'Kind',
  LabelAuditSubject: 'Record',
  LabelAuditSubjectId: 'Record ID',
  LabelAuditFrom: 'From day',
  LabelAuditUntil: 'Until day',
  LabelAuditOrigin: 'From where',
  LabelAuditField: 'Field',
  LabelAuditBefore: 'Before',
  LabelAuditAfter: 'After',
  NoAuditEntries: 'No entries.',
  NoAuditChanges: 'No values were recorded.',
  AuditErased: 'The personal values of this entry were erased.',
  AuditExport: 'Export as CSV',
  AuditExported: 'Exported.',
  AuditAllOfRecord: 'All entries of this record',
  AuditAllOfPerson: 'All entries of this person',
  AuditBrowser: 'browser',
  AuditKiosk: 'kiosk',
  AuditProgram: 'program',
  AuditJob: 'server',

  AuditItems: '{items}',
  AuditNamed: '{name}: {value}',
  AuditChangedTo: '{name}: {before} → {after}',
  AuditWordChanged: 'changed',
  AuditPersonDeleted: '{name} (deleted)',
  AuditExportCut: 'More entries match. An export has the latest {max}: export the earlier ones with the filter Until day.',
})
