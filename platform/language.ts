/** The languages that every text is there in; the tables of `texts` are the first. */
export const LANGUAGES = ['en-US', 'en-GB', 'en-AU', 'es', 'de'] as const
export type Language = (typeof LANGUAGES)[number]
/** What is spoken where nothing else is asked for. */
export const DEFAULT_LANGUAGE: Language = 'en-US'

/** Each in its own words, for whoever looks for it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  'en-US': 'English (US)',
  'en-GB': 'English (UK)',
  'en-AU': 'English (Australia)',
  es: 'Español',
  de: 'Deutsch',
}

/** The language of a tag: 'de-AT' is 'de', 'es_MX' is 'es', 'en-NZ' is 'en-GB'; undefined for one that nothing is written in. */
export function languageOf(tag: string): Language | undefined {
  const wanted = tag.trim().toLowerCase().replaceAll('_', '-')
  const exact = LANGUAGES.find((language) => language.toLowerCase() === wanted)
  if (exact) return exact
  const first = wanted.split('-', 1)[0]
  if (first === 'en') return wanted === 'en' ? DEFAULT_LANGUAGE : 'en-GB'
  return LANGUAGES.find((language) => language === first)
}

/** The first of some tags that there is a language for, else our own. */
export const firstLanguage = (tags: readonly string[]): Language => {
  for (const tag of tags) {
    const language = languageOf(tag)
    if (language) return language
  }
  return DEFAULT_LANGUAGE
}

/** The language that an Accept-Language header asks for (RFC 9110 §12.5.4). */
export function acceptedLanguage(header: string | undefined): Language {
  if (!header) return DEFAULT_LANGUAGE
  const asked = header.split(',').map((one) => {
    const [tag = '', ...parameters] = one.split(';')
    const q = parameters.map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean)
    return { tag, weight: q === undefined ? 1 : Number(q) }
  })
  return firstLanguage(
    asked
      .filter(({ weight }) => weight > 0)
      .sort((one, other) => other.weight - one.weight)
      .map(({ tag }) => tag),
  )
}
