import type { GridColumn } from '#platform/portal/grid/grid-types.ts'
import { When } from '#platform/portal/times.tsx'
import type { PACKAGE_SORTS, PackageRow } from '../contract.ts'
import { isLive, statusById } from '../statuses.ts'
import { say } from '../viewer-messages.ts'
import { placeText } from './place.ts'
import { StatusMark } from './StatusMark.tsx'

type Column = GridColumn<PackageRow, (typeof PACKAGE_SORTS)[number]>
type TimeName = 'DropOffTime' | 'ExpiryTime' | 'CollectionTime' | 'RecoveryTime'

/**
 * The columns of the Package Viewer (spec 2 §2); those that few look at are in the column chooser. `timeText` writes a time
 * in a time zone, for the export.
 */
export function packageColumns(timeText: (at: string, timeZone: string) => string): Column[] {
  const time = (id: TimeName, header: string, more: Partial<Column> = {}): Column => ({
    id,
    header,
    cell: (row) => <When at={row[id]} propertyId={row.PropertyId} />,
    text: (row) => (row[id] ? timeText(row[id], row.PropertyTimezoneId) : ''),
    ...more,
  })
  return [
    { id: 'PackageNumber', header: say('ColumnPackageNumber').text },
    { id: 'ResidentName', header: say('ColumnResidentName').text, card: true, cell: (row) => row.ResidentName || '–' },
    { id: 'UnitNumber', header: say('ColumnUnitNumber').text, card: true },
    {
      id: 'Status',
      header: say('LabelStatus').text,
      card: true,
      cell: (row) => <StatusMark status={row.Status} groupId={row.StatusGroupId} />,
    },
    { id: 'LockerBankName', header: say('LabelLocation').text, cell: placeText, text: placeText },
    time('DropOffTime', say('LabelDropOffTime').text, { sort: 'DropOffTime' }),
    time('ExpiryTime', say('LabelExpiryTime').text, { cell: (row) => <Expiry row={row} /> }),
    { id: 'TrackingNumber', header: say('ColumnTrackingNumber').text },
    { id: 'CourierName', header: say('LabelCourier').text, hidden: true },
    time('CollectionTime', say('LabelCollectionTime').text, { hidden: true }),
    time('RecoveryTime', say('LabelRecoveryTime').text, { hidden: true }),
    { id: 'PackageId', header: say('LabelPackageId').text, hidden: true },
  ]
}

/** How soon is of interest while the package is in the house; of one that has left, the day. */
function Expiry({ row }: { row: PackageRow }) {
  const status = statusById(row.StatusId)
  return <When at={row.ExpiryTime} propertyId={row.PropertyId} exact={status && isLive(status) ? false : 'date'} />
}
