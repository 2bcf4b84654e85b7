import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Message } from '#platform/define-messages.ts'
import { acceptedLanguage, DEFAULT_LANGUAGE, type Language } from '#platform/language.ts'
import type { JsonSchema } from './reply-schema.ts'

/** The text of a message in the caller's language. */
export type Translate = (message: Message) => string
/** The translator of each language, provided by the app. */
export type Translators = (language: Language) => Translate

/** The translator for a reply; names its language in the reply's header unless it is the default. */
export type TranslatorFor = (request: FastifyRequest, reply: FastifyReply) => Translate
export const translatorFor =
  (translators: Translators): TranslatorFor =>
  (request, reply) => {
    const language = acceptedLanguage(request.headers['accept-language'])
    if (language !== DEFAULT_LANGUAGE) reply.header('content-language', language)
    return translators(language)
  }
/** Always the default language. */
export const inDefaultLanguage: TranslatorFor =
  () =>
  ({ text }) =>
    text

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
/** A copy of a reply with the text of each message in place of it. A text without key, in an earlier stored reply, stays. */
export type TranslateReply = (value: unknown, translate: Translate) => unknown

/**
 * The translation of replies of this schema, made once, so that a reply is walked only where there may be interface text; null for a
 * schema without any. Throws for a schema with text in a place that is not translated.
 */
export function translationOf(schema: JsonSchema): TranslateReply | null {
  const count = { texts: 0 }
  const translate = walkOf(schema, count)
  const all = JSON.stringify(schema).split('"x-message":true').length - 1
  if (all !== count.texts) throw new Error('interface text in a part of a reply schema that is not translated')
  return translate
}

/** The same for a part of a schema; counts its texts. */
function walkOf(schema: JsonSchema, count: { texts: number }): TranslateReply | null {
  const { 'x-message': isMessage, anyOf, items, properties, additionalProperties } = schema
  const walk = (part: unknown) => (isObject(part) ? walkOf(part, count) : null)
  if (isMessage) {
    count.texts += 1
    return (value, translate) => (isObject(value) ? translate(value as Message) : value)
  }
  if (anyOf) {
    const kinds = (anyOf as JsonSchema[]).map(walk).filter((kind) => kind !== null)
    return kinds.length ? (value, translate) => kinds.reduce((translated, kind) => kind(translated, translate), value) : null
  }
  const ofItem = walk(items)
  const ofOther = walk(additionalProperties)
  const ofProperty = new Map(Object.entries(properties ?? {}).map(([name, part]) => [name, walk(part)]))
  const translated = [...ofProperty].flatMap(([name, ofPart]) => (ofPart ? [[name, ofPart] as const] : []))
  if (!ofItem && !ofOther && translated.length === 0) return null
  return (value, translate) => {
    if (Array.isArray(value)) return ofItem ? value.map((one) => ofItem(one, translate)) : value
    if (!isObject(value)) return value
    const copy = { ...value }
    for (const [name, ofPart] of translated) if (name in copy) copy[name] = ofPart(copy[name], translate)
    if (ofOther) for (const name of Object.keys(copy)) if (!ofProperty.has(name)) copy[name] = ofOther(copy[name], translate)
    return copy
  }
}
