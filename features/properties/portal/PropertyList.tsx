import { useMemo } from 'react'
import { regions } from '#features/regions/contract.ts'
import { t as label } from '#platform/labels.ts'
import { call } from '#platform/portal/api/call.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { EntityList } from '#platform/portal/entity/EntityList.tsx'
import { editableColumn } from '#platform/portal/grid/edit/editable-column.tsx'
import { fieldEdit } from '#platform/portal/grid/edit/field-edit.ts'
import type { FilterEditing, FilterValues, GridColumn, GridFilter } from '#platform/portal/grid/grid-types.ts'
import { linkColumn } from '#platform/portal/grid/link-column.tsx'
import { useExtensions } from '#platform/portal/navigation/extensions.ts'
import { RecordLink } from '#platform/portal/record/RecordLink.tsx'
import { useMay } from '#platform/portal/session/viewer.tsx'
import { PROPERTY_MAX, type PropertyRow, properties } from '../contract.ts'
import { t } from '../messages.ts'
import { propertyEntity, t as screens } from '../screens.ts'
import { PROPERTY_TABS, type PropertyTab } from './shared/property-tabs.ts'

const search: GridFilter = {
  name: 'SearchText',
  label: [label('LabelProperty'), t('LabelExternalCode'), label('LabelAddress')].map(({ text }) => text).join(', '),
  kind: 'search',
}
const region: GridFilter = {
  name: 'RegionId',
  label: label('LabelRegion').text,
  kind: 'choice',
  pinned: true,
  useChoices: useRegions,
}

/** Read once the filter is set or opened, and searched at the server. */
function useRegions({ RegionId }: FilterValues, { isOpen, text }: FilterEditing) {
  const query = { SearchText: text, Chosen: RegionId }
  const reading = { enabled: isOpen || RegionId !== undefined, keepsLast: true }
  const { data = [], isLoading } = useCall(regions.all, { query }, reading)
  return { choices: data, loading: isLoading, isSearched: true }
}

const editAddress = fieldEdit({
  permission: 'EditProperty',
  field: 'Address',
  maxLength: PROPERTY_MAX.address,
  read: (propertyId) => call(properties.get, { params: { propertyId } }),
  save: ({ Settings: _, ...input }) => call(properties.save, { input }),
})
const columns: GridColumn<PropertyRow, 'Name' | 'ExternalCode' | 'RegionName' | 'TimeZoneId' | 'Address'>[] = [
  { id: 'Name', header: label('LabelProperty').text, card: true },
  { id: 'ExternalCode', header: t('LabelExternalCode').text },
  {
    id: 'RegionName',
    header: label('LabelRegion').text,
    cell: (row) => (
      <RecordLink kind="region" id={row.RegionId}>
        {row.RegionName}
      </RecordLink>
    ),
  },
  editableColumn({ id: 'Address', header: label('LabelAddress').text, card: true }, editAddress),
  { id: 'TimeZoneId', header: t('LabelTimeZone').text },
]
/** A column for each tab that is a screen of its own. */
const columnOf = (tab: PropertyTab) =>
  'to' in tab
    ? [
        linkColumn({
          id: tab.column,
          label: tab.label,
          to: ({ Id }: PropertyRow) => tab.to(Id),
          nameOf: ({ Name }) => Name,
        }),
      ]
    : []

/** The viewer's properties, by name (spec 3 §2). */
export default function PropertyList() {
  const mayFilter = useMay('ViewRegion', 'ViewProperty')
  const mayEdit = useMay('EditProperty')
  const tabs = useExtensions(PROPERTY_TABS)
  const withLinks = useMemo(() => [...columns, ...tabs.flatMap(columnOf)], [tabs])
  const filters = useMemo(() => (mayFilter ? [search, region] : [search]), [mayFilter])
  return (
    <EntityList
      id="properties"
      entity={propertyEntity}
      title={screens('ScreenProperties').text}
      operation={properties.page}
      remove={properties.remove}
      columns={mayEdit ? withLinks : columns}
      rowId={(row) => row.Id}
      rowName={(row) => row.Name}
      filters={filters}
      labels={{ add: t('AddProperty').text, remove: t('DeleteProperties').text, edit: label('LinkEdit').text }}
      empty={t('NoProperties').text}
    />
  )
}
