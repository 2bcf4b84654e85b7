import { z } from 'zod'
import { packMessage } from '#platform/define-messages.ts'
import type { Entity } from '#platform/entity.ts'
import { operation } from '#platform/operation.ts'
import { RecordChange, savedRecord } from '#platform/record.ts'
import { Choice, Id, IdList, pageOf, pageQuery, Removed, requiredText, Saved, searchText, Time } from '#platform/wire.ts'
import { Parameter, ParameterValues, ValueSearch } from './contract.ts'
import { FILE_FORMATS, type FileFormat, REPORT_NAMES, type ReportName } from './reports.ts'
import { t } from './schedule-messages.ts'
import { FREQUENCIES, PERIODS } from './schedule-rules.ts'

/** Longest name of a schedule, in characters, and most recipients. */
const MAX = { name: 100, recipients: 50 } as const

const Report = z.enum(REPORT_NAMES as [ReportName, ...ReportName[]])
const times = {
  Report,
  Format: z.enum(Object.keys(FILE_FORMATS) as [FileFormat, ...FileFormat[]]),
  Frequency: z.enum(FREQUENCIES),
  /** From 1, Monday, to 7; for weekly ones. */
  Weekday: z.int().min(1).max(7),
  /** For monthly ones; in a shorter month its last day. */
  MonthDay: z.int().min(1).max(31),
  /** From 0 to 23, in the time zone of the report. */
  Hour: z.int().min(0).max(23),
  IsActive: z.boolean(),
}

/** A schedule as it is listed. */
export const ScheduleRow = z.object({
  ...times,
  Id: z.string(),
  Name: z.string(),
  UserName: z.string(),
  RecipientCount: z.int(),
  NextAt: Time,
  TimeZone: z.string(),
})
export type ScheduleRow = z.infer<typeof ScheduleRow>

/** The input of a save, and the form's fields. */
export const ScheduleDraft = z.object({
  ...times,
  ...savedRecord,
  Name: requiredText(MAX.name, t('MsgScheduleNameEmpty')),
  /** The days of a report that has some. */
  Period: z.enum(PERIODS),
  /** Its other parameters. */
  ParameterValues,
  RecipientIds: z
    .array(Id)
    .min(1, packMessage(t('MsgScheduleNoRecipient')))
    .max(MAX.recipients, packMessage(t('MsgScheduleTooManyRecipients', { max: MAX.recipients }))),
})

/** A schedule as its form shows it. */
export const ScheduleRecord = z.object({
  ...times,
  Id: z.string(),
  Version: z.string(),
  Name: z.string(),
  Period: z.enum(PERIODS),
  ParameterValues: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  RecipientIds: z.array(z.string()),
  /** The recipients by name; some may not be chosen any more. */
  Recipients: z.array(Choice),
})
export type ScheduleRecord = z.infer<typeof ScheduleRecord>

const path = '/reportschedule'
/** Every role that may see reports has the second of their two permissions. */
export const scheduleEntity: Entity<'reportScheduleId'> = {
  path,
  param: 'reportScheduleId',
  editPath: `${path}/{reportScheduleId}/edit`,
  view: 'PropertyReport',
  add: 'PropertyReport',
  edit: 'PropertyReport',
  remove: 'PropertyReport',
}
const one = { params: z.object({ reportScheduleId: Id }) }
const line = { permission: ['OrganisationReport', 'PropertyReport'] } as const

export const reportSchedules = {
  page: operation('POST', `${path}/getpaged`, {
    ...line,
    reads: true,
    summary: 'Schedules of reports by page: the own ones, with OrganisationReport those of the organisation',
    input: pageQuery(['Name', 'NextAt']).extend({ SearchText: searchText() }),
    output: pageOf(ScheduleRow),
  }),
  get: operation('GET', `${path}/get/{reportScheduleId}`, {
    ...line,
    ...one,
    summary: 'A schedule as its form shows it',
    output: ScheduleRecord,
  }),
  changes: operation('GET', `${path}/{reportScheduleId}/changes`, {
    ...line,
    ...one,
    summary: 'The changes of a schedule by whom and when, latest first',
    output: z.array(RecordChange),
  }),
  recipients: operation('GET', `${path}/getrecipients`, {
    ...line,
    summary: 'Users who may see reports, by name; those with a property in common',
    output: z.array(Choice),
  }),
  parameters: operation('POST', `${path}/parameters`, {
    ...line,
    reads: true,
    summary: 'The parameters of a scheduled report, with the values that they can have',
    input: z.object({ Report, ParameterValues, ...ValueSearch.shape }),
    output: z.array(Parameter),
  }),
  save: operation('POST', `${path}/save`, {
    ...line,
    summary: 'Adds a schedule, or changes the one with this id',
    input: ScheduleDraft,
    output: Saved,
  }),
  remove: operation('POST', `${path}/delete`, { ...line, summary: 'Deletes schedules', input: IdList, output: Removed }),
}
