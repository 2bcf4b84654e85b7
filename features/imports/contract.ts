import { z } from 'zod'
import { operation } from '#platform/operation.ts'
import { Id, IdList, NullableTime, pageOf, pageQuery, Removed, Saved, Time, Words } from '#platform/wire.ts'
import { FIELD_NAMES } from './fields.ts'
import { MAX_FILE_BYTES, VERDICTS } from './rules.ts'

/** Imports on a page of their list (spec 2 §9). */
export const IMPORT_PAGE = 5
/** The name of the multipart field does not matter; this is the one that the portal gives it. */
export const FILE_FIELD = 'file'
/** What stands around the file in the request. */
const ENVELOPE_BYTES = 65_536

/** A row of the list (spec 2 §2). */
export const ImportRow = z.object({
  Id: z.string(),
  Purpose: Words,
  File: z.string(),
  /** When it was applied, else when it came. */
  LastImportDate: Time,
  Status: z.string(),
  StatusName: Words,
  CreatedBy: z.string(),
})
export type ImportRow = z.infer<typeof ImportRow>

const Counts = z.object({
  Lines: z.int(),
  New: z.int(),
  Changed: z.int(),
  Unchanged: z.int(),
  Refused: z.int(),
  /** Who would be moved out if the file is the full list, of how many; once it is applied, who was. */
  MovesOut: z.int(),
  MovesOutOf: z.int(),
  /** Who is not moved out by the full list because of packages. */
  Stays: z.int(),
})
/** Everything of one import, with how far it is. */
export const ImportDetail = ImportRow.extend({
  CreatedAt: Time,
  AppliedAt: NullableTime,
  AppliedBy: z.string(),
  Failure: Words,
  /** The file is still there, so that it can be checked again. */
  IsKept: z.boolean(),
  IsChecked: z.boolean(),
  IsTruncated: z.boolean(),
  IsFullList: z.boolean(),
  /** The first refused lines that name no known property: with them the file cannot be the full list. */
  Unplaced: z.array(z.int()),
  /** From 0 to 1, of what is under way. */
  Progress: z.number(),
  /** The headings of the file and the column that each is taken for, '' for none. */
  Columns: z.array(z.object({ Heading: z.string(), Column: z.string() })),
  ...Counts.shape,
})
export type ImportDetail = z.infer<typeof ImportDetail>

/** A line of the preview or of the report; of somebody who moves out or stays there is no line. */
export const ImportLine = z.object({
  Id: z.string(),
  Line: z.int().nullable(),
  Verdict: z.string(),
  VerdictName: Words,
  ResidentId: z.string().nullable(),
  Resident: z.string(),
  Place: z.string(),
  Reason: Words,
  /** Names of the columns that change. */
  Changed: z.array(z.string()),
})
export type ImportLine = z.infer<typeof ImportLine>

const ImportSave = z.object({
  Id,
  /** Imports the file that was checked. */
  Apply: z.boolean().default(false),
  /** Moves out whoever the file does not name in the properties that it names. */
  IsFullList: z.boolean().default(false),
  /** Said to the question that comes above a fifth of them. */
  ConfirmMoveOut: z.boolean().default(false),
  /** Checks the file again with these columns, and remembers them. */
  Columns: z
    .array(z.object({ Heading: z.string().max(200), Column: z.enum([...FIELD_NAMES, '']) }))
    .max(500)
    .nullish(),
})

const permission = 'ManualImportResident' as const
const importId = Id

export const imports = {
  upload: operation('POST', '/organisation/{organisationId}/residents', {
    permission,
    summary: `Takes a .csv file of residents of up to ${MAX_FILE_BYTES} bytes, as multipart/form-data, and checks it; nothing is imported yet`,
    params: z.object({ organisationId: Id }),
    output: Saved,
    bodyLimit: MAX_FILE_BYTES + ENVELOPE_BYTES,
    secret: true,
  }),
  get: operation('GET', '/importfile/{importId}', {
    permission,
    summary: 'An import: its columns, what it would change or has changed, and how far it is',
    params: z.object({ importId }),
    output: ImportDetail,
  }),
  getOf: operation('GET', '/importfile/{importId}/{organisationId}', {
    permission,
    summary: 'The same, of an organisation that is named',
    params: z.object({ importId, organisationId: Id }),
    output: ImportDetail,
  }),
  page: operation('POST', '/importfile/getpaged', {
    reads: true,
    permission,
    summary: 'Imports by page, the latest first',
    input: pageQuery(['CreatedAt'], 'desc', IMPORT_PAGE),
    output: pageOf(ImportRow),
  }),
  lines: operation('POST', '/importfile/getlines', {
    reads: true,
    permission,
    summary: 'Lines of an import by page, or who is moved out by it, or stays because of packages',
    input: pageQuery(['Line']).extend({ Id, Verdict: z.enum(VERDICTS).nullish().or(z.literal('')) }),
    output: pageOf(ImportLine),
  }),
  save: operation('POST', '/importfile/save', {
    permission,
    summary: 'Imports a file that was checked, or checks it again with other columns',
    input: ImportSave,
    output: Saved,
  }),
  remove: operation('POST', '/importfile/delete', {
    permission,
    summary: 'Deletes imports: the file, what is not imported yet, and the report; residents stay as they are',
    input: IdList,
    output: Removed,
  }),
}
