import type { z } from 'zod'
import { type Message, plainMessage, unpackMessage } from '#platform/define-messages.ts'
import { t } from '#platform/messages.ts'
import { badInput, Refusal } from './refusal.ts'

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** Deeper input is refused, or the recursion would overflow the stack. */
const MAX_DEPTH = 100

/**
 * Names are accepted with either case of the first letter (decisions "Wire"); of two the capitalised one wins. Refuses (400)
 * input nested deeper than `MAX_DEPTH`.
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

/** The message for an issue whose schema has none: the field and what was expected. */
function issueText(issue: z.core.$ZodIssue): string {
  const field = issue.path.join('.') || 'The request'
  if (issue.code === 'invalid_type') return `${field} must be ${/^[aeiou]/.test(issue.expected) ? 'an' : 'a'} ${issue.expected}.`
  if (issue.code === 'too_big') return `${field} is larger than ${issue.maximum}.`
  if (issue.code === 'too_small') return `${field} is smaller than ${issue.minimum}.`
  if (issue.code === 'invalid_value') return `${field} must be one of ${issue.values.slice(0, 20).join(', ')}.`
  return `${field} is not valid.`
}

/** Most fields of a refusal. */
const MOST_ERRORS = 50

/** The parsed value; refuses (400) with the first failure in the schema's order and its field, and those of the other fields. */
export function validated<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { error: () => '' })
  if (result.success) return result.data
  const errors = new Map<string, Message>()
  for (const issue of result.error.issues) {
    const field = issue.path.join('.')
    if (!errors.has(field)) errors.set(field, issue.message ? unpackMessage(issue.message) : plainMessage(issueText(issue)))
    if (errors.size === MOST_ERRORS) break
  }
  const [[field, reason]] = [...errors] as [[string, Message]]
  const named = [...errors].flatMap(([one, why]) => (one ? [{ field: one, reason: why }] : []))
  throw new Refusal(400, reason, { code: 'MsgBadInput', field: field || undefined, errors: named })
}
