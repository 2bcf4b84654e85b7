import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { openAuditValues } from '#features/residents/server/api.ts'
import { translators } from '#features/resources/server/api.ts'
import type { AuditWords } from '#platform/audit.ts'
import { CSV_START, csvLine } from '#platform/csv.ts'
import type { Message } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import { existing } from '#platform/server/entities.ts'
import type { NamedTable } from '#platform/server/feature.ts'
import { type Translate, translatorFor } from '#platform/server/http/language.ts'
import type { Router } from '#platform/server/http/route.ts'
import type { Database, Db, Tenant } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { localText } from '#platform/time-zone.ts'
import { changesOf } from '../changes.ts'
import { type AuditFilters, audit, MAX_EXPORT, MAX_PEOPLE } from '../contract.ts'
import { HEADINGS, originMessage } from '../headings.ts'
import { t } from '../messages.ts'
import { type AuditReader, auditReader, idsOf } from '../reading.ts'
import { type RecordNames, recordNames } from './names.ts'
import { details, exportRows, findPeople, kindName, matching, personById, readEntry, rowOf, zoneOf } from './store.ts'

export type AuditDeps = {
  readonly database: Database
  readonly keys: Keys
  /** The words and the tables with names of all features. */
  readonly auditWords: readonly AuditWords[]
  readonly namedTables: readonly NamedTable[]
}
/** Entries that one short transaction of an export reads. */
const EXPORT_BATCH = 1_000
const SORTS = { At: sql`a.at` }

/** The audit trail of the organisation, for those who see all of it (decisions "Audit trail"). */
export function auditRoutes(route: Router, { database, keys, auditWords, namedTables }: AuditDeps) {
  const reader = auditReader(auditWords)
  const recorded = recordNames(namedTables)

  route(audit.page, async ({ db, input }) =>
    readPage(db, matching(db, await zoneOf(db), input), input, {
      sorts: SORTS,
      id: 'a.id',
      row: rowOf,
      details: details(recorded),
    }),
  )

  route(audit.get, async ({ db, caller, params: { entryId } }) => {
    const row = await existing(readEntry(db, entryId, recorded))
    const { values, ...others } = row.detail as { values?: unknown }
    // A resident's are sealed; entries of other records have had a field of this name, too.
    const sealed = typeof values === 'string' ? values : null
    const mayRead = caller.permissions.has('ViewResident')
    const opened = sealed && row.subject_id && mayRead ? await openAuditValues(db, keys, row.subject_id, sealed) : {}
    const changes = changesOf(sealed ? { ...others, ...opened } : row.detail)
    const names = await recorded.of(db, idsOf(changes))
    return { ...rowOf(row), Changes: changes.map((change) => reader.readable(change, names)), IsErased: opened === null }
  })

  route(audit.words, () => wordsOf(auditWords))

  route(audit.people, async ({ db, query: { Q, Chosen } }) => {
    const found = await findPeople(db, Q ?? '', MAX_PEOPLE)
    if (!Chosen || found.some(({ Id }) => Id === Chosen)) return [...found]
    return [...(await personById(db, Chosen)), ...found]
  })

  route.stream(audit.export, async ({ tenant, input, request, reply, inTenant }) => {
    await inTenant(({ audit: write }) => write('audit trail exported', null, { filters: input }))
    reply.header('content-type', 'text/csv; charset=utf-8')
    reply.header('content-disposition', 'attachment; filename="audit.csv"')
    const translate = translatorFor(translators)(request, reply)
    await reply.send(Readable.from(csvOf(database, tenant, input, { reader, recorded, translate })))
  })
}

/** The actions, each after the name of its kind, and the kinds. */
function wordsOf(auditWords: readonly AuditWords[]) {
  const actions = auditWords.flatMap((words) => Object.entries(words.actions ?? {}))
  const kinds = auditWords.flatMap((words) => Object.entries(words.kinds ?? {}))
  return {
    Actions: actions.map(([Id, { kind, text }]) => {
      const name = kindName(kind)
      return { Id, Name: name ? t('AuditNamed', { name, value: text }) : text }
    }),
    Kinds: kinds.map(([Id, Name]) => ({ Id, Name })),
  }
}

type Written = { readonly reader: AuditReader; readonly recorded: RecordNames; readonly translate: Translate }
/** The entries as CSV, at most `most`, a multiple of the batch; a last line says when there are more. */
export async function* csvOf(
  database: Database,
  tenant: Tenant,
  filters: AuditFilters,
  { reader, recorded, translate }: Written,
  most = MAX_EXPORT,
): AsyncGenerator<string> {
  const timeZone = await database.readInTenant(tenant, zoneOf)
  const part = (db: Db, limit: number) => exportRows(db, filters, { timeZone, names: recorded, after, limit })
  yield CSV_START + csvLine([...Object.values(HEADINGS), t('LabelAuditSubjectId'), label('SectionChanges')].map(translate))
  let after: { at: string; id: string } | undefined
  for (let count = 0; count < most; count += EXPORT_BATCH) {
    const { rows, names } = await database.readInTenant(tenant, async (db) => {
      const found = await part(db, EXPORT_BATCH)
      return { rows: found, names: await recorded.of(db, idsOf(found.flatMap(plainChanges))) }
    })
    yield rows
      .map((row) =>
        csvLine(cellsOf(row, { timeZone, names, reader }).map((cell) => (typeof cell === 'string' ? cell : translate(cell)))),
      )
      .join('')
    const last = rows.at(-1)
    if (!last || rows.length < EXPORT_BATCH) return
    after = { at: last.exact_at, id: last.id }
  }
  const [next] = await database.readInTenant(tenant, (db) => part(db, 1))
  if (next) yield csvLine([translate(t('AuditExportCut', { max: most }))])
}

type ExportRow = Awaited<ReturnType<typeof exportRows>>[number]
/** The changes of an entry without a resident's encrypted values. */
const plainChanges = ({ detail }: Pick<ExportRow, 'detail'>) => {
  const { values, ...others } = detail as { values?: unknown }
  return changesOf(typeof values === 'string' ? others : detail)
}

type Cells = { readonly timeZone: string; readonly names: ReadonlyMap<string, string>; readonly reader: AuditReader }
/** The columns of the list, the record's id, and the changes: 'Name: North → Far north; Active: Yes'. */
function cellsOf(row: ExportRow, { timeZone, names, reader }: Cells): (string | Message)[] {
  const entry = rowOf(row)
  const changes = plainChanges(row).map((change) => {
    const { Label: name, Before, After } = reader.readable(change, names)
    return Before
      ? t('AuditChangedTo', { name, before: Before, after: After ?? '–' })
      : t('AuditNamed', { name, value: After ?? '–' })
  })
  return [
    localText(row.at, timeZone),
    entry.UserName,
    entry.Action,
    kindName(row.kind) ?? '',
    entry.SubjectName ?? '',
    originMessage(entry),
    entry.SubjectId ?? '',
    t('AuditItems', { items: changes }),
  ]
}
