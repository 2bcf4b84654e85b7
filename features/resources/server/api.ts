import { type Message, translated } from '#platform/define-messages.ts'
import { DEFAULT_LANGUAGE, languageOf } from '#platform/language.ts'
import type { Translators } from '#platform/server/http/language.ts'
import { translationOf } from './translations.ts'

/** The text of a message in the language of a tag, for instance an organisation's culture: for mail, which answers no request. */
export const textIn = (tag: string, message: Message): string =>
  translated(message, translationOf(languageOf(tag) ?? DEFAULT_LANGUAGE))

/** The translators of replies. */
export const translators: Translators = (language) => {
  const texts = translationOf(language)
  return (message) => translated(message, texts)
}
