import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { MultiSelect, NativeSelect, Text } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import type { z } from 'zod'
import { t as tTrend } from '#features/trends/messages.ts'
import { useCall } from '#platform/portal/api/queries.ts'
import { Loaded } from '#platform/portal/feedback/Loaded.tsx'
import { byWords, ChoiceSelect } from '#platform/portal/form/ChoiceSelect.tsx'
import { choiceText, type Draft } from '#platform/portal/form/use-draft.ts'
import { FILTER_PAUSE } from '#platform/portal/grid/state/use-grid-state.ts'
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
                asked={{ Report, ParameterValues: given }}
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

type Asked = z.input<typeof reportSchedules.parameters.input>
type InputProps = { parameter: Parameter; asked: Asked; set: (value: string | string[]) => void }
function ParameterInput({ parameter, asked, set }: InputProps) {
  const { id, text, multivalue, availableValues, hasMoreValues } = parameter
  const [words, setWords] = useState('')
  const onSearch = useDebouncedCallback(setWords, FILTER_PAUSE)
  const isSearched = hasMoreValues && words !== ''
  const input = { ...asked, SearchParameter: id, SearchText: words }
  const found = useCall(reportSchedules.parameters, { input }, { enabled: isSearched })
  const first = namesOf(availableValues)
  const offered = isSearched && found.data ? namesOf(found.data[0]?.availableValues) : first
  const chosen = [asked.ParameterValues?.[id] ?? []].flat().map(String).filter(Boolean)
  // The server names chosen values first; it is being asked for the newest.
  const nameOf = (value: string) => [...first, ...offered].find(({ Id }) => Id === value)?.Name ?? '…'
  const kept = chosen.filter((value) => !offered.some(({ Id }) => Id === value)).map((Id) => ({ Id, Name: nameOf(Id) }))
  const description = hasMoreValues ? t('LabelMoreValues').text : undefined
  if (!multivalue)
    return (
      <ChoiceSelect
        label={text}
        description={description}
        clearable
        choices={{ data: offered, error: found.error, isLoading: false, isFetching: found.isFetching }}
        chosen={kept[0] ?? offered.find(({ Id }) => Id === chosen[0])}
        value={chosen[0] || null}
        onChange={(value) => set(value ?? '')}
        {...(hasMoreValues && { onSearch })}
      />
    )
  return (
    <MultiSelect
      label={text}
      description={description}
      placeholder={chosen.length === 0 ? viewer('DetailAll').text : ''}
      data={[...offered, ...kept].map(({ Id, Name }) => ({ value: Id, label: Name }))}
      value={chosen}
      onChange={set}
      onSearchChange={onSearch}
      {...SEARCHED}
    />
  )
}
const namesOf = (values: Parameter['availableValues'] | undefined) =>
  (values ?? []).map(({ name, value }) => ({ Id: value, Name: name }))

/** A long list that is searched. */
export const SEARCHED = {
  searchable: true,
  filter: byWords,
  limit: DRAWN,
  hidePickedOptions: true,
  openOnFocus: false,
} as const
