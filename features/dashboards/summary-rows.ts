import type { z } from 'zod'
import type { Attention, dashboards, SummaryRow } from './contract.ts'

type Query = z.output<typeof dashboards.summary.input>
type Wanted = Pick<Query, 'PropertyId' | 'Attention' | 'SortColumn' | 'SortDirectionText'>

/** The rows of a summary that a query asks for, in its order; of equal ones, by place. */
export function arrangeSummary(rows: readonly SummaryRow[], { PropertyId, Attention, SortColumn, SortDirectionText }: Wanted) {
  const direction = SortDirectionText === 'desc' ? -1 : 1
  return rows
    .filter((row) => (!PropertyId || row.PropertyId === PropertyId) && needsAttention(row, Attention))
    .sort((one, other) => direction * compare(one[SortColumn], other[SortColumn]) || byPlace(one, other))
}

function needsAttention(row: SummaryRow, attention: Attention | undefined) {
  if (attention === 'offline') return row.Status === 'OFFLINE'
  if (attention === 'expired') return row.LB_Expired > 0
  return attention === 'flagged' ? row.LB_Flagged > 0 : true
}

/** Natural order, as in the database. */
const names = new Intl.Collator('en', { numeric: true })
const compare = (one: string | number, other: string | number) =>
  typeof one === 'number' ? one - Number(other) : names.compare(one, String(other))

export const byPlace = (one: SummaryRow, other: SummaryRow) =>
  names.compare(one.PropertyName, other.PropertyName) ||
  names.compare(one.BuildingName, other.BuildingName) ||
  names.compare(one.LockerBankName, other.LockerBankName) ||
  (one.LockerBankId < other.LockerBankId ? -1 : 1)
