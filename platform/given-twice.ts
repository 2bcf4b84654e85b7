import { z } from 'zod'
import { type Message, packMessage } from './define-messages.ts'
import { t } from './messages.ts'
import { EMPTY_GUID } from './wire.ts'

/** What is wrong with a field of an input. */
export type WrongField = { readonly field: string; readonly message: Message }

/** A value that may be given in another field instead: an empty text and the all-zero id are none. */
export const elsewhere = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' || value === EMPTY_GUID ? null : value), schema.nullish())

/** Reports what is wrong by the rules between fields. */
export function reportWrong(context: z.RefinementCtx, wrong: readonly WrongField[]): void {
  for (const { field, message } of wrong) context.addIssue({ code: 'custom', path: [field], message: packMessage(message) })
}

type Given<T> = readonly [field: string, value: T | null | undefined]

/**
 * The value of a request that may give it in two fields, in the specification's shape and as the portal sends it; undefined where none
 * has it. Of two that differ, the one that was changed counts, so that a client may change either shape of what it has read; where both
 * were, `wrong` says so.
 */
export function settle<T extends string | boolean>(
  [field, given]: Given<T>,
  [otherField, otherGiven]: Given<T>,
  saved?: T,
): { readonly value: T | undefined; readonly wrong: readonly WrongField[] } {
  const value = given ?? otherGiven ?? undefined
  const other = otherGiven ?? value
  if (value === other || other === saved) return { value, wrong: [] }
  if (value === saved) return { value: other, wrong: [] }
  return { value, wrong: [{ field, message: t('MsgFieldsDiffer', { one: field, other: otherField }) }] }
}
