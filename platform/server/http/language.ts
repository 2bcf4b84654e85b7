import { acceptedLanguage, DEFAULT_LANGUAGE, type Language } from '#platform/language.ts'
import type { JsonSchema } from './reply-schema.ts'

/** Translates an interface text; `code` is its key, where known. */
export type Translate = (text: string, code?: string) => string
/** The translator of each language, provided by the app. */
export type Translators = (language: Language) => Translate

type RequestedLanguage = { readonly language: Language; readonly translate: Translate }
/** The language of an Accept-Language header with its translator; null for the default language. */
export type WordsFor = (acceptLanguage: string | undefined) => RequestedLanguage | null
export const wordsFor =
  (translators: Translators): WordsFor =>
  (acceptLanguage) => {
    const language = acceptedLanguage(acceptLanguage)
    return language === DEFAULT_LANGUAGE ? null : { language, translate: translators(language) }
  }
/** Always the default language. */
export const defaultWords: WordsFor = () => null

/** Whether replies of this schema contain interface text (`Words` of a contract). */
export const holdsWords = (schema: JsonSchema): boolean => JSON.stringify(schema).includes('"x-words":true')

/** A copy of a reply with its interface texts translated. */
export function inWords(schema: JsonSchema, value: unknown, translate: Translate): unknown {
  if (value === null || value === undefined) return value
  if (typeof value === 'string') return schema['x-words'] ? translate(value) : value
  if (schema.anyOf)
    return (schema.anyOf as JsonSchema[]).reduce<unknown>((translated, one) => inWords(one, translated, translate), value)
  if (Array.isArray(value)) return schema.items ? value.map((one) => inWords(schema.items as JsonSchema, one, translate)) : value
  if (typeof value !== 'object' || !schema.properties) return value
  const copy: Record<string, unknown> = { ...value }
  for (const [name, part] of Object.entries(schema.properties))
    if (name in copy) copy[name] = inWords(part, copy[name], translate)
  return copy
}
