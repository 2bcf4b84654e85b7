import type { z } from 'zod'
import type { AuditAction } from '#platform/audit.ts'
import type { Operation } from '#platform/operation.ts'
import type { RecordChange } from '#platform/record.ts'

/** Where a conflict reads who has changed the record, and when. */
export type RecordHistory = {
  readonly operation: Operation
  readonly params: Readonly<Record<string, string>>
  /** The last change of what the form shows. */
  last(rows: unknown): RecordChange | undefined
  /** The property in whose time zone the times are shown; the organisation's by default. */
  readonly timeZone?: string | null | undefined
}

/** A history of the audit trail, in which these actions change what the form shows. */
export const historyOf = <Param extends string>(
  operation: Operation<z.ZodType<Readonly<Record<Param, unknown>>>, z.ZodType, z.ZodType, z.ZodType<RecordChange[]>>,
  params: Readonly<Record<Param, string>>,
  ...actions: readonly AuditAction[]
): RecordHistory => ({
  operation,
  params,
  last: (rows: readonly RecordChange[]) => rows.find(({ ActionKey }) => (actions as readonly unknown[]).includes(ActionKey)),
})

/** The rows of a history, which is latest first, with their numbers: new rows come in front, so a row keeps its number. */
export const numbered = <Row>(rows: readonly Row[]) => rows.map((row, index) => ({ row, number: rows.length - index }))

/** The clocks of a browser and the server may differ by so much. */
const CLOCK_MS = 60_000
/**
 * A change, or null if it was made before `since`, in ms: some changes are in no history, and an older one would name the wrong
 * person.
 */
export const unlessBefore = (since: number, change: RecordChange | undefined): RecordChange | null =>
  change && Date.parse(change.At) > since - CLOCK_MS ? change : null
