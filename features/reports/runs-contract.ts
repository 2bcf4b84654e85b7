import { z } from 'zod'
import { operation } from '#platform/operation.ts'
import { MessageText, NullableTime, pageOf, pageQuery, Time } from '#platform/wire.ts'
import { REPORT_NAMES } from './reports.ts'

/** How a run of a report stands; `NotSent`: its recipient may not have it. */
export const RUN_STATES = ['Working', 'Done', 'Failed', 'Cancelled', 'NotSent'] as const
export type RunState = (typeof RUN_STATES)[number]

const choice = <const T extends readonly [string, ...string[]]>(names: T) =>
  z
    .enum(names)
    .nullish()
    .transform((name) => name ?? undefined)

/** A report that was made for somebody, in the viewer, as a file or by e-mail. */
export const RunRow = z.object({
  Id: z.string(),
  StartedAt: Time,
  EndedAt: NullableTime,
  /** For whom it was made. */
  UserName: z.string(),
  Report: z.enum(REPORT_NAMES as [string, ...string[]]),
  Format: z.string(),
  /** Whether it was made for an e-mail on a schedule. */
  IsScheduled: z.boolean(),
  /** The values of its parameters by their ids, as its address has them. */
  Values: z.record(z.string(), z.string()),
  /** The same for people; the names of records are only counted. */
  Parameters: z.array(z.object({ Name: MessageText, Value: z.string() })),
  State: z.enum(RUN_STATES),
  /** Why it failed, or was not sent. */
  Reason: MessageText.nullable(),
  RowCount: z.int().nullable(),
  /** From its request to its end. */
  Seconds: z.number().nullable(),
})
export type RunRow = z.infer<typeof RunRow>

export const reportRuns = {
  page: operation('POST', '/reportrun/getpaged', {
    reads: true,
    permission: ['OrganisationReport', 'PropertyReport'],
    summary: 'Runs of reports, latest first: the own ones, with ViewAudit those of the organisation',
    input: pageQuery(['StartedAt'], 'desc').extend({
      Report: choice(REPORT_NAMES as [string, ...string[]]),
      State: choice(RUN_STATES),
    }),
    output: pageOf(RunRow),
  }),
}
