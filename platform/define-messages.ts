import { DEFAULT_LANGUAGE, type Language } from './language.ts'

/** One text a person may be shown: its code (the spec's `Msg…` name where there is one) and its words. */
export type Message = { readonly code: string; readonly text: string }

export type Values = Readonly<Record<string, string | number>>
export type Table = Readonly<Record<string, string>>

/** What the portal has loaded of another language, by file. The server never sets it: it speaks our own and translates what leaves. */
let spoken: { readonly language: Language; readonly files: Readonly<Record<string, Table>> } = {
  language: DEFAULT_LANGUAGE,
  files: {},
}

/** From here on every `t` speaks this language, as far as the files have it; what they lack stays in our own. */
export function setLanguage(language: Language, files: Readonly<Record<string, Table>>): void {
  spoken = { language, files: language === spoken.language ? { ...spoken.files, ...files } : files }
}
export const currentLanguage = (): Language => spoken.language
/** A number as the spoken language groups its digits. */
export const numberText = (number: number): string => number.toLocaleString(spoken.language)

/** Some things in one sentence, as the spoken language joins them. */
export const listText = (things: readonly string[]): string => new Intl.ListFormat(spoken.language).format(things)

export const PLACEHOLDER = /\{(\w+)\}/g
/** Words with their placeholders filled; one that no value is given for stays. */
export const interpolate = (words: string, values: Values) =>
  words.replace(PLACEHOLDER, (whole, name: string) => String(values[name] ?? whole))

/**
 * A feature's texts in our own language; `file` is the name of their language file, `GET /resources/{file}/{language}`.
 * `t = defineMessages('Layout', { MsgX: 'Hello {name}' })` gives `t('MsgX', { name })`, in the spoken language.
 */
export function defineMessages<const F extends string, const T extends Table>(file: F, table: T) {
  const t = (key: keyof T & string, values: Values = {}): Message => ({
    code: key,
    text: interpolate(spoken.files[file]?.[key] ?? (table[key] as string), values),
  })
  return Object.assign(t, { file, table })
}
export type MessageTable = { readonly file: string; readonly table: Table }
