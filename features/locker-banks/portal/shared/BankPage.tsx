import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { t as layout } from '#features/layout/screens.ts'
import { t as label } from '#platform/labels.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { pathTo, ScreenLink } from '#platform/portal/navigation/links.tsx'
import { RecordPage, type RecordTab } from '#platform/portal/record/RecordPage.tsx'
import { useMay } from '#platform/portal/session/viewer.tsx'
import { lockerBanks } from '../../contract.ts'
import { t } from '../../messages.ts'
import { t as screens } from '../../screens.ts'
import { Online } from '../Online.tsx'

export const bankList = () => ({ title: screens('ScreenLockerBanks').text, path: '/lockerbank/list' })

/** The tabs of a locker bank's edit screen that have content of their own. */
type Contents = {
  readonly overview: ReactNode
  readonly access: ReactNode
  readonly alerts: ReactNode
  readonly history: ReactNode
}
type Props = {
  lockerBankId: string
  /** Those of the edit screen. */
  contents?: Contents
  /** The content of another screen of the locker bank. */
  children?: ReactNode
}

/**
 * A locker bank is one record: its edit screen, the designer, device mapping and settings are tabs of the same page, for users
 * who may open them.
 */
export function BankPage({ lockerBankId, contents, children }: Props) {
  const params = { lockerBankId }
  const mayEdit = useMay('EditLockerBank')
  const maySetUp = useMay('SetupLockerBank')
  const mayView = useMay('ViewLockerBank')
  const maySeeDashboard = useMay('ViewLockerBankDashboard')
  const name = useCall(lockerBanks.name, { params })
  const bank = useCall(lockerBanks.get, { params }, { enabled: mayEdit })
  const edit = pathTo('/lockerbank/{lockerBankId}/editView', params)
  const tab = (name: string, label: string, to: string, content: ReactNode = children): RecordTab => ({
    name,
    label,
    to,
    content,
  })
  const ofEdit = (name: keyof Contents, label: string): RecordTab => ({
    ...tab(name, label, name === 'overview' ? edit : `${edit}?tab=${name}`, contents?.[name]),
    hasInput: name === 'overview' && contents !== undefined,
  })
  const tabs: readonly RecordTab[] = [
    ...(mayEdit ? [ofEdit('overview', t('TabOverview').text)] : []),
    ...(maySetUp
      ? [
          tab('layout', layout('ScreenLayout').text, pathTo('/lockerbank/{lockerBankId}/layout', params)),
          tab('devices', t('TabDevices').text, pathTo('/lockerbank/{lockerBankId}/maplockertodevice', params)),
        ]
      : []),
    ...(mayEdit
      ? [
          tab('setting', t('LinkSettings').text, pathTo('/lockerbank/{lockerBankId}/setting', params)),
          ofEdit('access', t('TabAccess').text),
          ofEdit('alerts', t('TabAlerts').text),
        ]
      : []),
    ...(mayEdit && mayView ? [ofEdit('history', label('SectionHistory').text)] : []),
  ]
  return (
    <RecordPage
      list={bankList()}
      name={name.data?.Name ?? '…'}
      status={bank.data && <Online status={bank.data.Status} />}
      actions={
        maySeeDashboard && (
          <Anchor component={ScreenLink} to={pathTo('/dashboard/lockerbank/{id}', { id: lockerBankId })}>
            {t('LinkDashboard').text}
          </Anchor>
        )
      }
      tabs={tabs as [RecordTab, ...RecordTab[]]}
      path={edit}
    />
  )
}
