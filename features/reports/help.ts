import { defineMessages } from '#platform/define-messages.ts'
import { t as common, type FeatureHelp } from '#platform/help.ts'
import { REPORT_NAMES, REPORTS } from './reports.ts'

/** Texts of the help and of the first steps; loaded when they are opened. */
export const t = defineMessages('ReportHelp', {
  HelpReports:
    'Choose parameters and press Preview. Sort by a heading, follow a link to a record, and export or print. Save the parameters as a set if you need them again.',
  HelpSchedules: 'Reports that are sent by e-mail, daily, weekly or monthly. Recipients get the rows of their own properties.',
  HelpRuns: 'Which report was run by whom, with which parameters. Open one to run it again.',
  StepReport: 'Run a report',
})

export const help: FeatureHelp = {
  '/reportschedule/list': { text: t('HelpSchedules'), guide: 'run-and-schedule-reports' },
  '/reportschedule/create': { text: common('HelpCreate'), guide: 'run-and-schedule-reports' },
  '/reportschedule/{reportScheduleId}/edit': { text: common('HelpRecord'), guide: 'run-and-schedule-reports' },
  '/reportrun/list': { text: t('HelpRuns'), guide: 'run-and-schedule-reports' },
  ...Object.fromEntries(
    REPORT_NAMES.map((name) => [REPORTS[name].path, { text: t('HelpReports'), guide: 'run-and-schedule-reports' }]),
  ),
}
