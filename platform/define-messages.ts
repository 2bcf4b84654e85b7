import { DEFAULT_LANGUAGE, type Language } from './language.ts'

/**
 * A text for users by its key: the language file, the code (a `Msg…` name of the specification where there is one) and the
 * values of its placeholders. `text` is the text in the current language; the server translates by the key when it replies.
 */
export type Message = { readonly file: string; readonly code: string; readonly values: Values; readonly text: string }

/** Values of placeholders; interface texts among them are messages, so that they are translated as well. */
export type Values = Readonly<Record<string, string | number | Message | readonly Message[]>>
export type Table = Readonly<Record<string, string>>
/** Texts of a language by file. */
export type Texts = Readonly<Record<string, Table>>

/** The texts that the portal has loaded in another language. The server never sets it: it translates replies. */
let current: { readonly language: Language; readonly files: Texts } = { language: DEFAULT_LANGUAGE, files: {} }

/** Every file's texts in the default language. */
const defaults: Record<string, Table> = {}

/** Sets the language of every `t`; texts that `files` lack stay in the default language. */
export function setLanguage(language: Language, files: Texts): void {
  current = { language, files: language === current.language ? { ...current.files, ...files } : files }
}
export const currentLanguage = (): Language => current.language
/** A number with the digit grouping of the current language. */
export const numberText = (number: number): string => number.toLocaleString(current.language)

/** A list of items as a phrase of the current language. */
export const listText = (items: readonly string[]): string => new Intl.ListFormat(current.language).format(items)

export const PLACEHOLDER = /\{(\w+)\}/g

/** The text of a message in a language; what `files` lack is in the default language, and a key that is gone keeps its text. */
export function translated({ file, code, values, text }: Message, files: Texts): string {
  const template = files[file]?.[code] ?? defaults[file]?.[code]
  return template === undefined ? text : filledIn(template, values, files)
}

/** The text of a message in the current language. */
export const textOf = (message: Message): string => translated(message, current.files)

/** A placeholder without a value stays. */
const filledIn = (template: string, values: Values, files: Texts): string =>
  template.replace(PLACEHOLDER, (placeholder, name: string) => {
    const value = values[name] ?? placeholder
    if (typeof value !== 'object') return String(value)
    return [value]
      .flat()
      .map((one) => translated(one, files))
      .join(', ')
  })

/** A text that has no key, for instance another program's; it stays as it is in every language. */
export const plainMessage = (text: string): Message => ({ file: '', code: 'MsgBadInput', values: {}, text })

/** A message as one string, for schemas and columns that hold only text; `unpackMessage` reads it. */
export const packMessage = (message: Message): string => PACKED + JSON.stringify(message)
/** The message of a packed string; any other string is a text without key. */
export function unpackMessage(packed: string): Message {
  if (!packed.startsWith(PACKED)) return plainMessage(packed)
  try {
    return JSON.parse(packed.slice(PACKED.length)) as Message
  } catch {
    return plainMessage(packed)
  }
}
const PACKED = 'message:'

/**
 * A feature's texts in the default language; `file` names their language file, `GET /resources/{file}/{language}`.
 * `t = defineMessages('Layout', { MsgX: 'Hello {name}' })` makes `t('MsgX', { name })`, in the current language.
 */
export function defineMessages<const F extends string, const T extends Table>(file: F, table: T) {
  defaults[file] = table
  const t = (code: keyof T & string, values: Values = {}): Message => {
    const message = { file, code, values, text: '' }
    return { ...message, text: textOf(message) }
  }
  return Object.assign(t, { file, table })
}
export type MessageTable = { readonly file: string; readonly table: Table }
