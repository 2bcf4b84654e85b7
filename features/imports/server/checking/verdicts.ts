import { sql } from 'kysely'
import type { ResidentValues } from '#features/residents/fields.ts'
import { residentsForBulk } from '#features/residents/server/api.ts'
import { packMessage } from '#platform/define-messages.ts'
import { newId } from '#platform/ids.ts'
import { NO_NAME } from '#platform/person-name.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import { FIELD_NAMES, FIELDS } from '../../fields.ts'
import { t } from '../../messages.ts'
import type { RowVerdict } from '../../rules.ts'
import { excludeFromMoveOut } from '../full-list.ts'
import type { Run } from '../run.ts'
import { type Matches, matchLines } from './matching.ts'
import type { LineValues, ReadLine } from './read-line.ts'

const WRITTEN_OTHERWISE = packMessage(t('WarnUnit'))

/** A resident or a line that is left out; `position` counts them in the file. */
export type LineToCheck = ReadLine & { readonly position: number; readonly isShared: boolean }
type CheckedLine = {
  readonly position: number
  readonly line: number
  readonly verdict: RowVerdict
  readonly reason?: string
  readonly changed?: readonly string[]
  readonly resident_id?: string
  readonly values?: LineValues
  readonly warnings?: readonly string[]
}

/** Stores the verdicts on some lines, with the values of those that are to be applied. `taken`: the residents of earlier lines. */
export async function storeVerdicts(
  db: Db,
  { organisationId, importId }: Run,
  lines: readonly LineToCheck[],
  taken: Set<string>,
): Promise<void> {
  const readable = lines.filter(({ reason, leftOut }) => reason === '' && leftOut === '')
  const matches = await matchLines(db, readable)
  const matched = [...matches.values()].flatMap(({ ids }) => [...ids])
  const residents = new Map((await residentsForBulk(db, matched)).map((row) => [row.id, row]))
  const checked = lines.map((line) => verdictOf(line, matches, residents, taken))
  await sql`insert into import_rows (organisation_id, import_id, position, line, verdict, reason, changed, warnings, resident_id, values)
    select ${organisationId}, ${importId}, position, line, verdict, coalesce(reason, ''), coalesce(changed, '{}'), coalesce(warnings, '{}'),
      resident_id, values
    from jsonb_to_recordset(${JSON.stringify(checked)}::jsonb)
      as f (position int, line int, verdict text, reason text, changed text[], warnings text[], resident_id uuid, values jsonb)`.execute(
    db,
  )
  const refused = new Set(checked.filter(({ verdict }) => verdict === 'Refused').map(({ position }) => position))
  const refusedLines = lines.filter(({ position }) => refused.has(position))
  await excludeFromMoveOut(db, { organisationId, importId }, refusedLines)
}

function verdictOf(
  { position, line, reason, leftOut, warnings, values }: LineToCheck,
  matches: Matches,
  residents: ReadonlyMap<string, ResidentValues>,
  taken: Set<string>,
): CheckedLine {
  const row = { position, line, warnings }
  const refused = (why: string): CheckedLine => ({ position, line, verdict: 'Refused', reason: why })
  if (leftOut) return { position, line, verdict: 'LeftOut', reason: leftOut }
  if (reason) return refused(reason)
  const { ids = [], by_unit = false } = matches.get(position) ?? {}
  const [id, ...others] = ids
  if (!id) return { ...row, verdict: 'New', resident_id: newId(), values }
  if (others.length > 0) return refused(packMessage(t('MsgAmbiguous')))
  const resident = residents.get(id)!
  if (taken.has(id)) return refused(packMessage(t('MsgTwice')))
  taken.add(id)
  const known = valuesFor(resident, values, by_unit)
  const all = { ...row, warnings: by_unit ? [...warnings, WRITTEN_OTHERWISE] : warnings }
  const changed = FIELD_NAMES.filter((name) => {
    const column = FIELDS[name].column
    return known[column] !== undefined && known[column] !== resident[column]
  })
  if (changed.length === 0) return { ...all, verdict: 'Unchanged', resident_id: id }
  return { ...all, verdict: 'Changed', resident_id: id, changed, values: known }
}

/** The values for a resident who exists: neither a missing part of the name nor another spelling of the unit replaces what is known. */
function valuesFor(resident: ResidentValues, values: LineValues, isUnitWrittenOtherwise: boolean): LineValues {
  const known: Record<string, unknown> = { ...values }
  for (const column of ['first_name', 'last_name'] as const) if (values[column] === NO_NAME) delete known[column]
  if (isUnitWrittenOtherwise && !hasMoreZeros(values.unit_number ?? '', resident.unit_number)) delete known.unit_number
  return known as LineValues
}

/** Whether a unit is another one with zeros in front, which spreadsheets remove: the other one has lost them. */
const hasMoreZeros = (unit: string, other: string) =>
  unit.length > other.length && /^0+$/.test(unit.slice(0, -other.length)) && unit.endsWith(other)
