import { Button } from '@mantine/core'
import { useThrottledCallback } from '@mantine/hooks'
import { useMemo } from 'react'
import { propertyFilter } from '#features/buildings/portal/place-filters.ts'
import { LIVE_PAUSE_MS, useLive } from '#features/dashboards/portal/use-live.ts'
import { DataGrid } from '#platform/portal/grid/DataGrid.tsx'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { linkColumn } from '#platform/portal/grid/link-column.tsx'
import { pathTo, useGo } from '#platform/portal/links.tsx'
import { useRefresh } from '#platform/portal/queries.ts'
import { May, useViewer } from '#platform/portal/viewer.tsx'
import { type LockerBankRow, lockerBanks, pageOfText } from '../contract.ts'
import { say } from '../messages.ts'
import classes from './locker-bank.module.css'
import { OldConfiguration } from './OldConfiguration.tsx'
import { Online } from './Online.tsx'

const filters: GridFilter[] = [
  { name: 'SearchText', label: say('LabelNameOrCode').text, kind: 'text', pinned: true },
  propertyFilter(say('LabelProperty').text),
]

/** The screens that one bank is set up with: a column of links each, for those who may open it. */
const LINKS = [
  { label: say('LinkEdit').text, path: '/lockerbank/{lockerBankId}/editView', permission: 'EditLockerBank' },
  { label: say('LinkSettings').text, path: '/lockerbank/{lockerBankId}/setting', permission: 'EditLockerBank' },
  { label: say('LinkLayout').text, path: '/lockerbank/{lockerBankId}/layout', permission: 'SetupLockerBank' },
  { label: say('LinkMapDevices').text, path: '/lockerbank/{lockerBankId}/maplockertodevice', permission: 'SetupLockerBank' },
] as const

const nameOf = ({ LockerbankName }: LockerBankRow) => LockerbankName
const to = (path: (typeof LINKS)[number]['path'], row: LockerBankRow) => pathTo(path, { lockerBankId: row.LockerbankId })

/** Locker banks of the organisation as their kiosks come and go, with the way to everything that one is set up with (spec 1 §2). */
export default function LockerBankList() {
  const { permissions } = useViewer()
  const go = useGo()
  const refresh = useRefresh()
  const askAgain = useThrottledCallback(() => refresh([lockerBanks.page]), LIVE_PAUSE_MS)
  useLive((news) => {
    if (news === 'missed' || news.Topic === 'status') askAgain()
  })
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
        cell: (row) => (
          <span className={classes.status}>
            <Online status={row.Status} />
            <OldConfiguration bank={row} />
          </span>
        ),
      },
      { id: 'AppVersion', header: say('LabelAppVersion').text, sort: 'AppVersion' },
      ...LINKS.filter(({ permission }) => permissions.has(permission)).map(({ label, path }) => ({
        ...linkColumn({ id: path, label, to: (row: LockerBankRow) => to(path, row), nameOf }),
        way: true,
      })),
    ],
    [permissions],
  )
  return (
    <DataGrid
      id="locker-banks"
      title={say('TitleLockerBanks').text}
      operation={lockerBanks.page}
      pageOfReply={pageOfText}
      columns={columns}
      rowId={(row) => row.LockerbankId}
      rowName={nameOf}
      open={permissions.has('EditLockerBank') ? (row) => to('/lockerbank/{lockerBankId}/editView', row) : undefined}
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
