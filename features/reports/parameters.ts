import type { Message } from '#platform/define-messages.ts'
import { t } from './viewer-messages.ts'

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
  const checked = all.map((one) => checkedOne(rules, one))
  const error = checked.find((one) => one.error)?.error
  if (error) return { error }
  const value = checked.map((one) => one.value as Value).filter((one) => one !== null)
  return value.length > 0 || rules.allowNull ? { value } : EMPTY()
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
  if (type === 'DateTime') return dayOf(text) === null ? { error: t('MsgParameterDate') } : { value: text }
  const value = type === 'Boolean' ? booleanOf(text) : numberOf(type, text)
  return value === null && !allowNull ? EMPTY() : { value }
}

const DAY_MS = 86_400_000
/** The day of a date in ISO 8601 as it is written, whatever its time and offset; null for another text, and a day that does not exist. */
export function dayOf(value: unknown): string | null {
  const text = String(value).trim()
  const day = /^(\d{4}-\d\d-\d\d)(?:[T ].*)?$/.exec(text)?.[1]
  const at = Date.parse(`${day}T00:00:00Z`)
  // A 30 February is read as a day of March.
  const exists = !Number.isNaN(at) && new Date(at).toISOString().startsWith(`${day}T`) && day! >= '0001'
  return exists && !Number.isNaN(Date.parse(text)) ? day! : null
}

const booleanOf = (text: string) => (/^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : null)

const INT64 = 2n ** 63n
/** A number of its type, or null. An integer that a number cannot hold exactly stays a text. */
function numberOf(type: string, text: string): number | string | null {
  if (!(type === 'Int64' ? INTEGER : DECIMAL).test(text)) return null
  const number = Number(text)
  if (type === 'Double') return Number.isFinite(number) ? number : null
  const exact = BigInt(text.replace('+', ''))
  if (exact >= INT64 || exact < -INT64) return null
  return Number.isSafeInteger(number) ? number : String(exact)
}

/** Longest period, in days: charts have a bar for each. */
export const MAX_PERIOD_DAYS = 3700

/** Why a report cannot have the period From to To; null when it can, or has none. Each day is checked by `checkedValue`. */
export function periodError({ From, To }: Readonly<Record<string, unknown>>): Message | null {
  const [from, to] = [dayOf(From), dayOf(To)]
  if (!from || !to) return null
  if (from > to) return t('MsgPeriodReversed')
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return days > MAX_PERIOD_DAYS ? t('MsgPeriodTooLong', { max: MAX_PERIOD_DAYS }) : null
}

/** The name of a report's file, with the days of its period if it has one: 'Collection_2026-11-01_2026-11-30.pdf'. */
export function fileNameOf(report: string, { From, To }: Readonly<Record<string, unknown>>, extension: string): string {
  const days = [From, To].flatMap((day) => (typeof day === 'string' && day ? [day.slice(0, 10)] : []))
  return `${[report, ...days].join('_')}.${extension}`
}
