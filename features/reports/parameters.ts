import type { Message } from '#platform/define-messages.ts'
import { t } from './messages.ts'

/** The types of parameters of the report protocol (spec 3 §3). */
export const PARAMETER_TYPES = ['Int64', 'Double', 'String', 'DateTime', 'Boolean'] as const
export type ParameterType = (typeof PARAMETER_TYPES)[number]
export type Value = string | number | boolean | null
export type Choice = { readonly name: string; readonly value: string }

/** What a rule needs of a parameter (spec 3 §3). */
export type Rules = {
  readonly type: string
  readonly allowNull: boolean
  readonly allowBlank: boolean
  readonly multivalue: boolean
  readonly availableValues?: readonly Choice[] | null
}
type Checked<T> = { readonly value: T; readonly error?: never } | { readonly value?: never; readonly error: Message }

const INTEGER = /^[+-]?\d+$/
const DECIMAL = /^[+-]?\d+(\.\d+)?$/
const EMPTY = () => ({ error: t('MsgParameterEmpty') })

/**
 * The value of a parameter as its type has it, or why it is not one (spec 3 §5 "Report parameters"); the same check in the viewer
 * and on the server.
 */
export function checkedValue(rules: Rules, given: unknown): Checked<Value | readonly Value[]> {
  if (!(PARAMETER_TYPES as readonly string[]).includes(rules.type)) return { error: t('MsgParameterType', { type: rules.type }) }
  if (!rules.multivalue) return checkedOne(rules, given)
  const all = given === null || given === undefined ? [] : Array.isArray(given) ? given : [given]
  if (all.length === 0) return rules.allowNull ? { value: [] } : EMPTY()
  const checked = all.map((one) => checkedOne(rules, one))
  const error = checked.find((one) => one.error)?.error
  return error ? { error } : { value: checked.map(({ value }) => value as Value) }
}

function checkedOne(rules: Rules, given: unknown): Checked<Value> {
  const result = typed(rules, given)
  // A blank value is none of those offered, and is allowed where the type says so.
  if (result.error || !rules.availableValues || result.value === null || result.value === '') return result
  const isOffered = rules.availableValues.some(({ value }) => value === String(result.value))
  return isOffered ? result : { error: t('MsgParameterInvalid') }
}

function typed({ type, allowNull, allowBlank }: Rules, given: unknown): Checked<Value> {
  const text = given === null || given === undefined ? '' : String(given).trim()
  if (type === 'String') {
    if (text !== '') return { value: text }
    if (allowNull) return { value: null }
    return allowBlank ? { value: '' } : EMPTY()
  }
  if (text === '' && allowNull) return { value: null }
  if (type === 'DateTime') return Number.isNaN(Date.parse(text)) ? { error: t('MsgParameterDate') } : { value: text }
  if (type === 'Boolean') return /^(true|false)$/i.test(text) ? { value: text.toLowerCase() === 'true' } : EMPTY()
  return (type === 'Int64' ? INTEGER : DECIMAL).test(text) ? { value: Number(text) } : EMPTY()
}
