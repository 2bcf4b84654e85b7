import type { z } from 'zod'
import type { BulkJob, BulkOperation } from '#platform/bulk.ts'
import type { Message } from '#platform/define-messages.ts'
import type { Operation } from '#platform/operation.ts'
import type { Caller } from '../http/caller.ts'
import type { TransactionContext } from '../http/route.ts'
import { t } from '../messages.ts'
import { type Db, executePlanned, type Tenant } from '../postgres/db.ts'
import type { Query } from '../postgres/paging.ts'

// biome-ignore lint/suspicious/noExplicitAny: actions of every list and with every input
type Any = any

/** One transaction of a bulk action, as the person who started it, with the rights of this moment. */
export type BulkContext = TransactionContext & {
  readonly now: Date
  readonly caller: Caller
}

/** What became of some rows. Rows that are neither changed nor refused were not found. */
export type BulkOutcome = {
  readonly changed: readonly string[]
  readonly refused: ReadonlyMap<string, Message>
  /** Of an action with `undo`: the previous values of each changed row, as JSON. */
  readonly before?: ReadonlyMap<string, unknown>
}

/** A row that an undo restores. */
export type UndoRow<Before> = { readonly id: string; readonly before: Before }

/**
 * An action on many rows of a list. `run`, `undo` and `complete` get at most `BULK_AT_ONCE` rows at a time in the order of their
 * ids, which may have been deleted or moved out of the caller's sight since they were chosen: they lock the rows that the tenant
 * sees and apply the rules of the single action to each.
 */
type Definition<Query, Input, Before> = {
  readonly operation: Operation<
    z.ZodType,
    z.ZodType,
    z.ZodType<{ Matching?: Query; Ids?: string[]; Except: string[]; Expected?: number } & Input>,
    typeof BulkJob
  >
  /** The list of the rows: a person runs one job on it at a time. */
  readonly list: string
  /** The ids of the rows that match the list's query, in order; at most `most`. See `orderedIds`. */
  readonly matching: (db: Db, tenant: Tenant, query: Query, most: number) => Promise<string[]>
  /** The names of the rows that the tenant sees, for the report. */
  readonly names: (db: Db, tenant: Tenant, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly run: (context: BulkContext, ids: readonly string[], input: Input) => Promise<BulkOutcome>
  /** Restores rows that nobody has changed since; the others are refused with `MsgChangedSince`. */
  readonly undo?: (context: BulkContext, rows: readonly UndoRow<Before>[]) => Promise<BulkOutcome>
  /** Effects that cannot be undone, for the rows that were not restored in time. May be called twice for a row. */
  readonly complete?: (context: BulkContext, ids: readonly string[]) => Promise<void>
  /** What was done: '12 rows were changed.' */
  readonly message: (changed: number) => Message
}

export type BulkAction = Omit<Definition<Any, Any, Any>, 'operation'> & { readonly operation: BulkOperation }

/** Defines a bulk action; its operation's input is made with `bulkInput`. */
export const bulkAction = <Query, Input, Before = never>(definition: Definition<Query, Input, Before>): BulkAction =>
  definition as unknown as BulkAction

/** The name under which jobs of an action are stored. */
export const nameOf = ({ operation }: Pick<BulkAction, 'operation'>): string => operation.path

/** The ids that a query selects as its column `id`, in order; at most `most`. */
export async function orderedIds(db: Db, query: Query<{ id: string }>, most: number): Promise<string[]> {
  const rows = await executePlanned<{ id: string }>(db, query.orderBy('id').limit(most))
  return rows.map(({ id }) => id)
}

/** The outcome of an undo that has restored some of the rows; the others have been changed since. */
export const restored = (rows: readonly UndoRow<unknown>[], ids: readonly string[]): BulkOutcome => ({
  changed: ids,
  refused: new Map(rows.filter(({ id }) => !ids.includes(id)).map(({ id }) => [id, t('MsgChangedSince')])),
})
