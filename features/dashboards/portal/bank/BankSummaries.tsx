import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { dashboards, type LockerSummaryRow, type PackageSummaryRow } from '../../contract.ts'
import { t } from '../../messages.ts'
import { REFRESH_MS } from '../../refresh-age.ts'
import classes from './bank.module.css'
import { SummaryTable } from './SummaryTable.tsx'

const lockerColumns: readonly [Exclude<keyof LockerSummaryRow, 'Size'>, string][] = [
  ['Available', t('LabelAvailable').text],
  ['Occupied', t('LabelOccupied').text],
  ['Dirty', t('LabelDirty').text],
  ['OutOfService', t('LabelOutOfService').text],
  ['Disabled', t('LabelDisabled').text],
  ['All', t('LabelAll').text],
]
const packageColumns: readonly [Exclude<keyof PackageSummaryRow, 'Size'>, string][] = [
  ['Active', t('LabelActive').text],
  ['Outbound', t('LabelOutbound').text],
  ['Expired', t('LabelExpired').text],
  ['Missing', t('LabelMissing').text],
  ['WrongRecipient', t('LabelWrongRecipient').text],
  ['Unconfirmed', t('LabelUnconfirmed').text],
  ['Pending', t('LabelPending').text],
  ['All', t('LabelAll').text],
]

/** The bank's lockers and packages by size (spec 1 §3). */
export function BankSummaries({ lockerBankId }: { lockerBankId: string }) {
  const request = { params: { lockerBankId } }
  const lockers = useCall(dashboards.lockerSummary, request, { every: REFRESH_MS })
  const packages = useCall(dashboards.packageSummary, request, { every: REFRESH_MS })
  return (
    <div className={classes.summaries}>
      <Loaded query={lockers} failure={t('MsgLockerSummaryFailed').text}>
        {(rows) => <SummaryTable title={t('TitleLockerSummary').text} columns={lockerColumns} rows={rows} />}
      </Loaded>
      <Loaded query={packages} failure={t('MsgPackageSummaryFailed').text}>
        {(rows) => <SummaryTable title={t('TitlePackageSummary').text} columns={packageColumns} rows={rows} />}
      </Loaded>
    </div>
  )
}
