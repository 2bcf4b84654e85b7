import { Button } from '@mantine/core'
import { t as label } from '#platform/labels.ts'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import { EmptyHint } from '#platform/portal/grid/EmptyHint.tsx'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { pathTo, useGo } from '#platform/portal/navigation/links.tsx'
import { When } from '#platform/portal/ui/times.tsx'
import { IMPORT_PAGE, type IMPORT_SORTS, type ImportRow, imports } from '../contract.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { ImportStatusMark } from './ImportStatusMark.tsx'

const COLUMNS: GridColumn<ImportRow, (typeof IMPORT_SORTS)[number]>[] = [
  { id: 'File', header: t('LabelFile').text, names: true, card: true },
  { id: 'Purpose', header: t('LabelPurpose').text },
  {
    id: 'LastImportDate',
    header: t('LabelLastImportDate').text,
    card: true,
    cell: (row) => <When at={row.LastImportDate} />,
  },
  { id: 'Status', header: label('LabelStatus').text, card: true, cell: (row) => <ImportStatusMark job={row} /> },
  { id: 'Source', header: t('LabelSource').text, cell: (row) => row.SourceName },
  { id: 'CreatedBy', header: t('LabelBy').text },
  { id: 'Id', header: t('LabelId').text },
]

const FILTERS: GridFilter[] = [{ name: 'SearchText', label: t('LabelSearch').text, kind: 'search' }]

/** The imports of the user's properties, latest first (spec 2 §2). */
export default function ImportList() {
  const go = useGo()
  return (
    <DataGrid
      id="imports"
      title={screens('ScreenImports').text}
      operation={imports.page}
      columns={COLUMNS}
      filters={FILTERS}
      rowId={(row) => row.Id}
      rowName={(row) => row.File}
      open={(row) => pathTo('/importfile/{importId}/detail', { importId: row.Id })}
      pageSize={IMPORT_PAGE}
      remove={{ operation: imports.remove, permission: 'ManualImportResident', label: t('DeleteImports').text }}
      actions={<Button onClick={() => go('/resident/import')}>{t('ButtonImport').text}</Button>}
      empty={
        <EmptyHint
          text={t('NoImports').text}
          steps={[{ to: '/resident/import', text: screens('ScreenImport').text, needs: 'ManualImportResident' }]}
        />
      }
    />
  )
}
