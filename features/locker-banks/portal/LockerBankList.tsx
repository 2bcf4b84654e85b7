import { Anchor, Button } from '@mantine/core'
import { useMemo } from 'react'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { pathTo, ScreenLink, useGo } from '#platform/portal/links.tsx'
import { May, useMay, useViewer } from '#platform/portal/viewer.tsx'
import { type LockerBankRow, lockerBanks, pageOfText } from '../contract.ts'
import { say } from '../messages.ts'
import { Online } from './Online.tsx'

const filters: GridFilter[] = [
  { name: 'SearchText', label: say('LabelNameOrCode').text, kind: 'text', pinned: true },
  { name: 'PropertyId', label: say('LabelProperty').text, kind: 'choice', pinned: true, useChoices: usePropertyChoices },
]

function usePropertyChoices() {
  return { choices: useViewer().properties.map(({ id, name }) => ({ Id: id, Name: name })) }
}

const edit = (row: LockerBankRow) => pathTo('/lockerbank/{lockerBankId}/editView', { lockerBankId: row.LockerbankId })

/** Locker banks of the organisation, with the way to everything that one of them is set up with (spec 1 §2). */
export default function LockerBankList() {
  const mayEdit = useMay('EditLockerBank')
  const go = useGo()
  const columns = useMemo(
    (): GridColumn<LockerBankRow, 'LockerbankName' | 'BuildingName' | 'PropertyName' | 'Status' | 'AppVersion'>[] => [
      { id: 'LockerbankName', header: say('LabelLockerBank').text, sort: 'LockerbankName', card: true },
      { id: 'BuildingName', header: say('LabelBuilding').text, sort: 'BuildingName' },
      { id: 'PropertyName', header: say('LabelProperty').text, sort: 'PropertyName', card: true },
      {
        id: 'Status',
        header: say('LabelStatus').text,
        sort: 'Status',
        card: true,
        cell: (row) => <Online status={row.Status} />,
      },
      { id: 'AppVersion', header: say('LabelAppVersion').text, sort: 'AppVersion' },
      ...(mayEdit
        ? [{ id: 'Edit', header: say('LinkEdit').text, cell: (row: LockerBankRow) => <EditLink row={row} />, text: () => '' }]
        : []),
    ],
    [mayEdit],
  )
  return (
    <DataGrid
      id="locker-banks"
      title={say('TitleLockerBanks').text}
      operation={lockerBanks.page}
      pageOfReply={pageOfText}
      columns={columns}
      rowId={(row) => row.LockerbankId}
      rowName={(row) => row.LockerbankName}
      open={mayEdit ? edit : undefined}
      filters={filters}
      remove={{ operation: lockerBanks.remove, permission: 'DeleteLockerBank', label: say('DeleteLockerBanks').text }}
      actions={
        <May permission="AddLockerBank">
          <Button onClick={() => go('/lockerbank/create')}>{say('AddLockerBank').text}</Button>
        </May>
      }
      empty={say('NoLockerBanks').text}
    />
  )
}

function EditLink({ row }: { row: LockerBankRow }) {
  return (
    <Anchor component={ScreenLink} to={edit(row)} aria-label={`${say('LinkEdit').text}: ${row.LockerbankName}`}>
      {say('LinkEdit').text}
    </Anchor>
  )
}
