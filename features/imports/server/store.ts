import { sql } from 'kysely'
import type { z } from 'zod'
import { unpackMessage } from '#platform/define-messages.ts'
import type { InputOf } from '#platform/operation.ts'
import { existing } from '#platform/server/entities.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import { anyOf, naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { everyWord, matchesWord, searchTextOf } from '#platform/server/postgres/text-search.ts'
import type { ImportDetail, ImportRow, imports } from '../contract.ts'
import type { Found } from '../layout.ts'
import { t } from '../messages.ts'
import { isUnderWay, MAX_UNPLACED } from '../rules.ts'
import { isKept } from './files.ts'
import { countStaying, unplacedLines } from './full-list.ts'
import { canBeAsked, isAsked, statusMessage } from './status.ts'

/** Listed, as a prepared `j.*` fails once a migration adds a column while this program runs. */
const COLUMNS = [
  'j.id',
  'j.file_name as name',
  'j.created_by_name',
  'j.source',
  'j.created_at',
  'j.status',
  'j.failure',
  'j.headings',
  'j.fields',
  'j.layout',
  'j.found',
  'j.is_truncated',
  'j.is_full_list',
  'j.checked_at',
  'j.applied_at',
  'j.applied_by_name',
  'j.progress',
  'j.lines',
  'j.new_lines',
  'j.changed_lines',
  'j.unchanged_lines',
  'j.refused_lines',
  'j.left_out_lines',
  'j.warned_lines',
  'j.moves_out',
  'j.moves_out_of',
  'j.moved_out',
] as const

const visibleImports = (db: Db) => db.selectFrom('import_jobs as j').select(COLUMNS)

export const readImport = (db: Db, id: string) => existing(visibleImports(db).where('j.id', '=', id))
export const lockedImport = (db: Db, id: string) => existing(visibleImports(db).where('j.id', '=', id).forUpdate())
export const lockImports = (db: Db, ids: readonly string[]) =>
  visibleImports(db).where('j.id', '=', anyOf(ids)).orderBy('j.id').forUpdate().execute()
export type Import = Awaited<ReturnType<typeof readImport>>

const rowOf = (job: Import): z.input<typeof ImportRow> => ({
  Id: job.id,
  Purpose: t('PurposeResidents'),
  File: job.name,
  LastImportDate: job.applied_at ?? job.created_at,
  Status: job.status,
  StatusName: statusMessage(job),
  IsAsked: isAsked(job),
  Refused: job.refused_lines,
  CreatedBy: job.created_by_name,
  Source: job.source,
  SourceName: t(`Source${job.source}`),
})

/** The part of the lines that has been checked or applied, from 0 to 1; 0 when nothing is under way. */
function progressOf({ status, progress, lines, new_lines, changed_lines }: Import): number {
  const total = status === 'Checking' ? lines : status === 'Applying' ? new_lines + changed_lines : 0
  return total === 0 ? 0 : Math.min(1, progress / total)
}

/** How the file is read, and what a person needs to change that. */
function layoutDetail({ found, headings, fields, status, checked_at }: Import) {
  const seen = found as Partial<Found>
  const { propertyId, buildingId, nameOrder, repeatsPlaces, statuses = {} } = seen.layout ?? {}
  // The place of the last file is offered, and a person confirms it.
  const isOffered = checked_at === null && !propertyId
  const explained = Object.entries(statuses).map(([Word, Status]) => ({ Word, Status }))
  return {
    CanAssign: !isUnderWay(status) && (checked_at !== null ? headings.length > 0 : canBeAsked({ headings, found })),
    Columns: headings.map((Heading, i) => ({ Heading, Column: fields[i] ?? '', Examples: [...(seen.examples?.[i] ?? [])] })),
    Layout: {
      HeadingLine: seen.headingLine ?? 1,
      Sheet: seen.sheet ?? '',
      Encoding: seen.encoding ?? '',
      PropertyId: (isOffered ? seen.lastPropertyId : propertyId) ?? '',
      BuildingId: (isOffered ? seen.lastBuildingId : buildingId) ?? '',
      NameOrder: nameOrder ?? ('FirstLast' as const),
      RepeatsPlaces: repeatsPlaces ?? false,
      Statuses: [...explained, ...unknownStatuses({ found }).map((Word) => ({ Word, Status: null }))],
    },
    Beginning: (seen.beginning ?? []).map(({ line, text }) => ({ Line: line, Text: text })),
    Sheets: [...(seen.sheets ?? [])],
    HasOddLetters: seen.hasOddLetters ?? false,
  }
}

/** The words of a checked file that are not known. */
export const unknownStatuses = ({ found }: Pick<Import, 'found'>): readonly string[] => (found as Partial<Found>).statuses ?? []

export async function importDetail(db: Db, organisationId: string, id: string): Promise<z.input<typeof ImportDetail>> {
  const job = await readImport(db, id)
  // While it is under way the portal polls each second, and these counts are not shown.
  const isCounted = job.checked_at !== null && !isUnderWay(job.status)
  return {
    ...rowOf(job),
    CreatedAt: job.created_at,
    AppliedAt: job.applied_at,
    AppliedBy: job.applied_by_name,
    Failure: unpackMessage(job.failure),
    IsKept: await isKept(db, id),
    IsChecked: job.checked_at !== null,
    IsTruncated: job.is_truncated,
    IsFullList: job.is_full_list,
    Unplaced: isCounted ? await unplacedLines(db, id, MAX_UNPLACED + 1) : [],
    Progress: progressOf(job),
    ...layoutDetail(job),
    Lines: job.lines,
    New: job.new_lines,
    Changed: job.changed_lines,
    Unchanged: job.unchanged_lines,
    LeftOut: job.left_out_lines,
    Warned: job.warned_lines,
    MovesOut: job.status === 'Done' ? job.moved_out : job.moves_out,
    MovesOutOf: job.moves_out_of,
    Stays: isCounted ? await countStaying(db, { organisationId, importId: id }) : 0,
  }
}

/** The imports of an organisation are few, as they are deleted after a while. */
const SEARCH_TEXT = searchTextOf('j.file_name', 'j.created_by_name')
const matching = (db: Db, { SearchText = '' }: InputOf<typeof imports.page>) =>
  visibleImports(db).where(everyWord(SearchText, (word) => matchesWord(SEARCH_TEXT, word)))

const SORTS = {
  LastImportDate: sql`coalesce(j.applied_at, j.created_at)`,
  File: naturalOrder('j.file_name'),
  /** There is only one. */
  Purpose: sql`''::text`,
  Status: sql`j.status`,
  Source: sql`j.source`,
  CreatedBy: naturalOrder('j.created_by_name'),
  Id: sql`j.id`,
}
export const importPage = (db: Db, input: InputOf<typeof imports.page>) =>
  readPage(db, matching(db, input), input, { sorts: SORTS, id: 'j.id', row: rowOf })
