import { useCall } from '#platform/portal/api/queries.ts'
import { ChoiceSelect } from '#platform/portal/form/ChoiceSelect.tsx'
import { properties } from '../../contract.ts'
import { t } from '../../messages.ts'

/** The list is searched by present and former names and shows its first 50 matches; a zone that was saved by a former name keeps it. */
export function TimeZonePicker({ field, value }: { field: (label: string) => object; value: string }) {
  const zones = useCall(properties.timeZones)
  const choices = { ...zones, data: zones.data?.map(({ Id, TimeZoneName }) => ({ Id, Name: TimeZoneName })) }
  return (
    <ChoiceSelect
      {...field(t('LabelTimeZone').text)}
      choices={choices}
      chosen={value ? { Id: value, Name: value } : undefined}
      limit={50}
    />
  )
}
