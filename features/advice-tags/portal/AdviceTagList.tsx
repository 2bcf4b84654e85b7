import { t as label } from '#platform/labels.ts'
import { EntityList } from '#platform/portal/entity/EntityList.tsx'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { type AdviceTag, adviceTags } from '../contract.ts'
import { t } from '../messages.ts'
import { adviceTagEntity, t as titles } from '../screens.ts'

const filters: GridFilter[] = [{ name: 'SearchText', label: t('LabelTag').text, kind: 'search' }]
const columns: GridColumn<AdviceTag, 'Name' | 'SortOrder'>[] = [
  { id: 'Name', header: t('LabelTag').text, card: true },
  { id: 'SortOrder', header: label('LabelSortOrder').text, align: 'right', card: true },
]

/** The organisation's advice tags, by sort order (spec 3 §2). */
export default function AdviceTagList() {
  return (
    <EntityList
      id="advice-tags"
      entity={adviceTagEntity}
      title={titles('ScreenAdviceTags').text}
      operation={adviceTags.page}
      remove={adviceTags.remove}
      columns={columns}
      rowId={(row) => row.Id}
      rowName={(row) => row.Name}
      filters={filters}
      labels={{ add: t('AddAdviceTag').text, remove: t('DeleteAdviceTags').text, edit: label('LinkEdit').text }}
      empty={t('NoAdviceTags').text}
    />
  )
}
