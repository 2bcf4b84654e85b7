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

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null
/** The parts of a schema where `translateReply` looks for interface text. */
const partsOf = ({ anyOf, items, properties, additionalProperties }: JsonSchema): JsonSchema[] =>
  [...((anyOf as unknown[]) ?? []), items, ...Object.values(properties ?? {}), additionalProperties].filter(isSchema)
const countTexts = (schema: JsonSchema): number =>
  schema['x-message'] ? 1 : partsOf(schema).reduce((count, part) => count + countTexts(part), 0)

/** Whether replies of this schema contain interface text. Throws for a schema with text in a place that is not translated. */
export function hasMessages(schema: JsonSchema): boolean {
  const all = JSON.stringify(schema).split('"x-message":true').length - 1
  if (all !== countTexts(schema)) throw new Error('interface text in a part of a reply schema that is not translated')
  return all > 0
}

/** A copy of a reply with the text of each message in place of it. A text without key, in an earlier stored reply, stays. */
export function translateReply(schema: JsonSchema, value: unknown, translate: Translate): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (schema['x-message']) return translate(value as Message)
  if (schema.anyOf)
    return (schema.anyOf as JsonSchema[]).reduce<unknown>((translated, one) => translateReply(one, translated, translate), value)
  if (Array.isArray(value))
    return isSchema(schema.items) ? value.map((one) => translateReply(schema.items as JsonSchema, one, translate)) : value
  const { properties = {}, additionalProperties: others } = schema
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const part = properties[name] ?? others
      return [name, isSchema(part) ? translateReply(part, one, translate) : one]
    }),
  )
}
