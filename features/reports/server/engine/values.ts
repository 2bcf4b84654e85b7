import type { z } from 'zod'
import type { Caller } from '#platform/server/http/caller.ts'
import type { Translate } from '#platform/server/http/language.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { ParameterValues, ReportParameter, ValueSearch } from '../../contract.ts'
import { checkedValue, periodError } from '../../parameters.ts'
import { t } from '../../viewer-messages.ts'
import { ID, MAX_CHOICES, MAX_PERIOD_DAYS, zoneOf } from './choices.ts'
import type { Parameter, Values } from './definition.ts'

/** Name of the protocol for values that a report cannot have. */
const INVALID_PARAMETER = 'InvalidParameterException'

type Search = { readonly parameterId: string; readonly text: string }
/** The search that a call asks for; undefined for none. */
export const searchOf = ({ SearchParameter, SearchText }: z.output<typeof ValueSearch>): Search | undefined =>
  SearchParameter ? { parameterId: SearchParameter, text: SearchText ?? '' } : undefined
type Asking = { readonly caller: Pick<Caller, 'id' | 'tenant'>; readonly now: Date }

const invalid = (field: string) => new Refusal(404, t('MsgParametersInvalid'), { code: INVALID_PARAMETER, field })

/**
 * The values of a report's parameters: those given, of the right type, and the defaults for the others. Organisation and user are
 * always the caller's. Names that the report does not have are ignored. Refuses (404) a value that is none of its parameter's type.
 */
export async function resolvedValues(
  db: Db,
  parameters: readonly Parameter[],
  given: ParameterValues,
  { caller, now }: Asking,
): Promise<Values> {
  // Days are those of the chosen properties.
  const PropertyIds = [given.PropertyIds ?? []].flat().filter((id): id is string => ID.test(String(id)))
  const zone = { timeZone: await zoneOf(db, { PropertyIds }), now }
  const values: Record<string, Values[string]> = {
    OrgId: caller.tenant.organisationId,
    UserId: caller.id,
  }
  for (const parameter of parameters) {
    const { id, byDefault } = parameter
    const value = given[id]
    if (value === undefined || value === '') values[id] = byDefault(zone)
    else {
      const { multivalue = false, allowNull = false, allowBlank = false } = parameter
      const checked = checkedValue({ ...parameter, multivalue, allowNull, allowBlank }, value)
      if (checked.error || !isLike(parameter.pattern, checked.value)) throw invalid(id)
      const kept = parameter.type === 'DateTime' ? dayOf(checked.value) : checked.value
      if (kept === null && !allowNull) throw invalid(id)
      values[id] = kept
    }
  }
  if (periodError(values)) throw invalid('From')
  if (values.From && values.To && daysBetween(values.From, values.To) > MAX_PERIOD_DAYS) throw invalid('From')
  return values
}

type Given = Values[string] | undefined
const isLike = (pattern: RegExp | undefined, value: Given) =>
  !pattern || [value ?? ''].flat().every((one) => one === '' || pattern.test(String(one)))
/** The day of a date as it is written, whatever its time and offset; null for a day that there is not, or of a year without four digits. */
function dayOf(value: Given): string | null {
  const written = /^\d{4}-\d\d-\d\d/.exec(String(value))?.[0]
  const at = new Date(written ?? String(value))
  const day = Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(0, 10)
  return /^\d{4}-\d\d-\d\d$/.test(day) && day >= '0001' ? day : null
}
const daysBetween = (from: Given, to: Given) => (Date.parse(String(to)) - Date.parse(String(from))) / 86_400_000

/**
 * The parameters of a report with their values and choices; a chosen value that is not offered any more is left out. With a search
 * only the parameter whose values are looked for.
 */
export async function readParameters(
  db: Db,
  parameters: readonly Parameter[],
  given: ParameterValues,
  { search, translate, ...asking }: Asking & { readonly translate: Translate; readonly search?: Search | undefined },
): Promise<ReportParameter[]> {
  const values: Record<string, Values[string]> = { ...(await resolvedValues(db, parameters, given, asking)) }
  const answer: ReportParameter[] = []
  for (const parameter of parameters.filter(({ id }) => !search || id === search.parameterId)) {
    const {
      id,
      text,
      type,
      multivalue = false,
      allowNull = false,
      allowBlank = false,
      isVisible = true,
      children = [],
    } = parameter
    const choices = await parameter.choices?.(db, { values, translate, search: search?.text ?? '' })
    const hasMoreValues = choices !== undefined && choices.length >= MAX_CHOICES
    const chosen = [values[id] ?? []].flat()
    // Chosen values are offered first, so that one which is not offered does not exist, unless there are too many.
    if (choices && multivalue && chosen.length < MAX_CHOICES && !search) {
      const offered = new Set(choices.map(({ value }) => value))
      values[id] = (chosen as string[]).filter((one) => offered.has(one))
    }
    answer.push({
      ...{ id, name: id, text, type, multivalue, allowNull, allowBlank, isVisible, hasMoreValues },
      value: values[id] as ReportParameter['value'],
      availableValues: choices ? [...choices] : null,
      autoRefresh: false,
      childParameters: [...children],
    })
  }
  return answer
}
