import type { ReactNode } from 'react'
import { t as theme } from '#features/themes/messages.ts'
import { THEME_PATH } from '#features/themes/screens.ts'
import { t as trends } from '#features/trends/screens.ts'
import { t as label } from '#platform/labels.ts'
import { pathTo } from '#platform/portal/navigation/links.tsx'
import { RecordPage, type RecordTab } from '#platform/portal/record/RecordPage.tsx'
import { propertyEntity, t as screens } from '../../screens.ts'

export const propertyList = () => ({ title: screens('ScreenProperties').text, path: `${propertyEntity.path}/list` })

type Props = {
  propertyId: string
  name: string
  /** The tabs of the edit screen that have content of their own. */
  contents?: { readonly details: ReactNode; readonly trends: ReactNode; readonly history: ReactNode }
  /** The content of the theme's screen. */
  children?: ReactNode
}

/** A property is one record: its edit screen and its theme are tabs of the same page. */
export function PropertyPage({ propertyId, name, contents, children }: Props) {
  const edit = pathTo('/property/{propertyId}/edit', { propertyId })
  const ofEdit = (tab: 'details' | 'trends' | 'history', text: string): RecordTab => ({
    name: tab,
    label: text,
    to: tab === 'details' ? edit : `${edit}?tab=${tab}`,
    content: contents?.[tab],
    hasInput: tab === 'details' && contents !== undefined,
  })
  return (
    <RecordPage
      list={propertyList()}
      name={name}
      path={edit}
      tabs={[
        ofEdit('details', label('SectionDetails').text),
        ofEdit('trends', trends('ScreenTrends').text),
        { name: 'theme', label: theme('LinkTheme').text, to: pathTo(THEME_PATH, { propertyId }), content: children },
        ofEdit('history', label('SectionHistory').text),
      ]}
    />
  )
}
