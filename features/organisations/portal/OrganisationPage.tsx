import type { ReactNode } from 'react'
import { t as label } from '#platform/labels.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { pathTo } from '#platform/portal/navigation/links.tsx'
import { historyTab, RecordPage, type RecordTab } from '#platform/portal/record/RecordPage.tsx'
import { home, type RecordList } from '#platform/portal/record/record-context.ts'
import { useViewer } from '#platform/portal/session/viewer.tsx'
import { type Organisation, organisations } from '../contract.ts'
import { t as screens } from '../screens.ts'
import { OrganisationStatus } from './OrganisationStatus.tsx'

/** Super administrators come from the list of organisations, others from the home screen, and return there after a save (spec 3 §4). */
export function useOrganisationList(): RecordList {
  const isSuperAdmin = useViewer().organisations.length > 0
  return isSuperAdmin ? { title: screens('ScreenOrganisations').text, path: '/organisation/list' } : home()
}

/** The addresses of an organisation's screens; the viewer's own one has addresses without an id (spec 3 §2). */
function pathsOf(id: string, isMine: boolean) {
  if (isMine)
    return {
      details: '/organisation/myedit',
      mobile: '/organisation/mymobilesettings',
      sms: '/organisation/mysmsgatewaysettings',
    }
  const details = pathTo('/organisation/{id}', { id })
  return { details, mobile: `${details}/mobilesettings`, sms: `${details}/smsgatewaysettings` }
}

type Props = {
  id: string
  /** The screen is one of the own organisation's. */
  isMine: boolean
  tab: 'details' | 'mobile' | 'sms'
  /** The content of the tab. */
  children: (organisation: Organisation) => ReactNode
}

/** An organisation is one record: its screens are tabs of the same page. */
export function OrganisationPage({ id, isMine, tab, children }: Props) {
  const list = useOrganisationList()
  const organisation = useCall(organisations.get, { params: { id } })
  const paths = pathsOf(id, isMine)
  return (
    <Loaded query={organisation}>
      {(data) => {
        const tabOf = (name: Props['tab'], text: string): RecordTab => ({
          name,
          label: text,
          to: paths[name],
          hasInput: name === tab,
          content: name === tab && children(data),
        })
        return (
          <RecordPage
            key={id}
            list={list}
            name={data.Name}
            status={<OrganisationStatus isActive={data.IsActive} />}
            tabs={[
              tabOf('details', label('SectionDetails').text),
              tabOf('mobile', screens('ScreenMobileApp').text),
              tabOf('sms', screens('ScreenSmsGateway').text),
              { ...historyTab(organisations.changes, { id }), to: `${paths.details}?tab=history` },
            ]}
            path={paths.details}
          />
        )
      }}
    </Loaded>
  )
}
