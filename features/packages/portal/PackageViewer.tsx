import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { packageEntity, t as screens } from '#features/package-statuses/screens.ts'
import { callForFile } from '#platform/portal/api/call.ts'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import { EmptyHint } from '#platform/portal/grid/EmptyHint.tsx'
import { Extensions } from '#platform/portal/navigation/extensions.ts'
import { useGo, useSearchParams } from '#platform/portal/navigation/links.tsx'
import { useOpenedRow } from '#platform/portal/navigation/use-opened-row.ts'
import { May, useViewer } from '#platform/portal/session/viewer.tsx'
import { lazyComponent } from '#platform/portal/ui/lazy-component.tsx'
import { packages } from '../contract.ts'
import { t } from '../viewer-messages.ts'
import { packageActions } from './package-actions.ts'
import { packageColumns } from './package-columns.tsx'
import { packageFilters } from './package-filters.ts'
import { PACKAGE_TOOLS } from './shared/extensions.ts'

const LivePackages = lazyComponent(() => import('./LivePackages.tsx'))
const PackageDrawer = lazyComponent(() => import('./PackageDrawer.tsx'))

/** The packages that the user may see, newest first; a row opens its detail in a drawer (spec 2 §2). */
export default function PackageViewer() {
  const { dateFormat, property } = useViewer()
  const columns = useMemo(packageColumns, [])
  const filters = useMemo(() => packageFilters(property), [property])
  const go = useGo()
  const { PropertyId } = useSearchParams()
  const { opened, last, pathOf, close } = useOpenedRow('package')
  return (
    <>
      <DataGrid
        id="packages"
        title={screens('ScreenPackageViewer').text}
        operation={packages.page}
        columns={columns}
        rowId={(row) => row.PackageId}
        rowName={(row) => row.PackageNumber}
        open={(row) => pathOf('/search', row.PackageId)}
        filters={filters}
        exportFile={(query, Columns, signal) =>
          callForFile(packages.export, { input: { ...query, Columns, DateFormat: dateFormat }, signal })
        }
        bulk={packageActions}
        actions={
          <>
            <Extensions point={PACKAGE_TOOLS} props={{ propertyId: PropertyId }} />
            <May permission={packageEntity.add}>
              <Button onClick={() => go('/package/new')}>{screens('ScreenNewPackage').text}</Button>
            </May>
          </>
        }
        empty={
          <EmptyHint
            text={t('NoPackages').text}
            steps={[{ to: '/package/new', text: screens('ScreenNewPackage').text, needs: packageEntity.add }]}
          />
        }
      />
      <LivePackages propertyId={PropertyId} />
      {last && <PackageDrawer packageId={last} opened={opened !== undefined} close={close} />}
    </>
  )
}
