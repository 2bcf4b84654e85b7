import { courierName } from '#features/couriers/portal/shared/courier-name.tsx'
import { placeText } from '#features/package-statuses/place-text.ts'
import type { ColumnLook, GridColumn } from '#platform/portal/grid/grid-types.ts'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import { PACKAGE_COLUMNS } from '../columns.ts'
import type { PACKAGE_SORTS, PackageRow } from '../contract.ts'
import { PackageStatusBadge } from './shared/PackageStatusBadge.tsx'
import { PlaceLinks } from './shared/PlaceLinks.tsx'

type Column = GridColumn<PackageRow, (typeof PACKAGE_SORTS)[number]>
type TimeName = 'DropOffTime' | 'ExpiryTime' | 'CollectionTime' | 'RecoveryTime'

/** The columns of the Package Viewer (spec 2 §2); less common ones are hidden by default. Its CSV is written by the server. */
export function packageColumns(): Column[] {
  const time = (id: TimeName, more: Partial<ColumnLook<PackageRow>> = {}): Column => ({
    id,
    header: PACKAGE_COLUMNS[id].text,
    cell: (row) => <When at={row[id]} timeZone={row.PropertyTimezoneId} />,
    ...more,
  })
  return [
    { id: 'PackageNumber', header: PACKAGE_COLUMNS.PackageNumber.text, card: true },
    {
      id: 'ResidentName',
      header: PACKAGE_COLUMNS.ResidentName.text,
      card: true,
      cell: ({ ResidentId, ResidentName }) => (
        <RecordLink kind="resident" id={ResidentId}>
          {ResidentName || '–'}
        </RecordLink>
      ),
    },
    { id: 'UnitNumber', header: PACKAGE_COLUMNS.UnitNumber.text, card: true },
    {
      id: 'Status',
      header: PACKAGE_COLUMNS.Status.text,
      card: true,
      cell: (row) => <PackageStatusBadge status={row.Status} groupId={row.StatusGroupId} />,
    },
    {
      id: 'LockerBankName',
      header: PACKAGE_COLUMNS.LockerBankName.text,
      card: true,
      text: placeText,
      cell: (row) => <PlaceLinks place={row} />,
    },
    time('DropOffTime'),
    time('ExpiryTime'),
    { id: 'TrackingNumber', header: PACKAGE_COLUMNS.TrackingNumber.text, card: true },
    { id: 'CourierName', header: PACKAGE_COLUMNS.CourierName.text, hidden: true, cell: courierName },
    time('CollectionTime', { hidden: true }),
    time('RecoveryTime', { hidden: true }),
    { id: 'PackageId', header: PACKAGE_COLUMNS.PackageId.text, hidden: true },
  ]
}
