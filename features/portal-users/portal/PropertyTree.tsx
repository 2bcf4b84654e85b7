import { Checkbox, Fieldset, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import { hasWords } from '#platform/fold-text.ts'
import { t as label } from '#platform/labels.ts'
import type { portalUsers } from '../contract.ts'
import { t } from '../messages.ts'

type Properties = z.output<typeof portalUsers.choices.output>['AllProperties']
type Props = {
  properties: Properties
  value: readonly string[]
  onChange: (ids: string[]) => void
  error?: string | undefined
}

/** At most so many properties are drawn; the search finds the others. */
const SHOWN = 200

/** Properties as a tree by region, searched by words; a region's checkbox selects those that are shown. */
export function PropertyTree({ properties, value, onChange, error }: Props) {
  const [text, setText] = useState('')
  const chosen = new Set(value)
  const found = properties.filter(({ Name, RegionName }) => hasWords(`${Name} ${RegionName}`, text)).slice(0, SHOWN)
  const regions = Map.groupBy(found, ({ RegionName }) => RegionName)
  const set = (ids: readonly string[], isChosen: boolean) =>
    onChange(isChosen ? [...new Set([...value, ...ids])] : value.filter((id) => !ids.includes(id)))
  return (
    <Fieldset legend={label('LabelProperties').text} aria-invalid={error !== undefined}>
      <Stack gap="sm">
        <TextInput
          type="search"
          aria-label={t('FindProperty').text}
          placeholder={t('FindProperty').text}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={error}
          data-path="PropertyIds"
        />
        <Text size="sm" c="dimmed" role="status">
          {t('ChosenProperties', { count: value.length }).text}
        </Text>
        {[...regions].toSorted(byName).map(([region, of]) => {
          const ids = of.map(({ Id }) => Id)
          const count = ids.filter((id) => chosen.has(id)).length
          return (
            <Stack key={region} gap="xs" role="group" aria-label={region || t('NoRegion').text}>
              <Checkbox
                label={region || t('NoRegion').text}
                checked={count === ids.length}
                indeterminate={count > 0 && count < ids.length}
                onChange={(event) => set(ids, event.currentTarget.checked)}
              />
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

/** Regions by name; properties without one come last. */
const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
  Number(a === '') - Number(b === '') || a.localeCompare(b)
