import { z } from 'zod'
import { operation } from '#platform/operation.ts'
import { changesOf } from '#platform/record.ts'
import { Id, IdList, MessageText, NullableTime, pageOf, pageQuery, Removed, Saved, searchText, Time } from '#platform/wire.ts'
import { ColumnsInput, LayoutInput, LayoutOutput } from './layout.ts'
import { IMPORT_SOURCES, MAX_FILE_BYTES, VERDICTS } from './rules.ts'

/** Imports on a page of their list (spec 2 §9). */
export const IMPORT_PAGE = 5
/** The multipart field of the portal; any name is accepted. */
export const FILE_FIELD = 'file'
/** The part of the request around the file. */
const ENVELOPE_BYTES = 65_536

/** A row of the list (spec 2 §2). */
export const ImportRow = z.object({
  Id: z.string(),
  Purpose: MessageText,
  File: z.string(),
  /** When it was applied, else when it was uploaded. */
  LastImportDate: Time,
  Status: z.string(),
  StatusName: MessageText,
  /** A person has to choose how the file is read. */
  IsAsked: z.boolean(),
  Refused: z.int(),
  /** Who uploaded it, or the server that it was fetched from. */
  CreatedBy: z.string(),
  Source: z.enum(IMPORT_SOURCES),
  SourceName: MessageText,
})
export type ImportRow = z.infer<typeof ImportRow>

/** The columns of the list. */
export const IMPORT_SORTS = ['LastImportDate', 'File', 'Purpose', 'Status', 'Source', 'CreatedBy', 'Id'] as const

/** One import with its progress. */
export const ImportDetail = ImportRow.extend({
  CreatedAt: Time,
  AppliedAt: NullableTime,
  AppliedBy: z.string(),
  Failure: MessageText,
  /** The file has not been deleted, so it can be checked again. */
  IsKept: z.boolean(),
  IsChecked: z.boolean(),
  IsTruncated: z.boolean(),
  IsFullList: z.boolean(),
  /** The first refused lines without a known property, which prevent a full list. */
  Unplaced: z.array(z.int()),
  /** From 0 to 1, of a running check or import. */
  Progress: z.number(),
  /** Whether the columns and the place can be chosen. */
  CanAssign: z.boolean(),
  /** The headings of the file, the column of each ('' for none), and cells below it. */
  Columns: z.array(z.object({ Heading: z.string(), Column: z.string(), Examples: z.array(z.string()) })),
  Layout: LayoutOutput,
  /** The first lines, to choose the one with the headings. */
  Beginning: z.array(z.object({ Line: z.int(), Text: z.string() })),
  Sheets: z.array(z.string()),
  /** Some letters look damaged. */
  HasOddLetters: z.boolean(),
  Lines: z.int(),
  New: z.int(),
  Changed: z.int(),
  Unchanged: z.int(),
  /** Lines that describe nobody, such as titles and totals. */
  LeftOut: z.int(),
  /** Rows of which something was left out. */
  Warned: z.int(),
  /** Residents that a full list would move out, and of how many; once applied, those moved out. */
  MovesOut: z.int(),
  MovesOutOf: z.int(),
  /** Residents that stay because of packages. */
  Stays: z.int(),
})
export type ImportDetail = z.infer<typeof ImportDetail>

/** A line of the preview or report; `Line` is null for a resident who moves out or stays. */
export const ImportLine = z.object({
  Id: z.string(),
  Line: z.int().nullable(),
  Verdict: z.string(),
  VerdictName: MessageText,
  ResidentId: z.string().nullable(),
  Resident: z.string(),
  PropertyId: z.string().nullable(),
  BuildingId: z.string().nullable(),
  BuildingName: z.string(),
  UnitNumber: z.string(),
  Reason: MessageText,
  /** The labels of the fields that change. */
  Changed: z.array(MessageText),
  /** What was left out of the line. */
  Warnings: z.array(MessageText),
})
export type ImportLine = z.infer<typeof ImportLine>

const ImportSave = z.object({
  Id,
  /** Imports the checked file. */
  Apply: z.boolean().default(false),
  /** Moves out the residents of the file's properties who are not in it. */
  IsFullList: z.boolean().default(false),
  /** Required above a fifth of them. */
  ConfirmMoveOut: z.boolean().default(false),
  /** Checks the file again with these columns and this layout, and stores them for the next file with the same headings. */
  Columns: ColumnsInput.nullish(),
  Layout: LayoutInput.nullish(),
})

const permission = 'ManualImportResident' as const
const importId = Id

export const imports = {
  upload: operation('POST', '/organisation/{organisationId}/residents', {
    permission,
    summary: `Uploads a .csv or .xlsx file of residents of up to ${MAX_FILE_BYTES} bytes, as multipart/form-data, and checks it`,
    params: z.object({ organisationId: Id }),
    output: Saved,
    bodyLimit: MAX_FILE_BYTES + ENVELOPE_BYTES,
    secret: true,
  }),
  get: operation('GET', '/importfile/{importId}', {
    permission,
    summary: 'An import with its columns, counts and progress',
    params: z.object({ importId }),
    output: ImportDetail,
  }),
  changes: changesOf({ path: '/importfile', param: 'importId', view: permission }),
  getOf: operation('GET', '/importfile/{importId}/{organisationId}', {
    permission,
    summary: 'The same, in this organisation',
    params: z.object({ importId, organisationId: Id }),
    output: ImportDetail,
  }),
  page: operation('POST', '/importfile/getpaged', {
    reads: true,
    permission,
    summary: 'Imports by page, latest first',
    input: pageQuery(IMPORT_SORTS, 'desc', IMPORT_PAGE).extend({
      /** Words in the name of the file and of the user. */
      SearchText: searchText(),
    }),
    output: pageOf(ImportRow),
  }),
  lines: operation('POST', '/importfile/getlines', {
    reads: true,
    permission,
    summary: 'Lines of an import by page, or the residents who move out or stay',
    input: pageQuery(['Line', 'VerdictName', 'Resident', 'Place', 'Detail']).extend({
      Id,
      Verdict: z.enum(VERDICTS).nullish().or(z.literal('')),
    }),
    output: pageOf(ImportLine),
  }),
  save: operation('POST', '/importfile/save', {
    permission,
    summary: 'Imports a checked file, or checks it again with other columns',
    input: ImportSave,
    output: Saved,
  }),
  remove: operation('POST', '/importfile/delete', {
    permission,
    summary: 'Deletes imports with their files and reports; residents stay',
    input: IdList,
    output: Removed,
  }),
}
