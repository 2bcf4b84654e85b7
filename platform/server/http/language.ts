import type { Message } from '#platform/define-messages.ts'
import { acceptedLanguage, type Language } from '#platform/language.ts'
import type { JsonSchema } from './reply-schema.ts'

/** The text of a message in the caller's language. */
export type Translate = (message: Message) => string
/** The translator of each language, provided by the app. */
export type Translators = (language: Language) => Translate

export type RequestedLanguage = { readonly language: Language; readonly translate: Translate }
/** The language of an Accept-Language header with its translator. */
export type WordsFor = (acceptLanguage: string | undefined) => RequestedLanguage
export const wordsFor =
  (translators: Translators): WordsFor =>
  (acceptLanguage) => {
    const language = acceptedLanguage(acceptLanguage)
    return { language, translate: translators(language) }
  }
/** Always the default language. */
export const defaultWords: WordsFor = wordsFor(
  () =>
    ({ text }) =>
      text,
)

/** Whether replies of this schema contain interface text (`Words` of a contract). */
export const holdsWords = (schema: JsonSchema): boolean => JSON.stringify(schema).includes('"x-words":true')

/** A copy of a reply with the text of each message in place of it. */
export function inWords(schema: JsonSchema, value: unknown, translate: Translate): unknown {
  if (value === null || value === undefined) return value
  if (schema['x-words']) return translate(value as Message)
  if (schema.anyOf)
    return (schema.anyOf as JsonSchema[]).reduce<unknown>((translated, one) => inWords(one, translated, translate), value)
  if (Array.isArray(value)) return schema.items ? value.map((one) => inWords(schema.items as JsonSchema, one, translate)) : value
  if (typeof value !== 'object' || !schema.properties) return value
  const copy: Record<string, unknown> = { ...value }
  for (const [name, part] of Object.entries(schema.properties))
    if (name in copy) copy[name] = inWords(part, copy[name], translate)
  return copy
}
