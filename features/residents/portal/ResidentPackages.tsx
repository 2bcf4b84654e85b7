import { useMemo } from 'react'
import { courierName } from '#features/couriers/portal/shared/courier-name.tsx'
import { placeText } from '#features/package-statuses/place-text.ts'
import { packageEntity, t as packageScreens } from '#features/package-statuses/screens.ts'
import { type PACKAGE_SORTS, type PackageRow, packages } from '#features/packages/contract.ts'
import { PackageStatusBadge } from '#features/packages/portal/shared/PackageStatusBadge.tsx'
import { PlaceLinks } from '#features/packages/portal/shared/PlaceLinks.tsx'
import { t as label } from '#platform/labels.ts'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import { EmptyHint } from '#platform/portal/grid/EmptyHint.tsx'
import type { GridColumn } from '#platform/portal/grid/grid-types.ts'
import { pathTo } from '#platform/portal/navigation/links.tsx'
import { useTimeText, When } from '#platform/portal/ui/times.tsx'
import type { ResidentInfo } from '../contract.ts'
import { t } from '../messages.ts'

type Column = GridColumn<PackageRow, (typeof PACKAGE_SORTS)[number]>

/** A resident's packages, the newest first; a row opens it in the Package Viewer. */
export function ResidentPackages({ resident }: { resident: ResidentInfo }) {
  const { dateTime } = useTimeText(resident.PropertyTimezoneId)
  const fixed = useMemo(() => ({ ResidentId: resident.Id }), [resident.Id])
  const columns = useMemo((): Column[] => {
    const time = (id: 'DropOffTime' | 'ExpiryTime', header: string): Column => ({
      id,
      header,
      cell: (row) => <When at={row[id]} timeZone={row.PropertyTimezoneId} />,
      text: (row) => (row[id] ? dateTime(row[id]) : ''),
    })
    return [
      { id: 'PackageNumber', header: label('LabelPackage').text, card: true },
      {
        id: 'Status',
        header: label('LabelStatus').text,
        card: true,
        cell: (row) => <PackageStatusBadge status={row.Status} groupId={row.StatusGroupId} />,
      },
      { ...time('DropOffTime', t('LabelDropOff').text), card: true },
      {
        id: 'LockerBankName',
        header: label('LabelLocation').text,
        card: true,
        cell: (row) => <PlaceLinks place={row} />,
        text: placeText,
      },
      time('ExpiryTime', label('LabelExpiry').text),
      { id: 'TrackingNumber', header: label('LabelTrackingNumber').text },
      { id: 'CourierName', header: label('LabelCourier').text, cell: courierName },
    ]
  }, [dateTime])
  return (
    <DataGrid
      id="resident-packages"
      title={label('LabelPackages').text}
      level={2}
      operation={packages.page}
      fixed={fixed}
      columns={columns}
      rowId={(row) => row.PackageId}
      rowName={(row) => row.PackageNumber}
      open={(row) => `${pathTo('/search')}?package=${row.PackageId}`}
      empty={
        <EmptyHint
          text={t('NoPackages').text}
          steps={[{ to: '/package/new', text: packageScreens('ScreenNewPackage').text, needs: packageEntity.add }]}
        />
      }
    />
  )
}
