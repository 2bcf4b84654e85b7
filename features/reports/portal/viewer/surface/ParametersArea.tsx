import { type FormEvent, useId, useState } from 'react'
import { t as tPages } from '#platform/page-messages.ts'
import { dayOf } from '../../../parameters.ts'
import { t } from '../../../viewer-messages.ts'
import type { Parameter } from '../client/service-client.ts'
import type { Controller } from '../controller.ts'
import type { ViewerState } from '../state/state.ts'
import { SearchSelect } from './SearchSelect.tsx'
import classes from './viewer.module.css'

/** Most values that a list draws; its filter finds the others. */
const DRAWN = 100

/** The visible parameters of a report by their types, with their messages. */
export function ParametersArea({ controller, state }: { controller: Controller; state: ViewerState }) {
  const preview = (event: FormEvent) => {
    event.preventDefault()
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
          search={(text) => controller.searchValues(parameter.id, text)}
          failure={state.failedSearch?.id === parameter.id ? state.failedSearch.reason : undefined}
        />
      ))}
      <button type="submit" className={classes.primary}>
        {t('LabelPreview').text}
      </button>
    </form>
  )
}

type InputProps = {
  parameter: Parameter
  value: unknown
  error: string | undefined
  set: (value: string | string[]) => void
  /** Looks for values of a list that does not offer all. */
  search: (text: string) => void
  /** Why the last search failed. */
  failure: string | undefined
}
/** What can be typed of a number (spec 3 §5). */
const TYPED: Readonly<Record<string, RegExp>> = { Int64: /^[+-]?\d*$/, Double: /^[+-]?\d*(\.\d*)?$/ }

function ParameterInput({ parameter, value, error, set, search, failure }: InputProps) {
  const id = useId()
  const text = value === null || value === undefined ? '' : String(value)
  const described = { id, 'aria-invalid': error ? (true as const) : undefined, 'aria-describedby': `${id}-error` }
  const { availableValues, type, multivalue, hasMoreValues } = parameter
  const isDay = type === 'DateTime' && (text === '' || dayOf(text) !== null)
  const canType = (one: string) => TYPED[type]?.test(one) ?? true
  return (
    <div className={classes.field}>
      {availableValues && multivalue ? (
        <Choices
          parameter={parameter}
          chosen={[value ?? []].flat().map(String)}
          set={set}
          search={search}
          describedBy={`${id}-error`}
        />
      ) : (
        <>
          <label htmlFor={id}>{parameter.text}</label>
          {availableValues && hasMoreValues ? (
            <SearchSelect
              parameter={parameter}
              value={text}
              set={set}
              search={search}
              isFailed={failure !== undefined}
              described={described}
            />
          ) : availableValues ? (
            <select {...described} value={text} onChange={(event) => set(event.currentTarget.value)}>
              <option value="">{parameter.allowNull ? t('DetailAll').text : ''}</option>
              {text !== '' && !availableValues.some((one) => one.value === text) && <option value={text}>{text}</option>}
              {availableValues.map((one) => (
                <option key={one.value} value={one.value}>
                  {one.name}
                </option>
              ))}
            </select>
          ) : type === 'Boolean' ? (
            <select {...described} value={text.toLowerCase()} onChange={(event) => set(event.currentTarget.value)}>
              {parameter.allowNull && <option value="">{t('DetailAll').text}</option>}
              <option value="true">{tPages('WordYes').text}</option>
              <option value="false">{tPages('WordNo').text}</option>
            </select>
          ) : multivalue ? (
            <Lines described={described} values={[value ?? []].flat().map(String)} canType={canType} set={set} />
          ) : (
            <input
              {...described}
              // A day that does not exist is shown as it was given, which a field for days cannot.
              type={isDay ? 'date' : 'text'}
              inputMode={type === 'Int64' ? 'numeric' : type === 'Double' ? 'decimal' : undefined}
              value={isDay ? text.slice(0, 10) : text}
              onChange={(event) => canType(event.currentTarget.value) && set(event.currentTarget.value)}
            />
          )}
        </>
      )}
      {parameter.hasMoreValues && <small>{t('LabelMoreByWords').text}</small>}
      {/* The focus stays in the field: what is wrong is announced. */}
      <span id={`${id}-error`} role="status" className={classes.fieldError}>
        {error ?? failure}
      </span>
    </div>
  )
}

type LinesProps = {
  described: { readonly id: string }
  values: readonly string[]
  canType: (text: string) => boolean
  set: (value: string[]) => void
}
/** Several free values, one a line. */
function Lines({ described, values, canType, set }: LinesProps) {
  const [text, setText] = useState<string | null>(null)
  const type = (next: string) => {
    const lines = next.split('\n').map((line) => line.trim())
    if (!lines.every(canType)) return
    setText(next)
    set(lines.filter((line) => line !== ''))
  }
  return (
    <textarea
      {...described}
      rows={3}
      title={t('LabelOneALine').text}
      value={text ?? values.join('\n')}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => setText(null)}
    />
  )
}

type ChoicesProps = {
  parameter: Parameter
  chosen: readonly string[]
  set: (value: string[]) => void
  search: (text: string) => void
  describedBy: string
}
/** Several values of a list: closed, it says what is chosen; open, it has a filter and a box for each value. */
function Choices({ parameter, chosen, set, search, describedBy }: ChoicesProps) {
  const [filter, setFilter] = useState('')
  const all = parameter.availableValues ?? []
  // The service has found the values of a list that is too long; by words, not by a part of the name.
  const fits = parameter.hasMoreValues
    ? all
    : all.filter(({ name }) => name.toLocaleLowerCase().includes(filter.trim().toLocaleLowerCase()))
  const names = all.filter(({ value }) => chosen.includes(value)).map(({ name }) => name)
  const shown = chosen.length === 0 ? t('DetailAll').text : names.join(', ') || String(chosen.length)
  return (
    <details className={classes.choices} aria-describedby={describedBy}>
      <summary>
        <span>{parameter.text}</span>
        <span className={classes.chosen}>{shown}</span>
      </summary>
      {(all.length > 10 || parameter.hasMoreValues) && (
        <input
          type="search"
          aria-label={t('LabelFilterOf', { name: parameter.text }).text}
          placeholder={tPages('WordSearch').text}
          value={filter}
          onChange={(event) => {
            setFilter(event.currentTarget.value)
            if (parameter.hasMoreValues) search(event.currentTarget.value)
          }}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <fieldset aria-label={parameter.text}>
        {fits.slice(0, DRAWN).map(({ name, value }) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) => set(event.currentTarget.checked ? [...chosen, value] : chosen.filter((one) => one !== value))}
            />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      {chosen.length > 0 && (
        <button type="button" className={classes.quiet} onClick={() => set([])}>
          {tPages('WordClear').text}
        </button>
      )}
    </details>
  )
}
