import type { ParameterValues } from '../../../contract.ts'
import { type Choice, checkedValue, periodError } from '../../../parameters.ts'
import type { Parameter, ReportSource } from '../client/service-client.ts'

/** Why a parameter cannot have a value; undefined when it can. */
function errorOf(parameter: Parameter, value: unknown): string | undefined {
  const availableValues = parameter.hasMoreValues ? null : parameter.availableValues
  return checkedValue({ ...parameter, availableValues }, value).error?.text
}

const isSameValue = (one: unknown, other: unknown) => [one].flat().join() === [other].flat().join()

/** The parameters whose validity depends on each other. */
export const PERIOD: readonly string[] = ['From', 'To']

/** Why visible parameters are invalid, by id; one without a given value has its own. */
export function errorsOf(parameters: readonly Parameter[], given: ParameterValues): Record<string, string> {
  const visible = parameters.filter(({ isVisible }) => isVisible)
  const values = Object.fromEntries(visible.map(({ id, value }) => [id, given[id] === undefined ? value : given[id]]))
  // The service's reason is about the values that it has read.
  const isAsRead = ({ id, value }: Parameter) => isSameValue(values[id], value)
  const days = visible.filter(({ id }) => PERIOD.includes(id))
  const ofService = (one: Parameter) => (PERIOD.includes(one.id) ? days : [one]).every(isAsRead) && one.Error
  const errors = visible.flatMap((one): [string, string][] => {
    const error = errorOf(one, values[one.id]) ?? ofService(one)
    return error ? [[one.id, error]] : []
  })
  const ofPeriod = periodError(values)
  return { ...(ofPeriod && { From: ofPeriod.text }), ...Object.fromEntries(errors) }
}

/** Found values of a list, and those that are chosen, so that they keep their names: several of them first, a single one last. */
export function withChosen({ availableValues, value, multivalue }: Parameter, edit: unknown, found: readonly Choice[]): Choice[] {
  const chosen = new Set([edit === undefined ? value : edit].flat().map(String))
  const ids = new Set(found.map((one) => one.value))
  const kept = (availableValues ?? []).filter((one) => chosen.has(one.value) && !ids.has(one.value))
  return multivalue ? [...kept, ...found] : [...found, ...kept]
}

/** The edits that were made after others were applied. */
export const editedSince = (edits: ParameterValues, applied: ParameterValues): ParameterValues =>
  Object.fromEntries(Object.entries(edits).filter(([id, value]) => value !== applied[id]))

const isEmpty = (value: unknown) => value === '' || value === null || (Array.isArray(value) && value.length === 0)

/** The source with changed values; a parameter with an empty value has its default. */
export function sourceWith(source: ReportSource, edits: ParameterValues): ReportSource {
  const all = Object.entries({ ...source.parameterValues, ...edits })
  return { ...source, parameterValues: Object.fromEntries(all.filter(([, value]) => !isEmpty(value))) }
}
