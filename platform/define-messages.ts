import { DEFAULT_LANGUAGE, type Language } from './language.ts'

/** A text for users: its code (a `Msg…` name of the specification where there is one) and the text. */
export type Message = { readonly code: string; readonly text: string }

export type Values = Readonly<Record<string, string | number>>
export type Table = Readonly<Record<string, string>>

/** The texts that the portal has loaded in another language, by file. The server never sets it: it translates replies. */
let current: { readonly language: Language; readonly files: Readonly<Record<string, Table>> } = {
  language: DEFAULT_LANGUAGE,
  files: {},
}

/** Sets the language of every `t`; texts that `files` lack stay in the default language. */
export function setLanguage(language: Language, files: Readonly<Record<string, Table>>): void {
  current = { language, files: language === current.language ? { ...current.files, ...files } : files }
}
export const currentLanguage = (): Language => current.language
/** A number with the digit grouping of the current language. */
export const numberText = (number: number): string => number.toLocaleString(current.language)

/** A list of items as a phrase of the current language. */
export const listText = (items: readonly string[]): string => new Intl.ListFormat(current.language).format(items)

export const PLACEHOLDER = /\{(\w+)\}/g
/** A text with its placeholders replaced; a placeholder without a value stays. */
export const interpolate = (text: string, values: Values) =>
  text.replace(PLACEHOLDER, (placeholder, name: string) => String(values[name] ?? placeholder))

/**
 * A feature's texts in the default language; `file` names their language file, `GET /resources/{file}/{language}`.
 * `t = defineMessages('Layout', { MsgX: 'Hello {name}' })` makes `t('MsgX', { name })`, in the current language.
 */
export function defineMessages<const F extends string, const T extends Table>(file: F, table: T) {
  const t = (key: keyof T & string, values: Values = {}): Message => ({
    code: key,
    text: interpolate(current.files[file]?.[key] ?? (table[key] as string), values),
  })
  return Object.assign(t, { file, table })
}
export type MessageTable = { readonly file: string; readonly table: Table }
