import { acceptedLanguage, DEFAULT_LANGUAGE, type Language } from '#platform/language.ts'
import type { JsonSchema } from './reply-schema.ts'

/** Says one of our texts, as it left its table, in another language; `code` is its key, where it is known. */
export type Translate = (text: string, code?: string) => string
/** What the app hands in: how to speak a language. */
export type Translators = (language: Language) => Translate

/** The language that a request asks for with how to speak it; null for our own, which costs nothing. */
export type RequestedLanguage = { readonly language: Language; readonly translate: Translate }
export type WordsFor = (acceptLanguage: string | undefined) => RequestedLanguage | null
export const wordsFor =
  (translators: Translators): WordsFor =>
  (acceptLanguage) => {
    const language = acceptedLanguage(acceptLanguage)
    return language === DEFAULT_LANGUAGE ? null : { language, translate: translators(language) }
  }
/** Where nothing but our own language is spoken. */
export const defaultWords: WordsFor = () => null

/** Does a reply of this schema hold words of ours (`Words` of a contract)? */
export const holdsWords = (schema: JsonSchema): boolean => JSON.stringify(schema).includes('"x-words":true')

/** A copy of a reply with its words translated; everything else as it is. */
export function inWords(schema: JsonSchema, value: unknown, translate: Translate): unknown {
  if (value === null || value === undefined) return value
  if (typeof value === 'string') return schema['x-words'] ? translate(value) : value
  if (schema.anyOf) return (schema.anyOf as JsonSchema[]).reduce<unknown>((said, one) => inWords(one, said, translate), value)
  if (Array.isArray(value)) return schema.items ? value.map((one) => inWords(schema.items as JsonSchema, one, translate)) : value
  if (typeof value !== 'object' || !schema.properties) return value
  const said: Record<string, unknown> = { ...value }
  for (const [name, part] of Object.entries(schema.properties))
    if (name in said) said[name] = inWords(part, said[name], translate)
  return said
}
