import { buildingName, propertyName } from '#features/buildings/portal/shared/place-names.tsx'
import { numberText } from '#platform/define-messages.ts'
import { t as label } from '#platform/labels.ts'
import type { ColumnLook, GridColumn } from '#platform/portal/grid/grid-types.ts'
import type { SUMMARY_SORTS, SummaryRow } from '../../contract.ts'
import { t } from '../../messages.ts'
import { BankStatus } from '../BankStatus.tsx'
import classes from '../dashboards.module.css'

type Column = GridColumn<SummaryRow, (typeof SUMMARY_SORTS)[number]>
type NumberName = { [N in keyof SummaryRow]: SummaryRow[N] extends number ? N : never }[keyof SummaryRow]

const count = (
  id: NumberName & (typeof SUMMARY_SORTS)[number],
  header: string,
  more: Partial<ColumnLook<SummaryRow>> = {},
): Column => ({
  id,
  header,
  align: 'right',
  cell: (row) => <Count value={row[id]} />,
  ...more,
})

/** A number, zero in a quiet colour; `look`: other numbers are highlighted. */
const Count = ({ value, look = false }: { value: number; look?: boolean }) => (
  <span className={value === 0 ? classes.zero : look ? classes.look : undefined}>{numberText(value)}</span>
)

/** The columns of the dashboard (spec 1 §2 "Dashboard main"). */
export const summaryColumns: readonly Column[] = [
  { id: 'PropertyName', header: label('LabelProperty').text, rank: 8, cell: propertyName },
  { id: 'BuildingName', header: label('LabelBuilding').text, rank: 11, cell: buildingName },
  { id: 'LockerBankName', header: label('LabelLockerBank').text, names: true, card: true, rank: 1 },
  { id: 'Status', header: label('LabelStatus').text, card: true, rank: 2, cell: (row) => <BankStatus bank={row} /> },
  count('Capacity', t('LabelCapacity').text, { rank: 9 }),
  count('LB_Active', t('LabelActive').text, { rank: 7 }),
  count('LB_Outbound', t('LabelOutbound').text, { rank: 10 }),
  count('LB_Expired', t('LabelExpired').text, { rank: 3, card: true, cell: (row) => <Count value={row.LB_Expired} look /> }),
  count('LB_Flagged', t('LabelFlagged').text, { rank: 4, cell: (row) => <Count value={row.LB_Flagged} look /> }),
  count('LB_Available', t('LabelAvailable').text, { rank: 5, card: true }),
  count('LB_Utilisation', t('LabelUtilisation').text, {
    rank: 6,
    card: true,
    cell: (row) => <Utilisation percent={row.LB_Utilisation} />,
  }),
  count('MR_Current', t('LabelMailroomNow').text, { rank: 12 }),
]

const Utilisation = ({ percent }: { percent: number }) => (
  <span className={classes.utilisation}>
    <span className={classes.bar} aria-hidden>
      <span style={{ inlineSize: `${percent}%` }} />
    </span>
    {percent}%
  </span>
)
