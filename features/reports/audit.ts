import { t as trend } from '#features/trends/messages.ts'
import { actionsOn, defineAudit, savingActions } from '#platform/audit.ts'
import { defineMessages } from '#platform/define-messages.ts'
import { REPORTS } from './reports.ts'
import { t as run } from './run-messages.ts'
import { t as schedule } from './schedule-messages.ts'
import { t as screens } from './screens.ts'
import { t as viewer } from './viewer-messages.ts'

export const t = defineMessages('ReportAudit', {
  AuditReportExported: 'Report exported',
  AuditReportSent: 'Report sent',
})

const WORDS = {
  FrequencyDaily: schedule('FrequencyDaily'),
  FrequencyWeekly: schedule('FrequencyWeekly'),
  FrequencyMonthly: schedule('FrequencyMonthly'),
  PeriodYesterday: schedule('PeriodYesterday'),
  PeriodLast7Days: schedule('PeriodLast7Days'),
  PeriodLast30Days: schedule('PeriodLast30Days'),
  PeriodLastMonth: schedule('PeriodLastMonth'),
}

export const reportAudit = defineAudit({
  kinds: { reportSchedule: screens('ScreenReportSchedule') },
  actions: {
    ...savingActions('report schedule', 'reportSchedule'),
    ...actionsOn(null, {
      'report exported': t('AuditReportExported'),
    }),
    ...actionsOn('reportSchedule', {
      'report schedule sent': t('AuditReportSent'),
    }),
  },
  fields: {
    Format: run('LabelFormat'),
    Frequency: schedule('LabelFrequency'),
    Hour: schedule('LabelHour'),
    MonthDay: schedule('LabelMonthDay'),
    Period: trend('LabelPeriod'),
    RecipientIds: schedule('SectionRecipients'),
    Report: viewer('LabelToolbar'),
    Weekday: schedule('LabelWeekday'),
  },
  values: {
    Frequency: (value) => WORDS[`Frequency${value}` as keyof typeof WORDS],
    Period: (value) => WORDS[`Period${value}` as keyof typeof WORDS],
    Report: (value) => REPORTS[value as keyof typeof REPORTS]?.title,
  },
})

declare module '#platform/audit.ts' {
  interface AuditDeclarations {
    readonly reports: typeof reportAudit
  }
}
