import { defineMessages } from '#platform/define-messages.ts'

/** Texts of the list of runs. */
export const t = defineMessages('ReportRun', {
  LabelFor: 'For',
  LabelStarted: 'Begun',
  LabelFormat: 'Format',
  LabelRows: 'Rows',
  LabelDuration: 'Duration',
  LabelSeconds: '{seconds} s',
  LabelWay: 'Way',
  WayViewer: 'Viewer',
  WayPreview: 'Print preview',
  WayMail: '{format}, by e-mail',
  RunWorking: 'Running',
  RunDone: 'Done',
  RunFailed: 'Not made',
  RunCancelled: 'Cancelled',
  RunNotSent: 'Withheld',
  NoRuns: 'No report was made yet.',
})
