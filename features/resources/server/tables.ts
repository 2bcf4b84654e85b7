import type { Table } from '#platform/define-messages.ts'
import type { Language } from '#platform/language.ts'
import { FILES } from '../files.ts'
import { FILE_NAMES, type FileName } from '../names.ts'
import { BRITISH, GERMAN, SPANISH, type Translation } from './translations.ts'

type Tables = Readonly<Record<FileName, Table>>

const whole = (translation: Translation) =>
  Object.fromEntries(FILE_NAMES.map((file) => [file, { ...FILES[file], ...translation[file] }])) as Tables
const british = whole(BRITISH)

/** Every text in every language. Australians write English as the British do. */
export const TABLES: Readonly<Record<Language, Tables>> = {
  'en-US': FILES,
  'en-GB': british,
  'en-AU': british,
  es: whole(SPANISH),
  de: whole(GERMAN),
}
