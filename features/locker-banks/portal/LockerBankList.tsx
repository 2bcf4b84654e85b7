import { useThrottledCallback } from '@mantine/hooks'
import { useMemo } from 'react'
import { propertyFilter } from '#features/buildings/portal/shared/place-filters.ts'
import { buildingName, propertyName } from '#features/buildings/portal/shared/place-names.tsx'
import { t as tLayout } from '#features/layout/screens.ts'
import { LIVE_PAUSE_MS, useLive } from '#features/live/portal/shared/use-live.ts'
import { t as label } from '#platform/labels.ts'
import { useRefresh } from '#platform/portal/api/queries.ts'
import { EntityList } from '#platform/portal/entity/EntityList.tsx'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { linkColumn } from '#platform/portal/grid/link-column.tsx'
import { pathTo } from '#platform/portal/navigation/links.tsx'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { type LockerBankRow, lockerBanks, pageOfText } from '../contract.ts'
import { t } from '../messages.ts'
import { lockerBankEntity, t as screens } from '../screens.ts'
import classes from './locker-bank.module.css'
import { Online } from './Online.tsx'
import { OldConfiguration } from './shared/OldConfiguration.tsx'

const filters: GridFilter[] = [
  { name: 'SearchText', label: t('LabelSearch').text, kind: 'search' },
  propertyFilter(label('LabelProperty').text),
]

/** The setup screens of a bank: one column of links each, for users who may open it. */
const LINKS = [
  { label: label('LinkEdit').text, path: '/lockerbank/{lockerBankId}/editView', permission: 'EditLockerBank' },
  { label: t('LinkSettings').text, path: '/lockerbank/{lockerBankId}/setting', permission: 'EditLockerBank' },
  { label: tLayout('ScreenLayout').text, path: '/lockerbank/{lockerBankId}/layout', permission: 'SetupLockerBank' },
  { label: t('LinkMapDevices').text, path: '/lockerbank/{lockerBankId}/maplockertodevice', permission: 'SetupLockerBank' },
] as const

const nameOf = ({ LockerbankName }: LockerBankRow) => LockerbankName

/** The organisation's locker banks with the live status of their kiosks and links to their setup screens (spec 1 §2). */
export default function LockerBankList() {
  const { permissions } = useViewer()
  const refresh = useRefresh()
  const reload = useThrottledCallback((readBefore?: number) => refresh([lockerBanks.page], { readBefore }), LIVE_PAUSE_MS)
  useLive((change, readBefore) => {
    if (change === 'missed' || change.Topic === 'status') reload(readBefore)
  })
  const columns = useMemo(
    (): GridColumn<LockerBankRow, 'LockerbankName' | 'BuildingName' | 'PropertyName' | 'Status' | 'AppVersion'>[] => [
      { id: 'LockerbankName', header: label('LabelLockerBank').text, card: true },
      { id: 'BuildingName', header: label('LabelBuilding').text, cell: buildingName },
      { id: 'PropertyName', header: label('LabelProperty').text, card: true, cell: propertyName },
      {
        id: 'Status',
        header: label('LabelStatus').text,
        card: true,
        cell: (row) => (
          <span className={classes.status}>
            <Online status={row.Status} />
            <OldConfiguration bank={row} />
          </span>
        ),
      },
      { id: 'AppVersion', header: t('LabelAppVersion').text },
      ...LINKS.filter(({ permission }) => permissions.has(permission)).map(({ label, path }) => ({
        ...linkColumn({ id: path, label, to: (row: LockerBankRow) => pathTo(path, { lockerBankId: row.LockerbankId }), nameOf }),
        way: true,
      })),
    ],
    [permissions],
  )
  return (
    <EntityList
      id="locker-banks"
      entity={lockerBankEntity}
      title={screens('ScreenLockerBanks').text}
      operation={lockerBanks.page}
      pageOfReply={pageOfText}
      remove={lockerBanks.remove}
      columns={columns}
      rowId={(row) => row.LockerbankId}
      rowName={nameOf}
      filters={filters}
      labels={{ add: t('AddLockerBank').text, remove: t('DeleteLockerBanks').text }}
      empty={t('NoLockerBanks').text}
    />
  )
}
