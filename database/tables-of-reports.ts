import type { At, Made, MadeAt, Maybe, MaybeAt, Owned } from './column-types.ts'

/** The report service's viewers, instances, documents and renders, and the runs of reports. */
export type ReportTables = {
  report_clients: Owned & { user_id: string; used_at: MadeAt }
  report_instances: Owned & { client_id: string; report: string; parameters: Made<unknown> }
  report_documents: Owned & { instance_id: string; render_id: string }
  report_renders: Owned & {
    user_id: string
    property_ids: Maybe<string[]>
    report: string
    format: string
    parameters: Made<unknown>
    changes: Made<unknown>
    language: string
    date_format: string
    content_key: Buffer
    state: Made<'Working' | 'Ready' | 'Failed'>
    failure: Maybe<string>
    parts: Made<number>
    run_id: Maybe<string>
    created_at: MadeAt
  }
  report_runs: Owned & {
    user_id: string
    user_name: string
    report: string
    format: string
    parameters: Made<unknown>
    state: Made<'Working' | 'Done' | 'Failed' | 'Cancelled' | 'NotSent'>
    reason: Maybe<string>
    row_count: Maybe<number>
    is_scheduled: Made<boolean>
    schedule_id: Maybe<string>
    started_at: MadeAt
    ended_at: MaybeAt
  }
  report_schedules: Owned & {
    user_id: string
    user_name: string
    name: string
    report: string
    format: string
    period: string
    parameters: Made<unknown>
    frequency: string
    weekday: number
    month_day: number
    hour: number
    time_zone: string
    next_at: At
    is_active: boolean
  }
  report_schedule_recipients: { organisation_id: string; schedule_id: string; user_id: string }
  report_parts: { organisation_id: string; render_id: string; number: number; content: Buffer; bookmarks: Maybe<unknown> }
}
