import { sql } from 'kysely'
import type { z } from 'zod'
import { plainMessage, unpackMessage } from '#platform/define-messages.ts'
import type { InputOf } from '#platform/operation.ts'
import type { Db, Tenant } from '#platform/server/postgres/db.ts'
import { readPage } from '#platform/server/postgres/paging.ts'
import { idUnlessDeleted, naturalOrder } from '#platform/server/postgres/sql-helpers.ts'
import type { ImportLine, imports } from '../contract.ts'
import { FIELD_NAMES, fieldMessage } from '../fields.ts'
import { t } from '../messages.ts'
import type { Verdict } from '../rules.ts'
import { countStaying, movesOut, staysForPackages } from './full-list.ts'
import { type Import, readImport } from './store.ts'

type LinesQuery = InputOf<typeof imports.lines>

/** Lines of an import with their residents: as the file describes them until they are applied, then as they are now. */
export async function importLines(db: Db, tenant: Tenant, input: LinesQuery) {
  const job = await readImport(db, input.Id)
  if (input.Verdict === 'MovesOut' || input.Verdict === 'Stays') return residentsWithoutLine(db, tenant, input, job)
  const totals: Readonly<Record<string, number>> = {
    New: job.new_lines,
    Changed: job.changed_lines,
    Unchanged: job.unchanged_lines,
    Refused: job.refused_lines,
    LeftOut: job.left_out_lines,
    Warned: job.warned_lines,
  }
  // A keyset needs an id.
  const lineId = sql<string>`('00000000-0000-0000-0000-' || lpad(to_hex(w.position), 12, '0'))::uuid`
  const lines = db
    .selectFrom(
      db
        .selectFrom('import_rows as w')
        .select(['w.line', 'w.verdict', 'w.reason', 'w.changed', 'w.warnings', 'w.resident_id', 'w.values', lineId.as('id')])
        .where('w.import_id', '=', input.Id)
        // A job deletes the lines of a discarded import later.
        .where(sql<boolean>`${job.checked_at !== null}`)
        .where(withVerdict(input.Verdict))
        .as('w'),
    )
    .leftJoin('residents as r', 'r.id', 'w.resident_id')
    .leftJoin('buildings as b', (join) => join.on('b.id', '=', sql`coalesce((w.values->>'building_id')::uuid, r.building_id)`))
    .select(['w.id', 'w.line', 'w.verdict', 'w.reason', 'w.changed', 'w.warnings', idUnlessDeleted('r').as('resident_id')])
    .select([idUnlessDeleted('b').as('building_id'), 'b.property_id', 'b.name as building'])
    .select([
      sql<string | null>`coalesce(person_name(w.values->>'first_name', w.values->>'last_name'), r.full_name)`.as('name'),
      sql<string | null>`coalesce(w.values->>'unit_number', r.unit_number)`.as('unit'),
    ])
  return readPage(db, lines, input, {
    sorts: {
      Line: sql`w.line`,
      VerdictName: sql`w.verdict`,
      Resident: sql`coalesce((w.values->>'last_name') || ' ' || (w.values->>'first_name'), r.by_last_name, '') collate natural_order`,
      Place: sql`concat_ws(' ', b.name, coalesce(w.values->>'unit_number', r.unit_number)) collate natural_order`,
      // Lines with one reason or the same changes together; the rest of the text would not fit into a cursor.
      Detail: sql`left(concat(w.reason, array_to_string(w.changed, ' '), array_to_string(w.warnings, ' ')), 100)`,
    },
    id: 'w.id',
    total: async () => (input.Verdict ? totals[input.Verdict]! : job.lines),
    row: (row): z.input<typeof ImportLine> => ({
      Id: row.id,
      Line: row.line,
      Verdict: row.verdict,
      VerdictName: verdictMessage(row.verdict),
      // A new resident has no page yet.
      ResidentId: row.verdict === 'New' && job.status !== 'Done' ? null : row.resident_id,
      ...whoAndWhere(row),
      Reason: unpackMessage(row.reason),
      Changed: FIELD_NAMES.filter((name) => row.changed.includes(name)).map(fieldMessage),
      Warnings: row.warnings.map(unpackMessage),
    }),
  })
}

const withVerdict = (verdict: LinesQuery['Verdict']) => {
  if (!verdict) return sql<boolean>`true`
  return verdict === 'Warned' ? sql<boolean>`w.warnings <> '{}'` : sql<boolean>`w.verdict = ${verdict}`
}
const verdictMessage = (verdict: Verdict) => t(`Verdict${verdict}`)
type Named = Readonly<Record<'name' | 'building' | 'unit' | 'building_id' | 'property_id', string | null>>
const whoAndWhere = ({ name, building, unit, building_id, property_id }: Named) => ({
  Resident: (name ?? '').trim(),
  PropertyId: property_id,
  BuildingId: building_id,
  BuildingName: building ?? '',
  UnitNumber: unit ?? '',
})

/** The residents without a line who move out (once it is done: who were moved out), or who stay because of packages. */
async function residentsWithoutLine(db: Db, { organisationId }: Tenant, input: LinesQuery, job: Import) {
  const key = { organisationId, importId: input.Id }
  const stays = input.Verdict === 'Stays'
  const isDone = job.status === 'Done'
  const moved = sql<boolean>`r.id in (select m.resident_id from import_moves m where m.import_id = ${input.Id})`
  const residents = db
    .selectFrom('residents as r')
    .innerJoin('buildings as b', 'b.id', 'r.building_id')
    .select([
      'r.id',
      idUnlessDeleted('r').as('resident_id'),
      'r.full_name as name',
      'r.unit_number as unit',
      idUnlessDeleted('b').as('building_id'),
      'b.property_id',
      'b.name as building',
    ])
    .where(stays ? staysForPackages(key) : isDone ? moved : movesOut(key))
  const verdict = stays ? 'Stays' : 'MovesOut'
  return readPage(db, residents, input, {
    // All have the same verdict and detail, and no line.
    sorts: {
      Line: sql`r.id`,
      VerdictName: sql`r.id`,
      Resident: naturalOrder('r.by_last_name'),
      Place: sql`concat_ws(' ', b.name, r.unit_number) collate natural_order`,
      Detail: sql`r.id`,
    },
    id: 'r.id',
    total: async () => (stays ? countStaying(db, key) : isDone ? job.moved_out : job.moves_out),
    row: (row): z.input<typeof ImportLine> => ({
      Id: row.id,
      Line: null,
      Verdict: verdict,
      VerdictName: verdictMessage(verdict),
      ResidentId: row.resident_id,
      ...whoAndWhere(row),
      Reason: stays ? t('MsgStaysWithPackages') : plainMessage(''),
      Changed: [],
      Warnings: [],
    }),
  })
}
