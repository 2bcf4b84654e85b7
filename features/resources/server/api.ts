import { interpolate, type MessageTable, type Values } from '#platform/define-messages.ts'
import { DEFAULT_LANGUAGE, languageOf } from '#platform/language.ts'
import { translationOf } from './translations.ts'

/**
 * A text in the language of a tag, an organisation's culture for instance: for what is sent to somebody who does not ask for
 * it. Where nothing is written in that language, in our own.
 */
export function textIn<S extends MessageTable>(
  tag: string,
  messages: S,
  key: keyof S['table'] & string,
  values: Values = {},
): string {
  const translated = translationOf(languageOf(tag) ?? DEFAULT_LANGUAGE)[messages.file]?.[key]
  return interpolate(translated ?? (messages.table[key] as string), values)
}
