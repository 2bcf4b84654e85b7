/** HTML that is safe to insert. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
type Value = Html | string | number | readonly Html[]

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!)

function textOf(value: Value): string {
  if (value instanceof Html) return value.text
  return typeof value === 'object' ? value.map((one) => one.text).join('') : escaped(String(value))
}

/** A template of HTML; inserted texts are escaped, inserted HTML is not. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(parts.map((part, i) => part + (i < values.length ? textOf(values[i]!) : '')).join(''))
