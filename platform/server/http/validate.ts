import type { z } from 'zod'
import { t } from '#platform/messages.ts'
import { badInput } from './refusal.ts'

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** No request means anything deeper; going down without an end would be a fault of ours. */
const MAX_DEPTH = 100

/**
 * Names in either case of the first letter are one name (decisions "Wire"); where both come, the capitalised wins.
 * Refuses (400) what is nested deeper than `MAX_DEPTH`.
 */
export function toPascalCaseKeys(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw badInput(t('MsgBadInput'))
  if (Array.isArray(value)) return value.map((one) => toPascalCaseKeys(one, depth + 1))
  if (!isPlain(value)) return value
  const out: Record<string, unknown> = {}
  for (const name of Object.keys(value))
    if (!(capital(name) !== name && capital(name) in value)) out[capital(name)] = toPascalCaseKeys(value[name], depth + 1)
  return out
}

/** A text for an issue whose schema gives none: it names the field and what was expected. */
function plainly(issue: z.core.$ZodIssue): string {
  const field = issue.path.join('.') || 'The request'
  if (issue.code === 'invalid_type') return `${field} must be ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}.`
  if (issue.code === 'too_big') return `${field} is larger than ${issue.maximum}.`
  if (issue.code === 'too_small') return `${field} is smaller than ${issue.minimum}.`
  if (issue.code === 'invalid_value') return `${field} must be one of ${issue.values.slice(0, 20).join(', ')}.`
  return `${field} is not valid.`
}

/** The value as the schema gives it, or a refusal (400) with the first failure in the schema's order and its field. */
export function validated<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { error: () => '' })
  if (result.success) return result.data
  const issue = result.error.issues[0] as z.core.$ZodIssue
  throw badInput({ code: 'MsgBadInput', text: issue.message || plainly(issue) }, issue.path.join('.') || undefined)
}
