import { courierName } from '#features/couriers/portal/shared/courier-name.tsx'
import { t as packageScreens } from '#features/package-statuses/screens.ts'
import { type BANK_PACKAGE_SORTS, type PackageInLocker, packages } from '#features/packages/contract.ts'
import { PackageStatusBadge } from '#features/packages/portal/shared/PackageStatusBadge.tsx'
import { t as label } from '#platform/labels.ts'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import { EmptyHint } from '#platform/portal/grid/EmptyHint.tsx'
import type { GridColumn } from '#platform/portal/grid/grid-types.ts'
import { pathTo } from '#platform/portal/navigation/links.tsx'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import { useTimeText, When } from '#platform/portal/ui/times.tsx'
import { t } from '../../messages.ts'
import { REFRESH_MS } from '../../refresh-age.ts'

type Column = GridColumn<PackageInLocker, (typeof BANK_PACKAGE_SORTS)[number]>

/** The packages in the bank's lockers, the newest first; a row opens its locker. */
export function BankPackages({ lockerBankId, timeZone }: { lockerBankId: string; timeZone: string }) {
  const { dateTime } = useTimeText(timeZone)
  const time = (id: 'DropOffTime' | 'ExpiryTime', header: string): Column => ({
    id,
    header,
    cell: (row) => <When at={row[id]} timeZone={timeZone} />,
    text: (row) => (row[id] ? dateTime(row[id]) : ''),
  })
  const columns: Column[] = [
    { id: 'LockerName', header: label('LabelLocker').text, card: true },
    {
      id: 'StatusName',
      header: label('LabelStatus').text,
      card: true,
      cell: (row) => <PackageStatusBadge status={row.StatusName} groupId={row.StatusGroupId} />,
    },
    {
      id: 'PackageNumber',
      header: label('LabelPackage').text,
      card: true,
      cell: (row) => (
        <RecordLink kind="package" id={row.Id}>
          {row.PackageNumber}
        </RecordLink>
      ),
    },
    {
      id: 'Name',
      header: label('LabelRecipient').text,
      card: true,
      cell: (row) => (
        <RecordLink kind="resident" id={row.ResidentId}>
          {row.Name}
        </RecordLink>
      ),
    },
    { id: 'UnitNumber', header: label('LabelUnit').text, card: true },
    time('DropOffTime', t('LabelDroppedOff').text),
    time('ExpiryTime', t('LabelExpires').text),
    { id: 'TrackingNumber', header: label('LabelTrackingNumber').text },
    { id: 'CourierName', header: label('LabelCourier').text, hidden: true, cell: courierName },
  ]
  const locker = (row: PackageInLocker) =>
    row.LockerName && `${pathTo('/dashboard/lockerbank/{id}', { id: lockerBankId })}?locker=${encodeURIComponent(row.LockerName)}`
  return (
    <DataGrid
      id="bank-packages"
      title={label('LabelPackages').text}
      level={2}
      operation={packages.ofLockerBank}
      params={{ lockerBankId }}
      every={REFRESH_MS}
      columns={columns}
      rowId={(row) => row.Id}
      rowName={(row) => row.PackageNumber}
      open={locker}
      failure={t('MsgPackagesFailed').text}
      empty={
        <EmptyHint
          text={t('NoPackages').text}
          steps={[{ to: '/search', text: packageScreens('ScreenPackageViewer').text, needs: 'ViewPackage' }]}
        />
      }
    />
  )
}
