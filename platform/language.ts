/** The languages of the interface; `messages.ts` holds the first. */
export const LANGUAGES = ['en-US', 'en-GB', 'en-AU', 'es', 'de'] as const
export type Language = (typeof LANGUAGES)[number]
export const DEFAULT_LANGUAGE: Language = 'en-US'

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  'en-US': 'English (US)',
  'en-GB': 'English (UK)',
  'en-AU': 'English (Australia)',
  es: 'Español',
  de: 'Deutsch',
}

/** The language of a tag: 'de-AT' is 'de', 'es_MX' is 'es', 'en-NZ' is 'en-GB'; undefined for an unsupported one. */
export function languageOf(tag: string): Language | undefined {
  const normalised = tag.trim().toLowerCase().replaceAll('_', '-')
  const exact = LANGUAGES.find((language) => language.toLowerCase() === normalised)
  if (exact) return exact
  const first = normalised.split('-', 1)[0]
  if (first === 'en') return normalised === 'en' ? DEFAULT_LANGUAGE : 'en-GB'
  return LANGUAGES.find((language) => language === first)
}

/** The language of the first supported tag, else the default. */
export const firstLanguage = (tags: readonly string[]): Language => {
  for (const tag of tags) {
    const language = languageOf(tag)
    if (language) return language
  }
  return DEFAULT_LANGUAGE
}

/** The language for an Accept-Language header (RFC 9110 §12.5.4). */
export function acceptedLanguage(header: string | undefined): Language {
  if (!header) return DEFAULT_LANGUAGE
  const ranges = header.split(',').map((one) => {
    const [tag = '', ...parameters] = one.split(';')
    const q = parameters.map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean)
    return { tag, weight: q === undefined ? 1 : Number(q) }
  })
  return firstLanguage(
    ranges
      .filter(({ weight }) => weight > 0)
      .sort((one, other) => other.weight - one.weight)
      .map(({ tag }) => tag),
  )
}
