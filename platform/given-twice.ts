import { z } from 'zod'
import { type Message, packMessage } from './define-messages.ts'
import { t } from './messages.ts'

/** What is wrong with a field of an input. */
export type WrongField = { readonly field: string; readonly message: Message }

/** A value that may be given in another field instead: an empty text is none. */
export const elsewhere = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullish())

/** Reports what is wrong by the rules between fields. */
export function reportWrong(context: z.RefinementCtx, wrong: readonly WrongField[]): void {
  for (const { field, message } of wrong) context.addIssue({ code: 'custom', path: [field], message: packMessage(message) })
}

/**
 * Where a request gives one value in two fields, in the specification's shape and as the portal sends it: that the two differ. One that
 * is missing or null does not.
 */
export function whyDiffer(one: string, value: unknown, other: string, otherValue: unknown): WrongField[] {
  const isBoth = (value ?? null) !== null && (otherValue ?? null) !== null
  return isBoth && value !== otherValue ? [{ field: one, message: t('MsgFieldsDiffer', { one, other }) }] : []
}

/** The one of two such values that counts: of two that differ, the one that was changed; undefined where both were. */
export function changedOf<T extends string | boolean>(
  value: T | null | undefined,
  other: T | null | undefined,
  saved: T | undefined,
): T | undefined {
  const [one, two] = [value ?? other, other ?? value] as [T | undefined, T | undefined]
  if (one === two || two === saved) return one ?? undefined
  return one === saved ? (two ?? undefined) : undefined
}
