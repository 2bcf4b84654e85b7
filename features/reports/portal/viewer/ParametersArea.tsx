import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { Button, MultiSelect, Select, Text, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { t } from '../../viewer-messages.ts'
import type { Controller } from './controller.ts'
import type { Parameter } from './service-client.ts'
import type { ViewerState } from './state.ts'
import classes from './viewer.module.css'

/** Most values that a list draws; the search finds the others. */
const DRAWN = 100
const LIST = {
  searchable: true,
  limit: DRAWN,
  // The list itself scrolls: a scroll area around it could not be reached by keyboard.
  withScrollArea: false,
  styles: { options: { maxHeight: 240, overflowY: 'auto' } },
} as const

/** The visible parameters of a report by their types, with their messages. */
export function ParametersArea({ controller, state }: { controller: Controller; state: ViewerState }) {
  const preview = (event: FormEvent) => {
    event.preventDefault()
    if (window.matchMedia('(width < 900px)').matches && Object.keys(state.parameterErrors).length === 0)
      controller.toggleParametersArea()
    void controller.preview()
  }
  const visible = state.parameters.filter(({ isVisible }) => isVisible)
  return (
    <form className={classes.panel} aria-label={t('LabelParameters').text} onSubmit={preview} noValidate>
      {visible.map((parameter) => (
        <ParameterInput
          key={parameter.id}
          parameter={parameter}
          value={state.edits[parameter.id] === undefined ? parameter.value : state.edits[parameter.id]}
          error={state.parameterErrors[parameter.id]}
          set={(value) => controller.setParameter(parameter.id, value)}
        />
      ))}
      <Button type="submit" loading={state.phase === 'loading' && !state.page}>
        {t('LabelPreview').text}
      </Button>
    </form>
  )
}

type InputProps = {
  parameter: Parameter
  value: unknown
  error: string | undefined
  set: (value: string | string[]) => void
}
function ParameterInput({ parameter, value, error, set }: InputProps) {
  const common = { label: parameter.text, error }
  const text = value === null || value === undefined ? '' : String(value)
  if (parameter.availableValues) {
    const data = parameter.availableValues.map((one) => ({ value: one.value, label: one.name }))
    const chosen = [value ?? []].flat().map(String)
    return (
      <div>
        {parameter.multivalue ? (
          <MultiSelect {...common} {...LIST} data={data} value={chosen} onChange={set} hidePickedOptions clearable />
        ) : (
          <Select {...common} {...LIST} data={data} value={text || null} onChange={(next) => set(next ?? '')} />
        )}
        {parameter.hasMoreValues && (
          <Text size="xs" c="dimmed">
            {t('LabelMoreValues').text}
          </Text>
        )}
      </div>
    )
  }
  const isDay = parameter.type === 'DateTime'
  const isNumber = parameter.type === 'Int64' || parameter.type === 'Double'
  return (
    <TextInput
      {...common}
      type={isDay ? 'date' : 'text'}
      {...(isNumber && { inputMode: 'decimal' as const })}
      value={isDay ? text.slice(0, 10) : text}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}
