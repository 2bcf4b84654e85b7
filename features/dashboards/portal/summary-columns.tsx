import { t as sayOfBank } from '#features/locker-banks/messages.ts'
import { OldConfiguration } from '#features/locker-banks/portal/shared/OldConfiguration.tsx'
import { numberText } from '#platform/define-messages.ts'
import type { GridColumn } from '#platform/portal/grid/grid-types.ts'
import { StatusBadge } from '#platform/portal/ui/StatusBadge.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import type { SUMMARY_SORTS, SummaryRow } from '../contract.ts'
import { t } from '../messages.ts'
import classes from './dashboards.module.css'

type Column = GridColumn<SummaryRow, (typeof SUMMARY_SORTS)[number]>
type NumberName = { [N in keyof SummaryRow]: SummaryRow[N] extends number ? N : never }[keyof SummaryRow]

const count = (id: NumberName & Column['sort'], header: string, more: Partial<Column> = {}): Column => ({
  id,
  header,
  sort: id,
  align: 'right',
  cell: (row) => <Count of={row[id]} />,
  ...more,
})

/** A nought is there to be passed over. */
const Count = ({ of, look = false }: { of: number; look?: boolean }) => (
  <span className={of === 0 ? classes.nought : look ? classes.look : undefined}>{numberText(of)}</span>
)

/** The columns of the dashboard (spec 1 §2 "Dashboard main"). */
export const summaryColumns: readonly Column[] = [
  { id: 'PropertyName', header: t('LabelProperty').text, sort: 'PropertyName' },
  { id: 'BuildingName', header: t('LabelBuilding').text, sort: 'BuildingName' },
  { id: 'LockerBankName', header: t('LabelLockerBank').text, sort: 'LockerBankName', names: true, card: true },
  { id: 'Status', header: t('LabelStatus').text, sort: 'Status', card: true, cell: (row) => <BankStatus bank={row} /> },
  count('Capacity', t('LabelCapacity').text),
  count('LB_Active', t('LabelActive').text),
  count('LB_Outbound', t('LabelOutbound').text),
  count('LB_Expired', t('LabelExpired').text, { card: true, cell: (row) => <Count of={row.LB_Expired} look /> }),
  count('LB_Flagged', t('LabelFlagged').text, { cell: (row) => <Count of={row.LB_Flagged} look /> }),
  count('LB_Available', t('LabelAvailable').text, { card: true }),
  count('LB_Utilisation', t('LabelUtilisation').text, {
    card: true,
    cell: (row) => <Utilisation percent={row.LB_Utilisation} />,
  }),
  count('MR_Current', t('LabelMailroom').text),
]

/** Green when ONLINE, red otherwise (spec 1 §4), and then since when; and whether its kiosk runs what was published last, if anything was. */
export function BankStatus({ bank }: { bank: SummaryRow }) {
  const isOnline = bank.Status === 'ONLINE'
  return (
    <span className={classes.status}>
      <StatusBadge kind={isOnline ? 'good' : 'stop'}>{bank.Status}</StatusBadge>
      {!isOnline && bank.LastHeartBeat && (
        <span className={classes.quiet}>
          <When at={bank.LastHeartBeat} propertyId={bank.PropertyId} />
        </span>
      )}
      {bank.PublishedVersion === 0 && <span className={classes.quiet}>{sayOfBank('LabelNotPublished').text}</span>}
      <OldConfiguration bank={bank} />
    </span>
  )
}

const Utilisation = ({ percent }: { percent: number }) => (
  <span className={classes.utilisation}>
    <span className={classes.bar} aria-hidden>
      <span style={{ inlineSize: `${percent}%` }} />
    </span>
    {percent}%
  </span>
)
