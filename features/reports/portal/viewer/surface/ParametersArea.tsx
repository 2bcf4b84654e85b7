import { type FormEvent, useId, useState } from 'react'
import { t as tPortal } from '#platform/portal/messages.ts'
import { t as tReport } from '../../../messages.ts'
import { t } from '../../../viewer-messages.ts'
import type { Controller } from '../controller.ts'
import type { Parameter } from '../service-client.ts'
import type { ViewerState } from '../state.ts'
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
}
function ParameterInput({ parameter, value, error, set }: InputProps) {
  const id = useId()
  const text = value === null || value === undefined ? '' : String(value)
  const described = { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': `${id}-error` }
  const { availableValues, type } = parameter
  return (
    <div className={classes.field}>
      {availableValues && parameter.multivalue ? (
        <Choices parameter={parameter} chosen={[value ?? []].flat().map(String)} set={set} describedBy={`${id}-error`} />
      ) : (
        <>
          <label htmlFor={id}>{parameter.text}</label>
          {availableValues ? (
            <select {...described} value={text} onChange={(event) => set(event.currentTarget.value)}>
              <option value="">{parameter.allowNull ? tReport('DetailAll').text : ''}</option>
              {text !== '' && !availableValues.some((one) => one.value === text) && <option value={text}>{text}</option>}
              {availableValues.map((one) => (
                <option key={one.value} value={one.value}>
                  {one.name}
                </option>
              ))}
            </select>
          ) : type === 'Boolean' ? (
            <select {...described} value={text.toLowerCase()} onChange={(event) => set(event.currentTarget.value)}>
              {parameter.allowNull && <option value="">{tReport('DetailAll').text}</option>}
              <option value="true">{tPortal('WordYes').text}</option>
              <option value="false">{tPortal('WordNo').text}</option>
            </select>
          ) : (
            <input
              {...described}
              type={type === 'DateTime' ? 'date' : 'text'}
              inputMode={type === 'Int64' || type === 'Double' ? 'decimal' : undefined}
              value={type === 'DateTime' ? text.slice(0, 10) : text}
              onChange={(event) => set(event.currentTarget.value)}
            />
          )}
        </>
      )}
      {parameter.hasMoreValues && <small>{t('LabelMoreValues').text}</small>}
      <span id={`${id}-error`} className={classes.fieldError}>
        {error}
      </span>
    </div>
  )
}

type ChoicesProps = { parameter: Parameter; chosen: readonly string[]; set: (value: string[]) => void; describedBy: string }
/** Several values of a list: closed, it says what is chosen; open, it has a filter and a box for each value. */
function Choices({ parameter, chosen, set, describedBy }: ChoicesProps) {
  const [filter, setFilter] = useState('')
  const all = parameter.availableValues ?? []
  const fits = all.filter(({ name }) => name.toLocaleLowerCase().includes(filter.trim().toLocaleLowerCase()))
  const names = all.filter(({ value }) => chosen.includes(value)).map(({ name }) => name)
  const shown = chosen.length === 0 ? tReport('DetailAll').text : names.join(', ') || String(chosen.length)
  return (
    <details className={classes.choices} aria-describedby={describedBy}>
      <summary>
        <span>{parameter.text}</span>
        <span className={classes.chosen}>{shown}</span>
      </summary>
      {all.length > 10 && (
        <input
          type="search"
          aria-label={t('LabelFilterOf', { name: parameter.text }).text}
          placeholder={tPortal('WordSearch').text}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
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
          {tPortal('WordClear').text}
        </button>
      )}
    </details>
  )
}
