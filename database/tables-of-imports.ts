import type { ColumnType } from 'kysely'
import type { Made, MadeAt, Maybe, MaybeAt, Owned } from './column-types.ts'

type Json = ColumnType<unknown, string, string>
type MadeJson = ColumnType<unknown, string | undefined, string>

/** Files of residents, from the upload until they are deleted. */
export type ImportTables = {
  import_jobs: Owned & {
    property_ids: Maybe<string[]>
    file_name: string
    file_size: number
    created_by: Maybe<string>
    created_by_name: string
    created_at: MadeAt
    status: 'Checking' | 'Ready' | 'Applying' | 'Done' | 'Failed'
    source: Made<'Upload' | 'Sftp' | 'Ftp' | 'Mailbox'>
    failure: Made<string>
    headings: Made<string[]>
    fields: Made<string[]>
    is_truncated: Made<boolean>
    is_full_list: Made<boolean>
    named_property_ids: Made<readonly string[]>
    run_id: Maybe<string>
    touched_at: MadeAt
    checked_at: MaybeAt
    applied_at: MaybeAt
    applied_by: Maybe<string>
    applied_by_name: Made<string>
    progress: Made<number>
    lines: Made<number>
    new_lines: Made<number>
    changed_lines: Made<number>
    unchanged_lines: Made<number>
    refused_lines: Made<number>
    left_out_lines: Made<number>
    warned_lines: Made<number>
    layout: MadeJson
    found: MadeJson
    moves_out: Made<number>
    moves_out_of: Made<number>
    moved_out: Made<number>
  }
  import_sources: Owned & {
    kind: 'Sftp' | 'Ftp' | 'Mailbox'
    host: string
    port: number | null
    user_name: string
    password_encrypted: Maybe<Buffer>
    path: string
    is_active: boolean
    uses_ssl: boolean
    fingerprint: string
    checks_fingerprint: boolean
    held_until: MaybeAt
    last_run_at: MaybeAt
    last_failure: Made<string>
  }
  import_fetches: Owned & {
    kind: 'Sftp' | 'Ftp' | 'Mailbox'
    at: MadeAt
    remote_key: string
    file_name: string
    bytes: number
    hash: Maybe<Buffer>
    outcome: 'Imported' | 'Repeated' | 'Refused'
    reason: Made<string>
    import_id: Maybe<string>
    reported_at: MaybeAt
    message_subject: Made<string>
    message_from: Made<string>
    message_sent_at: MaybeAt
  }
  import_uploads: Owned & { bytes: number; created_at: MadeAt }
  import_files: { organisation_id: string; import_id: string; position: number; bytes: Buffer }
  import_rows: {
    organisation_id: string
    import_id: string
    position: number
    line: number
    verdict: 'New' | 'Changed' | 'Unchanged' | 'Refused' | 'LeftOut'
    warnings: Made<string[]>
    reason: Made<string>
    changed: Made<string[]>
    resident_id: Maybe<string>
    excluded_ids: Maybe<string[]>
    values: Maybe<Readonly<Record<string, string | number>>>
  }
  import_moves: { organisation_id: string; import_id: string; resident_id: string }
  import_layouts: { organisation_id: string; headings_key: string; layout: Json }
}
