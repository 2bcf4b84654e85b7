import { Button } from '@mantine/core'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import type { GridColumn } from '#platform/portal/grid/grid-types.ts'
import { pathTo, useGo } from '#platform/portal/links.tsx'
import { When } from '#platform/portal/times.tsx'
import { IMPORT_PAGE, type ImportRow, imports } from '../contract.ts'
import { say } from '../messages.ts'
import { ImportStatusMark } from './ImportStatusMark.tsx'

const COLUMNS: GridColumn<ImportRow, 'CreatedAt'>[] = [
  { id: 'File', header: say('LabelFile').text, names: true, card: true },
  { id: 'Purpose', header: say('LabelPurpose').text },
  {
    id: 'LastImportDate',
    header: say('LabelLastImportDate').text,
    card: true,
    cell: (row) => <When at={row.LastImportDate} />,
  },
  { id: 'Status', header: say('LabelStatus').text, card: true, cell: (row) => <ImportStatusMark status={row.Status} /> },
  { id: 'CreatedBy', header: say('LabelBy').text },
  { id: 'Id', header: say('LabelId').text, hidden: true },
]

/** The imports of one's properties, the latest first (spec 2 §2). */
export default function ImportList() {
  const go = useGo()
  return (
    <DataGrid
      id="imports"
      title={say('TitleImports').text}
      operation={imports.page}
      columns={COLUMNS}
      rowId={(row) => row.Id}
      rowName={(row) => row.File}
      open={(row) => pathTo('/importfile/{importId}/detail', { importId: row.Id })}
      pageSize={IMPORT_PAGE}
      remove={{ operation: imports.remove, permission: 'ManualImportResident', label: say('DeleteImports').text }}
      actions={<Button onClick={() => go('/resident/import')}>{say('ButtonImport').text}</Button>}
      empty={say('NoImports').text}
    />
  )
}
