import { Anchor, Button, Group } from '@mantine/core'
import { useMemo } from 'react'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { pathTo, ScreenLink, useGo } from '#platform/portal/links.tsx'
import { Meaning } from '#platform/portal/Meaning.tsx'
import { May, useMay, useViewer } from '#platform/portal/viewer.tsx'
import { type LockerBankRow, lockerBanks, pageOfText } from '../contract.ts'
import { say } from '../messages.ts'

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
      { id: 'Links', header: say('LabelSetUp').text, cell: (row) => <RowLinks row={row} />, text: () => '' },
    ],
    [],
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

const Online = ({ status }: { status: LockerBankRow['Status'] }) => (
  <Meaning kind={status === 'ONLINE' ? 'good' : 'stop'}>{status}</Meaning>
)

const LINKS = [
  { permission: 'EditLockerBank', path: '/lockerbank/{lockerBankId}/editView', label: 'LinkEdit' },
  { permission: 'EditLockerBank', path: '/lockerbank/{lockerBankId}/setting', label: 'LinkSettings' },
  { permission: 'SetupLockerBank', path: '/lockerbank/{lockerBankId}/layout', label: 'LinkLayout' },
  { permission: 'SetupLockerBank', path: '/lockerbank/{lockerBankId}/maplockertodevice', label: 'LinkMapDevices' },
] as const

function RowLinks({ row }: { row: LockerBankRow }) {
  return (
    <Group gap={12} wrap="nowrap">
      {LINKS.map(({ permission, path, label }) => (
        <May key={label} permission={permission}>
          <Anchor
            component={ScreenLink}
            to={pathTo(path, { lockerBankId: row.LockerbankId })}
            aria-label={`${say(label).text}: ${row.LockerbankName}`}
          >
            {say(label).text}
          </Anchor>
        </May>
      ))}
    </Group>
  )
}
