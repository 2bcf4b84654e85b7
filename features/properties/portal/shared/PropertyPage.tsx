import type { ReactNode } from 'react'
import { t as label } from '#platform/labels.ts'
import { useExtensions } from '#platform/portal/navigation/extensions.ts'
import { pathTo } from '#platform/portal/navigation/links.tsx'
import { RecordPage, type RecordTab } from '#platform/portal/record/RecordPage.tsx'
import { propertyEntity, t as screens } from '../../screens.ts'
import { PROPERTY_TABS } from './property-tabs.ts'

export const propertyList = () => ({ title: screens('ScreenProperties').text, path: `${propertyEntity.path}/list` })

type Props = {
  propertyId: string
  name: string
  /** The contents of the tabs that belong to this screen, by their names; the edit screen has `details`. */
  contents: Readonly<Record<string, ReactNode>>
}

/** A property is one record: its edit screen and the screens of other features are tabs of the same page. */
export function PropertyPage({ propertyId, name, contents }: Props) {
  const edit = pathTo('/property/{propertyId}/edit', { propertyId })
  const added = useExtensions(PROPERTY_TABS)
  const ofScreen = (tab: string, text: string, to: string): RecordTab => ({ name: tab, label: text, to, content: contents[tab] })
  const ofEdit = (tab: string, text: string) => ofScreen(tab, text, `${edit}?tab=${tab}`)
  return (
    <RecordPage
      list={propertyList()}
      name={name}
      path={edit}
      tabs={[
        { ...ofScreen('details', label('SectionDetails').text, edit), hasInput: 'details' in contents },
        ...added.map((tab) =>
          'to' in tab
            ? ofScreen(tab.name, tab.label, tab.to(propertyId))
            : { ...ofEdit(tab.name, tab.label), content: <tab.Content propertyId={propertyId} /> },
        ),
        ofEdit('history', label('SectionHistory').text),
      ]}
    />
  )
}
