import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MessageTable, Table } from '#platform/define-messages.ts'
import { LANGUAGES, type Language } from '#platform/language.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** The JSON files of each language; Australian English uses the British ones. en-US is in the message tables. */
const TRANSLATED_BY: Readonly<Record<Language, string | null>> = {
  'en-US': null,
  'en-GB': 'en-GB',
  'en-AU': 'en-GB',
  es: 'es',
  de: 'de',
}

/** Translations by language file; texts that a file lacks stay in en-US. */
export type Translation = Readonly<Record<string, Table>>

/** Every translation of a language, from `messages.<language>.json` beside each message table. */
function readTranslation(language: string): Translation {
  const files = globSync([`features/*/messages.${language}.json`, `platform/**/messages.${language}.json`], { cwd: ROOT })
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Translation))
}

const read = new Map<string, Translation>()
/** The translations of a language; empty for en-US. */
export function translationOf(language: Language): Translation {
  const name = TRANSLATED_BY[language]
  if (!name) return {}
  const translation = read.get(name) ?? readTranslation(name)
  read.set(name, translation)
  return translation
}

/** The language files of the product in every language; texts without a translation are in en-US. */
export type LanguageFiles = Readonly<Record<Language, Translation>>
export const languageFiles = (texts: readonly MessageTable[]): LanguageFiles =>
  Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      Object.fromEntries(texts.map(({ file, table }) => [file, { ...table, ...translationOf(language)[file] }])),
    ]),
  ) as LanguageFiles
