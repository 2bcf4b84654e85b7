import type { ReactNode } from 'react'
import { t as label } from '#platform/labels.ts'
import { personName } from '#platform/person-name.ts'
import { RecordBulkButton } from '#platform/portal/bulk/RecordBulkButton.tsx'
import { detailsTab, RecordPage, type RecordTab } from '#platform/portal/record/RecordPage.tsx'
import { useMay } from '#platform/portal/session/viewer.tsx'
import type { ResidentInfo } from '../contract.ts'
import { t } from '../messages.ts'
import { hasMovedOut } from '../rules.ts'
import { t as screens } from '../screens.ts'
import { PersonalDataMenu } from './PersonalDataMenu.tsx'
import { ResidentHistory } from './ResidentHistory.tsx'
import { ResidentPackages } from './ResidentPackages.tsx'
import { ResidentStatus } from './ResidentStatus.tsx'
import { leaveTown, moveOut } from './resident-actions.tsx'

type Props = {
  resident: ResidentInfo
  details: ReactNode
  /** Delegates, for callers who may edit them. */
  delegates?: ReactNode
}

export const residentList = () => ({ title: screens('ScreenResidents').text, path: '/resident/list' })

/** A resident's page: details, delegates, packages and history (spec 2 §2). */
export function ResidentPage({ resident, details, delegates }: Props) {
  const name = personName(resident.FirstName, resident.LastName)
  const tab = (name: string, label: string, content: ReactNode): RecordTab => ({ name, label, content })
  const packages = tab('packages', label('LabelPackages').text, <ResidentPackages resident={resident} />)
  return (
    <RecordPage
      list={residentList()}
      name={name}
      status={<ResidentStatus resident={resident} />}
      actions={
        <>
          {resident.IsActive && !resident.IsOutofTown && <RecordBulkButton action={leaveTown} id={resident.Id} name={name} />}
          {!hasMovedOut(resident.OccupancyStatus) && <RecordBulkButton action={moveOut} id={resident.Id} name={name} />}
          <PersonalDataMenu resident={resident} />
        </>
      }
      tabs={[
        detailsTab(details),
        ...(delegates ? [{ ...tab('delegates', t('TabDelegates').text, delegates), hasInput: true }] : []),
        ...(useMay('ViewPackage') ? [packages] : []),
        tab('history', label('SectionHistory').text, <ResidentHistory resident={resident} />),
      ]}
    />
  )
}
