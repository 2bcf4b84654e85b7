import { type MessageTable, PLACEHOLDER } from '#platform/define-messages.ts'
import type { Language } from '#platform/language.ts'
import type { Translate, Translators } from '#platform/server/http/language.ts'
import { translationOf } from './translations.ts'

/** Values that are words of ours themselves; all others are names, numbers and what was typed. */
const WORDS = ['now', 'wanted']

/** Without any, everything would look like it. */
const HAS_WORDS = /\p{L}{3}/u

type Template = { readonly code: string; readonly shape: RegExp; readonly names: readonly string[]; readonly words: string }
type Spoken = { readonly plain: ReadonlyMap<string, string>; readonly templates: readonly Template[] }

/**
 * Gives a text of ours in a language. It is found by its words: filled in, it may have passed through a rule, a schema or a
 * stored reply. What is none of our texts stays as it is.
 */
export function createTranslators(texts: readonly MessageTable[]): Translators {
  const known = new Map<Language, Spoken>()
  return (language) => {
    const spoken = known.get(language) ?? spokenIn(language, texts)
    known.set(language, spoken)
    return translateBy(spoken)
  }
}

function translateBy({ plain, templates }: Spoken): Translate {
  const whole = (text: string) => plain.get(text) ?? text
  return (text, code) => {
    const exact = plain.get(keyed(code, text)) ?? plain.get(text)
    if (exact !== undefined) return exact
    const template =
      templates.find((one) => one.code === code && one.shape.test(text)) ?? templates.find((one) => one.shape.test(text))
    if (!template) return text
    const values = template.shape.exec(text) as RegExpExecArray
    return template.words.replace(PLACEHOLDER, (_, name: string) => {
      const value = values[template.names.indexOf(name) + 1] ?? ''
      return WORDS.includes(name) ? whole(value) : value
    })
  }
}

/** The same words may mean two things: a text's own key goes before. */
const keyed = (code: string | undefined, text: string) => `${code}\n${text}`

function spokenIn(language: Language, texts: readonly MessageTable[]): Spoken {
  const plain = new Map<string, string>()
  const templates: Template[] = []
  for (const { file, table } of texts)
    for (const [code, ours] of Object.entries(table)) {
      const words = translationOf(language)[file]?.[code] ?? ours
      if (ours.search(PLACEHOLDER) >= 0) {
        if (HAS_WORDS.test(ours.replace(PLACEHOLDER, ''))) templates.push({ code, words, ...shapeOf(ours) })
      } else {
        plain.set(keyed(code, ours), words)
        if (!plain.has(ours)) plain.set(ours, words)
      }
    }
  // What says most by itself is the surest.
  templates.sort((one, other) => other.shape.source.length - one.shape.source.length)
  return { plain, templates }
}

function shapeOf(words: string): Pick<Template, 'shape' | 'names'> {
  const names = [...words.matchAll(PLACEHOLDER)].map(([, name]) => name as string)
  const parts = words.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return { names, shape: new RegExp(`^${parts.join('(.+?)')}$`, 's') }
}
