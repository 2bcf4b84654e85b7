import { courierName } from '#features/couriers/portal/shared/courier-name.tsx'
import { t as label } from '#platform/labels.ts'
import type { ColumnLook, GridColumn } from '#platform/portal/grid/grid-types.ts'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import type { PACKAGE_SORTS, PackageRow } from '../contract.ts'
import { t } from '../viewer-messages.ts'
import { Expiry, PackageStatusBadge } from './shared/PackageStatusBadge.tsx'
import { PlaceLinks } from './shared/PlaceLinks.tsx'
import { placeText } from './shared/place.ts'

type Column = GridColumn<PackageRow, (typeof PACKAGE_SORTS)[number]>
type TimeName = 'DropOffTime' | 'ExpiryTime' | 'CollectionTime' | 'RecoveryTime'

/**
 * The columns of the Package Viewer (spec 2 §2); less common ones are hidden by default. `timeText` formats a time in a time
 * zone, for the export.
 */
export function packageColumns(timeText: (at: string, timeZone: string) => string): Column[] {
  const time = (id: TimeName, header: string, more: Partial<ColumnLook<PackageRow>> = {}): Column => ({
    id,
    header,
    cell: (row) => <When at={row[id]} timeZone={row.PropertyTimezoneId} />,
    text: (row) => (row[id] ? timeText(row[id], row.PropertyTimezoneId) : ''),
    ...more,
  })
  return [
    { id: 'PackageNumber', header: label('LabelPackage').text, card: true },
    {
      id: 'ResidentName',
      header: label('LabelResident').text,
      card: true,
      cell: ({ ResidentId, ResidentName }) => (
        <RecordLink kind="resident" id={ResidentId}>
          {ResidentName || '–'}
        </RecordLink>
      ),
    },
    { id: 'UnitNumber', header: label('LabelUnit').text, card: true },
    {
      id: 'Status',
      header: label('LabelStatus').text,
      card: true,
      cell: (row) => <PackageStatusBadge status={row.Status} groupId={row.StatusGroupId} />,
    },
    {
      id: 'LockerBankName',
      header: label('LabelLocation').text,
      card: true,
      cell: (row) => <PlaceLinks place={row} />,
      text: placeText,
    },
    time('DropOffTime', t('LabelDropOffTime').text),
    time('ExpiryTime', label('LabelExpiry').text, { cell: (row) => <Expiry row={row} /> }),
    { id: 'TrackingNumber', header: t('ColumnTrackingNumber').text },
    { id: 'CourierName', header: label('LabelCourier').text, hidden: true, cell: courierName },
    time('CollectionTime', t('LabelCollectionTime').text, { hidden: true }),
    time('RecoveryTime', t('LabelRecoveryTime').text, { hidden: true }),
    { id: 'PackageId', header: t('LabelPackageId').text, hidden: true },
  ]
}
