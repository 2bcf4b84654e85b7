import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { MultiSelect, NativeSelect, Text } from '@mantine/core'
import type { z } from 'zod'
import { t as tTrend } from '#features/trends/messages.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { choiceText, type Draft } from '#platform/portal/form/use-draft.ts'
import { t } from '../../schedule-messages.ts'
import { PERIODS } from '../../schedule-rules.ts'
import { reportSchedules, type ScheduleDraft } from '../../schedules-contract.ts'
import { t as viewer } from '../../viewer-messages.ts'

type Parameter = z.output<typeof reportSchedules.parameters.output>[number]
const ALL_PERIODS = PERIODS.map((period) => ({ value: period, label: t(`Period${period}`).text }))
const DAYS = ['From', 'To']
/** Most values that a list draws; its search finds the others. */
const DRAWN = 100

/** The parameters of a scheduled report; a period stands for its days. Lists without a choice mean all. */
export function ParameterInputs({ draft }: { draft: Draft<typeof ScheduleDraft> }) {
  const { Report } = draft.values
  const given = draft.values.ParameterValues ?? {}
  const parameters = useCall(reportSchedules.parameters, { input: { Report, ParameterValues: given } })
  draft.describe('ParameterValues', viewer('LabelParameters').text)
  const set = (id: string, value: string | string[]) => draft.set({ ParameterValues: { ...given, [id]: value } })
  return (
    <Loaded query={parameters}>
      {(all) => (
        <>
          {all.some(({ id }) => id === 'From') && (
            <NativeSelect {...draft.field('Period', tTrend('LabelPeriod').text, choiceText(ALL_PERIODS))} data={ALL_PERIODS} />
          )}
          {all
            .filter(({ id, isVisible }) => isVisible && !DAYS.includes(id))
            .map((parameter) => (
              <ParameterInput
                key={parameter.id}
                parameter={parameter}
                value={given[parameter.id]}
                set={(value) => set(parameter.id, value)}
              />
            ))}
          {draft.form.errors.ParameterValues && (
            <Text size="sm" c="var(--stop)">
              {draft.form.errors.ParameterValues}
            </Text>
          )}
        </>
      )}
    </Loaded>
  )
}

type InputProps = { parameter: Parameter; value: unknown; set: (value: string | string[]) => void }
function ParameterInput({ parameter, value, set }: InputProps) {
  const choices = (parameter.availableValues ?? []).map((one) => ({ value: one.value, label: one.name }))
  const description = parameter.hasMoreValues ? viewer('LabelMoreValues').text : undefined
  const chosen = [value ?? []].flat().map(String)
  const known = [
    ...choices,
    ...chosen.filter((id) => !choices.some((one) => one.value === id)).map((id) => ({ value: id, label: id })),
  ]
  if (!parameter.multivalue)
    return (
      <NativeSelect
        label={parameter.text}
        description={description}
        value={chosen[0] ?? ''}
        onChange={(event) => set(event.currentTarget.value)}
        data={[{ value: '', label: '' }, ...known]}
      />
    )
  return (
    <MultiSelect
      label={parameter.text}
      description={description}
      placeholder={chosen.length === 0 ? viewer('DetailAll').text : ''}
      data={known}
      value={chosen}
      onChange={set}
      {...SEARCHED}
    />
  )
}

/** The list itself scrolls: a scroll area around it could not be reached by keyboard. */
export const SEARCHED = {
  searchable: true,
  limit: DRAWN,
  hidePickedOptions: true,
  openOnFocus: false,
  withScrollArea: false,
  styles: { options: { maxHeight: 240, overflowY: 'auto' } },
} as const
