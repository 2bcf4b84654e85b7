import { interpolate, type MessageTable, type Values } from '#platform/define-messages.ts'
import { DEFAULT_LANGUAGE, languageOf } from '#platform/language.ts'
import type { FileName } from '../names.ts'
import { TABLES } from './tables.ts'

/**
 * A text in the language of a tag, an organisation's culture for instance: for what is sent to somebody who does not ask for
 * it. Where nothing is written in that language, in our own.
 */
export function textIn<S extends MessageTable>(tag: string, say: S, key: keyof S['table'] & string, values: Values = {}): string {
  const table = TABLES[languageOf(tag) ?? DEFAULT_LANGUAGE][say.file as FileName]
  return interpolate(table[key] as string, values)
}
