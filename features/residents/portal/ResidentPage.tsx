import type { ReactNode } from 'react'
import { t as label } from '#platform/labels.ts'
import { detailsTab, RecordPage, type RecordTab } from '#platform/portal/record/RecordPage.tsx'
import { useMay } from '#platform/portal/session/viewer.tsx'
import type { ResidentInfo } from '../contract.ts'
import { t } from '../messages.ts'
import { t as screens } from '../screens.ts'
import { PersonalDataMenu } from './PersonalDataMenu.tsx'
import { ResidentHistory } from './ResidentHistory.tsx'
import { ResidentPackages } from './ResidentPackages.tsx'
import { ResidentStatus } from './ResidentStatus.tsx'

type Props = {
  resident: ResidentInfo
  details: ReactNode
  /** Delegates, for callers who may edit them. */
  delegates?: ReactNode
}

export const residentList = () => ({ title: screens('ScreenResidents').text, path: '/resident/list' })

/** A resident's page: details, delegates, packages and history (spec 2 §2). */
export function ResidentPage({ resident, details, delegates }: Props) {
  const tab = (name: string, label: string, content: ReactNode): RecordTab => ({ name, label, content })
  const packages = tab('packages', label('LabelPackages').text, <ResidentPackages resident={resident} />)
  return (
    <RecordPage
      list={residentList()}
      name={`${resident.FirstName} ${resident.LastName}`}
      status={<ResidentStatus resident={resident} />}
      actions={<PersonalDataMenu resident={resident} />}
      tabs={[
        detailsTab(details),
        ...(delegates ? [{ ...tab('delegates', t('TabDelegates').text, delegates), hasInput: true }] : []),
        ...(useMay('ViewPackage') ? [packages] : []),
        tab('history', label('SectionHistory').text, <ResidentHistory resident={resident} />),
      ]}
    />
  )
}
