import type { z } from 'zod'
import type { Message } from '#platform/define-messages.ts'
import type { Caller } from '#platform/server/http/caller.ts'
import type { Translate } from '#platform/server/http/language.ts'
import { Refusal } from '#platform/server/http/refusal.ts'
import type { Db } from '#platform/server/postgres/db.ts'
import type { ParameterValues, ReportParameter, ValueSearch } from '../../contract.ts'
import { t as tReport } from '../../messages.ts'
import { checkedValue, dayOf, periodError } from '../../parameters.ts'
import { t } from '../../viewer-messages.ts'
import { ID, MAX_CHOICES, zoneOf } from './choices.ts'
import type { Parameter, Values } from './definition.ts'

/** Name of the protocol for values that a report cannot have. */
const INVALID_PARAMETER = 'InvalidParameterException'

type Search = { readonly parameterId: string; readonly text: string }
/** The search that a call asks for; undefined for none. */
export const searchOf = ({ SearchParameter, SearchText }: z.output<typeof ValueSearch>): Search | undefined =>
  SearchParameter ? { parameterId: SearchParameter, text: SearchText ?? '' } : undefined
type Asking = { readonly caller: Pick<Caller, 'id' | 'tenant'>; readonly now: Date }

/** Refuses (404) a value; the reply names the parameter and what is wrong with it. */
const invalid = ({ id, text }: Parameter, reason: Message) =>
  new Refusal(404, t('MsgParametersInvalid'), {
    code: INVALID_PARAMETER,
    field: id,
    exception: tReport('MsgParameterRefused', { parameter: text, reason }),
  })

type Checked = { readonly values: Values; readonly errors: Readonly<Record<string, Message>> }
/**
 * The values of a report's parameters: those given, of the right type, and the defaults for the others. Organisation and user are
 * always the caller's. Names that the report does not have are ignored. A value that its parameter cannot have is an error, and has
 * the default.
 */
async function checkValues(
  db: Db,
  parameters: readonly Parameter[],
  given: ParameterValues,
  { caller, now }: Asking,
): Promise<Checked> {
  // Days are those of the resident, or of the chosen properties.
  const PropertyIds = [given.PropertyIds ?? []].flat().filter((id): id is string => ID.test(String(id)))
  const ofResident = parameters.some(({ id }) => id === 'ResidentId') && { ResidentId: given.ResidentId as Values[string] }
  const zone = { timeZone: await zoneOf(db, { PropertyIds, ...ofResident }), now }
  const values: Record<string, Values[string]> = {
    OrgId: caller.tenant.organisationId,
    UserId: caller.id,
  }
  const errors: Record<string, Message> = {}
  for (const parameter of parameters) {
    const { id, byDefault } = parameter
    const value = given[id]
    const checked = value === undefined || value === '' ? { value: byDefault(zone) } : checkedBy(parameter, value)
    values[id] = checked.error ? byDefault(zone) : checked.value
    if (checked.error) errors[id] = checked.error
  }
  const ofPeriod = errors.From || errors.To ? null : periodError(values)
  return { values, errors: ofPeriod ? { ...errors, From: ofPeriod } : errors }
}

function checkedBy(parameter: Parameter, given: Values[string]): ReturnType<typeof checkedValue> {
  const { type, pattern, multivalue = false, allowNull = false, allowBlank = false } = parameter
  const checked = checkedValue({ type, multivalue, allowNull, allowBlank }, given)
  if (checked.error) return checked
  if (pattern && ![checked.value ?? []].flat().every((one) => one === '' || pattern.test(String(one))))
    return { error: t('MsgParameterInvalid') }
  return type === 'DateTime' && checked.value !== null ? { value: dayOf(checked.value) } : checked
}

/** The checked values of a report's parameters. Refuses (404) one that its parameter cannot have. */
export async function resolvedValues(...of: Parameters<typeof checkValues>): Promise<Values> {
  const { values, errors } = await checkValues(...of)
  const wrong = of[1].find(({ id }) => errors[id])
  if (wrong) throw invalid(wrong, errors[wrong.id]!)
  return values
}

/**
 * The parameters of a report with their values and choices; a chosen value that is not offered any more is left out, and one that a
 * parameter cannot have is as it was given, with its error. With a search only the parameter whose values are looked for.
 */
export async function readParameters(
  db: Db,
  parameters: readonly Parameter[],
  given: ParameterValues,
  { search, translate, ...asking }: Asking & { readonly translate: Translate; readonly search?: Search | undefined },
): Promise<ReportParameter[]> {
  const { values: checked, errors } = await checkValues(db, parameters, given, asking)
  const values: Record<string, Values[string]> = { ...checked }
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
      value: (errors[id] && given[id] !== undefined ? given[id] : values[id]) as ReportParameter['value'],
      availableValues: choices ? [...choices] : null,
      autoRefresh: false,
      childParameters: [...children],
      Error: errors[id] ?? null,
    })
  }
  return answer
}
