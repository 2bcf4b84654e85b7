import type { ReactNode } from 'react'
import { t as label } from '#platform/labels.ts'
import { useExtensions } from '#platform/portal/navigation/extensions.ts'
import { pathTo } from '#platform/portal/navigation/links.tsx'
import { RecordPage, type RecordTab } from '#platform/portal/record/RecordPage.tsx'
import { propertyEntity, t as screens } from '../../screens.ts'
import { PROPERTY_TABS, type PropertyTab } from './property-tabs.ts'

export const propertyList = () => ({ title: screens('ScreenProperties').text, path: `${propertyEntity.path}/list` })

type Props = {
  propertyId: string
  name: string
  /** The tabs of the edit screen. */
  contents?: { readonly details: ReactNode; readonly history: ReactNode }
  /** The content of a tab that is a screen of its own. */
  children?: ReactNode
}

/** A property is one record: its edit screen and the screens of other features are tabs of the same page. */
export function PropertyPage({ propertyId, name, contents, children }: Props) {
  const edit = pathTo('/property/{propertyId}/edit', { propertyId })
  const added = useExtensions(PROPERTY_TABS)
  const ofEdit = (tab: string, text: string, content: ReactNode): RecordTab => ({
    name: tab,
    label: text,
    to: tab === 'details' ? edit : `${edit}?tab=${tab}`,
    content: contents && content,
    hasInput: tab === 'details' && contents !== undefined,
  })
  const ofFeature = (tab: PropertyTab): RecordTab =>
    'to' in tab
      ? { name: tab.name, label: tab.label, to: tab.to(propertyId), content: children }
      : ofEdit(tab.name, tab.label, <tab.Content propertyId={propertyId} />)
  return (
    <RecordPage
      list={propertyList()}
      name={name}
      path={edit}
      tabs={[
        ofEdit('details', label('SectionDetails').text, contents?.details),
        ...added.map(ofFeature),
        ofEdit('history', label('SectionHistory').text, contents?.history),
      ]}
    />
  )
}
