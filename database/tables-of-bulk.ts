import type { ColumnType } from 'kysely'
import type { Made, MadeAt, Maybe, MaybeAt, Owned } from './column-types.ts'

type Json = ColumnType<unknown, string | undefined, string>

/** Bulk actions, with their refused rows and the values that an undo restores. */
export type BulkTables = {
  bulk_jobs: Owned & {
    user_id: string
    user_name: string
    home_organisation_id: string
    action: string
    list: string
    input: Json
    undo_of: Maybe<string>
    undone_at: MaybeAt
    status: 'Running' | 'Done' | 'Failed'
    failure: Made<string>
    row_ids: readonly string[]
    processed: Made<number>
    changed: Made<number>
    refused: Made<number>
    created_at: MadeAt
    finished_at: MaybeAt
  }
  bulk_rows: {
    organisation_id: string
    job_id: string
    row_id: string
    reason: Maybe<string>
    before: ColumnType<unknown, string | null | undefined, string | null>
  }
}
