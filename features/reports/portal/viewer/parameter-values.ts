import type { ParameterValues } from '../../contract.ts'
import { checkedValue } from '../../parameters.ts'
import type { Parameter, ReportSource } from './service-client.ts'

/** Why a parameter cannot have a value; undefined when it can. */
export function errorOf(parameter: Parameter, value: unknown): string | undefined {
  const availableValues = parameter.hasMoreValues ? null : parameter.availableValues
  return checkedValue({ ...parameter, availableValues }, value).error?.text
}

/** Why visible parameters are invalid, by id; one without a given value has its own. */
export const errorsOf = (parameters: readonly Parameter[], given: ParameterValues): Record<string, string> =>
  Object.fromEntries(
    parameters.flatMap((one) => {
      const error = one.isVisible ? errorOf(one, given[one.id] ?? one.value) : undefined
      return error ? [[one.id, error]] : []
    }),
  )

const isEmpty = (value: unknown) => value === '' || value === null || (Array.isArray(value) && value.length === 0)

/** The source with changed values; a parameter with an empty value has its default. */
export function sourceWith(source: ReportSource, edits: ParameterValues): ReportSource {
  const all = Object.entries({ ...source.parameterValues, ...edits })
  return { ...source, parameterValues: Object.fromEntries(all.filter(([, value]) => !isEmpty(value))) }
}
