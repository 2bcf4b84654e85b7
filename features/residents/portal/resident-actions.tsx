import { Group, TextInput } from '@mantine/core'
import type { BulkFieldsProps, PortalBulkAction } from '#platform/portal/bulk/bulk-action.ts'
import { residents } from '../contract.ts'
import { t } from '../messages.ts'

const DAYS = ['HoldFrom', 'HoldUntil'] as const

/** The days of an absence; without them it lasts until it is ended in the form. */
function AbsenceFields({ values, set, error }: BulkFieldsProps) {
  return (
    <Group grow align="flex-start">
      {DAYS.map((day) => (
        <TextInput
          key={day}
          type="date"
          label={t(`Label${day}`).text}
          value={String(values[day] ?? '')}
          error={error?.field === day ? error.message : undefined}
          onChange={(event) => set({ [day]: event.currentTarget.value })}
        />
      ))}
    </Group>
  )
}

const ofResidents = { permission: 'EditResident', many: (count: string) => t('CountResidents', { count }).text } as const

export const leaveTown: PortalBulkAction = {
  ...ofResidents,
  operation: residents.outOfTown,
  label: t('LabelOutOfTown').text,
  text: (who) => t('AskOutOfTown', { who }).text,
  values: { HoldFrom: '', HoldUntil: '' },
  Fields: AbsenceFields,
}

export const moveOut: PortalBulkAction = {
  ...ofResidents,
  operation: residents.moveOut,
  label: t('ActionMoveOut').text,
  text: (who) => t('AskMoveOut', { who }).text,
}

/** The actions on residents in the list. */
export const residentActions: readonly PortalBulkAction[] = [
  {
    ...ofResidents,
    operation: residents.sendCodes,
    label: t('ActionSendCode').text,
    text: (who) => t('AskSendCode', { who }).text,
  },
  leaveTown,
  moveOut,
]
