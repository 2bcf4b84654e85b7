import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Fieldset.css'
import { Button, Checkbox, Fieldset, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffectEvent, useState } from 'react'
import { numberText } from '#platform/define-messages.ts'
import { hasWords } from '#platform/fold-text.ts'
import { t as label } from '#platform/labels.ts'
import { call } from '#platform/portal/api/call.ts'
import { whyNotLoaded } from '#platform/portal/api/call-error.ts'
import { toast } from '#platform/portal/feedback/toast.tsx'
import { useAttempt } from '#platform/portal/feedback/use-attempt.ts'
import { keepEnter } from '#platform/portal/form/ChoiceSelect.tsx'
import { useShownNames } from '#platform/portal/form/choice-names.ts'
import { FILTER_MAX, FILTER_PAUSE } from '#platform/portal/grid/state/use-grid-state.ts'
import { properties } from '../../contract.ts'
import { CHOICES_LIMIT } from '../../look-up.ts'
import { t } from '../../messages.ts'
import { usePropertyChoices } from './use-property-choices.ts'

type Props = {
  value: readonly string[]
  onChange: (ids: string[]) => void
  error?: string | undefined
}

/**
 * Properties as a tree by region, searched by words; a region's checkbox selects those that are shown, and a button all of it. Of
 * many, those that were chosen at first are shown above the first others.
 */
export function PropertyTree({ value, onChange, error }: Props) {
  const [text, setText] = useState('')
  const [searched] = useDebouncedValue(text.trim(), FILTER_PAUSE)
  const [initial] = useState(() => value.slice(0, CHOICES_LIMIT))
  const { data = [], named, sizes, isMore, error: failure } = usePropertyChoices(searched, initial)
  useShownNames([...named, ...data])
  const all = searched === '' ? [...named, ...data.filter(({ Id }) => !named.some((one) => one.Id === Id))] : data
  const found = isMore ? all : all.filter(({ Name, RegionName }) => hasWords(`${Name} ${RegionName}`, text))
  const regions = Map.groupBy(found, ({ RegionName }) => RegionName)
  const chosen = new Set(value)
  const ofNamed = new Set(searched ? [] : named.map(({ RegionName }) => RegionName))
  const byChosen = (a: Region, b: Region) => Number(ofNamed.has(b[0])) - Number(ofNamed.has(a[0])) || byName(a, b)
  const { attempt, isUnderWay } = useAttempt()
  const addRegion = (regionId: string) =>
    attempt(async () => {
      try {
        add(await call(properties.ofRegion, { params: { regionId } }))
        return undefined
      } catch (failed) {
        return toast.failure(failed)
      }
    })
  const set = (ids: readonly string[], isChosen: boolean) =>
    onChange(isChosen ? [...new Set([...value, ...ids])] : value.filter((id) => !ids.includes(id)))
  // To what is chosen when the reply comes.
  const add = useEffectEvent((ids: readonly string[]) => set(ids, true))
  return (
    <Fieldset legend={label('LabelProperties').text} aria-invalid={error !== undefined}>
      <Stack gap="sm">
        <TextInput
          type="search"
          aria-label={t('FindProperty').text}
          placeholder={t('FindProperty').text}
          value={text}
          maxLength={FILTER_MAX}
          onKeyDown={keepEnter}
          onChange={(event) => setText(event.currentTarget.value)}
          error={error ?? (failure && whyNotLoaded(failure))}
          data-path="PropertyIds"
        />
        <Text size="sm" c="dimmed" role="status">
          {t('ChosenProperties', { count: value.length }).text}
          {isMore && ` · ${t('HelpManyProperties').text}`}
        </Text>
        {[...regions].toSorted(byChosen).map(([region, of]) => {
          const ids = of.map(({ Id }) => Id)
          const count = ids.filter((id) => chosen.has(id)).length
          const regionId = of[0]?.RegionId
          const size = (regionId && sizes.get(regionId)) || 0
          return (
            <Stack key={region} gap="xs" role="group" aria-label={region || t('NoRegion').text}>
              <Checkbox
                label={region || t('NoRegion').text}
                checked={count === ids.length}
                indeterminate={count > 0 && count < ids.length}
                onChange={(event) => set(ids, event.currentTarget.checked)}
              />
              {regionId && size > ids.length && (
                <Button variant="default" w="fit-content" loading={isUnderWay} onClick={() => addRegion(regionId)}>
                  {t('ChooseRegion', { count: numberText(size) }).text}
                </Button>
              )}
              <Stack gap="xs" ps="lg">
                {of.map(({ Id, Name }) => (
                  <Checkbox
                    key={Id}
                    label={Name}
                    checked={chosen.has(Id)}
                    onChange={(event) => set([Id], event.currentTarget.checked)}
                  />
                ))}
              </Stack>
            </Stack>
          )
        })}
      </Stack>
    </Fieldset>
  )
}

type Region = readonly [name: string, properties: unknown]
/** Regions by name; properties without one come last. */
const byName = ([a]: Region, [b]: Region) => Number(a === '') - Number(b === '') || a.localeCompare(b)
