import { Loaded } from '#platform/portal/Loaded.tsx'
import { useCall } from '#platform/portal/queries.ts'
import { dashboards, type LockerSummaryRow, type PackageSummaryRow } from '../contract.ts'
import { say } from '../messages.ts'
import { REFRESH_MS } from '../refresh-age.ts'
import classes from './bank.module.css'
import { SummaryTable } from './SummaryTable.tsx'
import { useToldFailure } from './use-told-failure.ts'

const lockerColumns: readonly [Exclude<keyof LockerSummaryRow, 'Size'>, string][] = [
  ['Available', say('LabelAvailable').text],
  ['Occupied', say('LabelOccupied').text],
  ['Dirty', say('LabelDirty').text],
  ['OutOfService', say('LabelOutOfService').text],
  ['Disabled', say('LabelDisabled').text],
  ['All', say('LabelAll').text],
]
const packageColumns: readonly [Exclude<keyof PackageSummaryRow, 'Size'>, string][] = [
  ['Active', say('LabelActive').text],
  ['Outbound', say('LabelOutbound').text],
  ['Expired', say('LabelExpired').text],
  ['Missing', say('LabelMissing').text],
  ['WrongRecipient', say('LabelWrongRecipient').text],
  ['Unconfirmed', say('LabelUnconfirmed').text],
  ['Pending', say('LabelPending').text],
  ['All', say('LabelAll').text],
]

/** The bank's lockers and packages, counted by size (spec 1 §3). */
export function BankSummaries({ lockerBankId }: { lockerBankId: string }) {
  const ask = { params: { lockerBankId } }
  const lockers = useCall(dashboards.lockerSummary, ask, { every: REFRESH_MS })
  const packages = useCall(dashboards.packageSummary, ask, { every: REFRESH_MS })
  useToldFailure(lockers, say('MsgLockerSummaryFailed').text)
  useToldFailure(packages, say('MsgPackageSummaryFailed').text)
  return (
    <div className={classes.summaries}>
      <Loaded query={lockers}>
        {(rows) => <SummaryTable title={say('TitleLockerSummary').text} columns={lockerColumns} rows={rows} />}
      </Loaded>
      <Loaded query={packages}>
        {(rows) => <SummaryTable title={say('TitlePackageSummary').text} columns={packageColumns} rows={rows} />}
      </Loaded>
    </div>
  )
}
