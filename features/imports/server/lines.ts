import { type RawBuilder, sql } from 'kysely'
import type { InputOf } from '#platform/operation.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { pageOfRows } from '#platform/server/postgres/paging.ts'
import type { ImportLine, imports } from '../contract.ts'
import { t } from '../messages.ts'
import { COLUMN_NAMES, columnText, type Verdict } from '../rules.ts'
import { countStaying, isLeaving, isStaying } from './leaving.ts'
import { readImport } from './store.ts'

type LinesQuery = InputOf<typeof imports.lines>

/**
 * Lines of an import with who they are about: as the file says as long as it is not done, then as the resident is now, and
 * nothing of one who was erased.
 */
export async function importLines(db: Db, tenant: Tenant, asked: LinesQuery) {
  const job = await readImport(db, asked.Id)
  if (asked.Verdict === 'MovesOut') return movesOut(db, tenant, asked, job)
  if (asked.Verdict === 'Stays') return stays(db, tenant, asked)
  const totals: Readonly<Record<string, number>> = {
    New: job.new_lines,
    Changed: job.changed_lines,
    Unchanged: job.unchanged_lines,
    Refused: job.refused_lines,
  }
  // Pages tell rows of the same sort apart by an id.
  const lineId = sql<string>`('00000000-0000-0000-0000-' || lpad(to_hex(w.line), 12, '0'))::uuid`
  const lines = db
    .selectFrom(
      db
        .selectFrom('import_rows as w')
        .select(['w.line', 'w.verdict', 'w.reason', 'w.changed', 'w.resident_id', lineId.as('id')])
        .where('w.import_id', '=', asked.Id)
        .where(asked.Verdict ? sql<boolean>`w.verdict = ${asked.Verdict}` : sql<boolean>`true`)
        .as('w'),
    )
    .leftJoin('import_values as v', (join) => join.onRef('v.line', '=', 'w.line').on('v.import_id', '=', asked.Id))
    .leftJoin('residents as r', 'r.id', 'w.resident_id')
    .leftJoin('buildings as b', (join) => join.on('b.id', '=', sql`coalesce(v.building_id, r.building_id)`))
    .select(['w.id', 'w.line', 'w.verdict', 'w.reason', 'w.changed', 'w.resident_id', 'b.name as building'])
    .select([
      sql<string | null>`coalesce(v.first_name || ' ' || v.last_name, r.full_name)`.as('name'),
      sql<string | null>`coalesce(v.unit_number, r.unit_number)`.as('unit'),
    ])
  const { rows, after } = await pageOfRows(lines, asked, { Line: sql`w.line` }, 'w.id')
  const data = rows.map(
    (row): ImportLine => ({
      Id: row.id,
      Line: row.line,
      Verdict: row.verdict,
      VerdictName: verdictText(row.verdict),
      // One that is to be made has no page yet.
      ResidentId: row.verdict === 'New' && job.status !== 'Done' ? null : row.resident_id,
      ...whoAndWhere(row),
      Reason: row.reason,
      Changed: row.changed
        .map((name) => COLUMN_NAMES.find((column) => column === name))
        .map((name) => (name ? columnText(name) : '')),
    }),
  )
  return { Data: data, Total: asked.Verdict ? totals[asked.Verdict]! : job.lines, After: after }
}

const verdictText = (verdict: Verdict) => t(`Verdict${verdict}`).text
type Named = { readonly name: string | null; readonly building: string | null; readonly unit: string | null }
const whoAndWhere = ({ name, building, unit }: Named) => ({
  Resident: (name ?? '').trim(),
  Place: [building, unit].filter(Boolean).join(' · '),
})

/** Who would be moved out if the file is the full list; once it is done, who was. */
async function movesOut(db: Db, { organisationId }: Tenant, asked: LinesQuery, job: Awaited<ReturnType<typeof readImport>>) {
  const isDone = job.status === 'Done'
  const where = isDone
    ? sql<boolean>`r.id in (select m.resident_id from import_moves m where m.import_id = ${asked.Id})`
    : isLeaving({ organisationId, importId: asked.Id })
  return { ...(await residentsWithoutLine(db, asked, where, 'MovesOut')), Total: isDone ? job.moved_out : job.leaving }
}

/** Who is not moved out because of packages. */
async function stays(db: Db, { organisationId }: Tenant, asked: LinesQuery) {
  const which = { organisationId, importId: asked.Id }
  return { ...(await residentsWithoutLine(db, asked, isStaying(which), 'Stays')), Total: await countStaying(db, which) }
}

async function residentsWithoutLine(db: Db, asked: LinesQuery, where: RawBuilder<boolean>, verdict: 'MovesOut' | 'Stays') {
  const residents = db
    .selectFrom('residents as r')
    .innerJoin('buildings as b', 'b.id', 'r.building_id')
    .select(['r.id', 'r.full_name as name', 'r.unit_number as unit', 'b.name as building'])
    .where(where)
  const { rows, after } = await pageOfRows(residents, asked, { Line: sql`r.id` }, 'r.id')
  const data = rows.map(
    (row): ImportLine => ({
      Id: row.id,
      Line: null,
      Verdict: verdict,
      VerdictName: verdictText(verdict),
      ResidentId: row.id,
      ...whoAndWhere(row),
      Reason: verdict === 'Stays' ? t('MsgStaysWithPackages').text : '',
      Changed: [],
    }),
  )
  return { Data: data, After: after }
}
