import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { openAuditValues } from '#features/residents/server/api.ts'
import { CSV_START, csvLine } from '#platform/csv.ts'
import { existing } from '#platform/server/entities.ts'
import type { Router } from '#platform/server/http/route.ts'
import type { Database, Tenant } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import { naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import { matchesWords } from '#platform/server/postgres/text-search.ts'
import type { Keys } from '#platform/server/security/keys.ts'
import { changesOf } from '../changes.ts'
import { type AuditFilters, audit, MAX_EXPORT, MAX_PEOPLE } from '../contract.ts'
import { details, exportRows, matching, readEntry, rowOf } from './store.ts'

export type AuditDeps = { readonly database: Database; readonly keys: Keys }
/** Entries that one short transaction of an export reads. */
const EXPORT_BATCH = 1_000
const SORTS = { At: sql`a.at` }

/** The audit trail of the organisation, for those who see all of it (decisions "Audit trail"). */
export function auditRoutes(route: Router, { database, keys }: AuditDeps) {
  route(audit.page, ({ db, input }) =>
    readPage(db, matching(db, input), input, { sorts: SORTS, id: 'a.id', row: rowOf, details }),
  )

  route(audit.get, async ({ db, caller, params: { entryId } }) => {
    const row = await existing(readEntry(db, entryId))
    const { values, ...detail } = row.detail as { values?: string }
    const mayRead = caller.permissions.has('ViewResident')
    const opened = values && row.subject_id && mayRead ? await openAuditValues(db, keys, row.subject_id, values) : {}
    return { ...rowOf(row), Changes: changesOf({ ...detail, ...opened }), IsErased: opened === null }
  })

  route(audit.people, async ({ db, query: { Q, Chosen } }) => {
    const people = db
      .selectFrom('portal_users as u')
      .select(['u.id as Id', sql<string>`u.first_name || ' ' || u.last_name`.as('Name')])
      .where('u.deleted_at', 'is', null)
    const found = await people
      .where(matchesWords('u.search_text', Q ?? ''))
      .orderBy(naturalOrder('u.last_name'))
      .orderBy('u.id')
      .limit(MAX_PEOPLE)
      .execute()
    if (!Chosen || found.some(({ Id }) => Id === Chosen)) return found
    return [...(await people.where('u.id', '=', Chosen).execute()), ...found]
  })

  route.stream(audit.export, async ({ tenant, input, reply, inTenant }) => {
    await inTenant(({ audit: write }) => write('audit trail exported', null, { filters: input }))
    reply.header('content-type', 'text/csv; charset=utf-8')
    reply.header('content-disposition', 'attachment; filename="audit.csv"')
    await reply.send(Readable.from(csvOf(database, tenant, input)))
  })
}

const HEADERS = ['Time', 'Person', 'Person ID', 'Action', 'Record ID', 'Address', 'Client', 'Detail']

async function* csvOf(database: Database, tenant: Tenant, filters: AuditFilters): AsyncGenerator<string> {
  yield CSV_START + csvLine(HEADERS)
  let after: { at: string; id: string } | undefined
  for (let count = 0; count < MAX_EXPORT; count += EXPORT_BATCH) {
    const rows = await database.readInTenant(tenant, (db) => exportRows(db, filters, after, EXPORT_BATCH))
    yield rows
      .map((row) =>
        csvLine(
          [row.at, row.actor_name, row.actor_id, row.action, row.subject_id, row.address, row.client, row.detail].map(
            (value) => value ?? '',
          ),
        ),
      )
      .join('')
    const last = rows.at(-1)
    if (!last || rows.length < EXPORT_BATCH) return
    after = { at: last.exact_at, id: last.id }
  }
}
