import { sql } from 'kysely'
import type { InputOf } from '#platform/operation.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { anyOf, naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import type { ParameterValues } from '../../contract.ts'
import type { FileFormat, ReportName } from '../../reports.ts'
import { nextTime, type Period, type Plan } from '../../schedule-rules.ts'
import type { reportSchedules } from '../../schedules-contract.ts'
import { zoneOf } from '../engine/choices.ts'
import type { Values } from '../engine/definition.ts'

type Draft = InputOf<typeof reportSchedules.save>

/** The schedules that a caller may see and change: the own ones, with OrganisationReport all. */
export const ownSchedules = (db: Db, { id, permissions }: Pick<Caller, 'id' | 'permissions'>) =>
  db.selectFrom('report_schedules as s').$if(!permissions.has('OrganisationReport'), (query) => query.where('s.user_id', '=', id))

const COLUMNS = [
  's.id',
  's.user_name',
  's.name',
  's.report',
  's.format',
  's.frequency',
  's.weekday',
  's.month_day',
  's.hour',
  's.time_zone',
  's.next_at',
  's.is_active',
  's.period',
  's.parameters',
] as const

/** Equal as long as nobody has changed the form; the next due time, which each e-mail changes, is not part of it. */
const VERSION = sql<string>`md5(row(s.name, s.report, s.format, s.frequency, s.weekday, s.month_day, s.hour, s.is_active, s.period,
  s.parameters, array(select r.user_id from report_schedule_recipients r where r.schedule_id = s.id order by r.user_id))::text)`

export const scheduleRows = (db: Db, caller: Pick<Caller, 'id' | 'permissions'>) =>
  ownSchedules(db, caller)
    .select(COLUMNS)
    .select(VERSION.as('version'))
    .select(
      sql<number>`(select count(*)::int from report_schedule_recipients r where r.schedule_id = s.id)`.as('recipient_count'),
    )

export type ScheduleRow = Awaited<ReturnType<ReturnType<typeof scheduleRows>['execute']>>[number]

export const SORTS = { Name: naturalOrder('s.name'), NextAt: sql`s.next_at` }

/** The fields that the list and the form have. */
export const fieldsOf = (row: ScheduleRow) => ({
  Id: row.id,
  Name: row.name,
  Report: row.report as ReportName,
  Format: row.format as FileFormat,
  Frequency: row.frequency as Plan['frequency'],
  Weekday: row.weekday,
  MonthDay: row.month_day,
  Hour: row.hour,
  IsActive: row.is_active,
})
export const formOf = (row: ScheduleRow) => ({
  ...fieldsOf(row),
  Version: row.version,
  Period: row.period as Period,
  ParameterValues: row.parameters as Record<string, string | string[]>,
})

/** The columns of a draft, with its next due time; its values are checked. */
export async function columnsOf(db: Db, draft: Draft, values: Values, now: Date) {
  const plan: Plan = { frequency: draft.Frequency, weekday: draft.Weekday, monthDay: draft.MonthDay, hour: draft.Hour }
  const time_zone = await zoneOf(db, values)
  return {
    name: draft.Name,
    report: draft.Report,
    format: draft.Format,
    period: draft.Period,
    parameters: JSON.stringify(values),
    frequency: plan.frequency,
    weekday: plan.weekday,
    month_day: plan.monthDay,
    hour: plan.hour,
    is_active: draft.IsActive,
    time_zone,
    next_at: nextTime(plan, time_zone, now),
  }
}

/** What a report is scheduled with: its values without those that the period and the recipient give. */
export const keptValues = (values: Values | ParameterValues): Record<string, Values[string]> => {
  const { OrgId, UserId, From, To, ...kept } = values as Record<string, Values[string]>
  return kept
}

/** Schedules that are due. */
const dueSchedules = (db: Db, now: Date) =>
  db.selectFrom('report_schedules as s').where('s.is_active', '=', true).where('s.next_at', '<=', now.toISOString())

export const dueIds = async (db: Db, now: Date): Promise<string[]> =>
  (await dueSchedules(db, now).select('s.id').orderBy('s.next_at').orderBy('s.id').execute()).map(({ id }) => id)

/** A schedule that is due, locked; undefined when another node has it or has begun its e-mails. */
export const lockDue = (db: Db, id: string, now: Date) =>
  dueSchedules(db, now).select(COLUMNS).where('s.id', '=', id).forUpdate().skipLocked().executeTakeFirst()

export const deleteSchedules = (db: Db, ids: readonly string[]) =>
  db.deleteFrom('report_schedules').where('id', '=', anyOf(ids)).execute()
