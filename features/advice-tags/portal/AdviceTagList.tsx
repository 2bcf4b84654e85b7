import { t as label } from '#platform/labels.ts'
import { call } from '#platform/portal/api/call.ts'
import { EntityList } from '#platform/portal/entity/EntityList.tsx'
import type { CellEdit } from '#platform/portal/grid/edit/cell-edit.ts'
import { editableColumn } from '#platform/portal/grid/edit/editable-column.tsx'
import type { GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { type AdviceTagRow, adviceTags } from '../contract.ts'
import { t } from '../messages.ts'
import { adviceTagEntity, t as titles } from '../screens.ts'

const filters: GridFilter[] = [{ name: 'SearchText', label: t('LabelTag').text, kind: 'search' }]
/** Text that is no number becomes NaN, which the server refuses with the form's message. */
const editSortOrder: CellEdit<AdviceTagRow> = {
  permission: 'EditGeneralSetting',
  isNumber: true,
  nameOf: ({ Name }) => Name,
  begin: async ({ Id }) => {
    const tag = await call(adviceTags.get, { params: { advicetagId: Id } })
    const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))
    return {
      value: String(tag.SortOrder),
      save: (text) => call(adviceTags.save, { input: { ...tag, SortOrder: numberOf(text) } }),
    }
  },
}
const columns: GridColumn<AdviceTagRow, 'Name' | 'SortOrder'>[] = [
  { id: 'Name', header: t('LabelTag').text, card: true },
  editableColumn({ id: 'SortOrder', header: label('LabelSortOrder').text, align: 'right', card: true }, editSortOrder),
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
