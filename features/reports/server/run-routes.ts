import { sql } from 'kysely'
import { unpackMessage } from '#platform/define-messages.ts'
import type { InputOf } from '#platform/operation.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import type { Router } from '#platform/server/http/route.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import type { ReportName } from '../reports.ts'
import { reportRuns } from '../runs-contract.ts'
import { DEFINITIONS } from './definitions/all.ts'
import { ID } from './engine/choices.ts'
import type { Values } from './engine/definition.ts'

const SORTS = { StartedAt: sql`r.started_at` }

/** The list of runs. Those of others are for people who may see what users do. */
export function runRoutes(route: Router): void {
  route(reportRuns.page, ({ db, caller, input }) =>
    readPage(db, matching(db, caller, input), input, { sorts: SORTS, id: 'r.id', row: rowOf }),
  )
}

function matching(db: Db, { id, permissions }: Caller, { Report, State }: InputOf<typeof reportRuns.page>) {
  return db
    .selectFrom('report_runs as r')
    .select(['r.id', 'r.user_name', 'r.report', 'r.format', 'r.parameters', 'r.state', 'r.reason', 'r.row_count'])
    .select(['r.started_at', 'r.ended_at', 'r.is_scheduled'])
    .$if(!permissions.has('ViewAudit'), (query) => query.where('r.user_id', '=', id))
    .$if(Report !== undefined, (query) => query.where('r.report', '=', Report!))
    .$if(State !== undefined, (query) => query.where('r.state', '=', State!))
}

type Row = Awaited<ReturnType<ReturnType<typeof matching>['execute']>>[number]

function rowOf(row: Row) {
  const report = row.report as ReportName
  const values = row.parameters as Values
  return {
    Id: row.id,
    StartedAt: row.started_at,
    EndedAt: row.ended_at,
    UserName: row.user_name,
    Report: report,
    Format: row.format,
    IsScheduled: row.is_scheduled,
    Values: addressValues(report, values),
    Parameters: parametersOf(report, values),
    State: row.state,
    Reason: row.reason === null ? null : unpackMessage(row.reason),
    RowCount: row.row_count,
    Seconds: row.ended_at === null ? null : (Date.parse(row.ended_at) - Date.parse(row.started_at)) / 1000,
  }
}

/** The values of a report's own parameters that are not empty, as its address has them: lists with commas. */
export function addressValues(report: ReportName, values: Values): Record<string, string> {
  const entries = DEFINITIONS[report].parameters.map(({ id }): [string, string] => [id, [values[id] ?? ''].flat().join(',')])
  return Object.fromEntries(entries.filter(([, text]) => text !== ''))
}

function parametersOf(report: ReportName, values: Values) {
  const given = addressValues(report, values)
  return DEFINITIONS[report].parameters.flatMap(({ id, text, pattern, multivalue }) => {
    const value = given[id]
    if (value === undefined) return []
    return [{ Name: text, Value: pattern === ID || multivalue ? String(value.split(',').length) : value }]
  })
}
