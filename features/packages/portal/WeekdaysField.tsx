import { TextInput } from '@mantine/core'
import { MAX_PERIOD } from '#features/package-statuses/periods.ts'
import type { BulkFieldsProps } from '#platform/portal/bulk/bulk-action.ts'
import { t } from '../viewer-messages.ts'

/** By how many weekdays the expiry is extended; without a number by the period of the property. */
export default function WeekdaysField({ values, set, error }: BulkFieldsProps) {
  return (
    <TextInput
      type="number"
      label={t('LabelWeekdays').text}
      description={t('HelpWeekdays').text}
      min={1}
      max={MAX_PERIOD}
      value={(values.Weekdays as number | undefined) ?? ''}
      error={error?.field === 'Weekdays' ? error.message : undefined}
      onChange={({ currentTarget }) => set({ Weekdays: currentTarget.value === '' ? undefined : Number(currentTarget.value) })}
    />
  )
}
