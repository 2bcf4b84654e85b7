import { setLanguage, type Table } from '#platform/define-messages.ts'
import { DEFAULT_LANGUAGE, firstLanguage, type Language, languageOf } from '#platform/language.ts'
import { localStore } from './storage.ts'

const KEY = 'language'
/** Texts that take longer, in ms, are not waited for: our own language is built in. */
const TIMEOUT = 2000

/** What this browser is to speak: what it spoke last, else its own languages. */
export const wantedLanguage = (): Language => languageOf(localStore.read(KEY) ?? '') ?? firstLanguage(navigator.languages)

/** Speaks another language from now on by loading the page again; false when there is nothing to change. */
export function changeLanguage(language: Language): boolean {
  if (language === wantedLanguage()) return false
  localStore.write(KEY, language)
  // A browser that keeps nothing would load the page for ever.
  if (language !== wantedLanguage()) return false
  window.location.reload()
  return true
}

const loading = new Map<string, Promise<void>>()

/**
 * Fetches these language files, each once and all in one request. Whoever has a text at the top of its module is imported
 * afterwards. What does not come leaves its texts in our own language, which is spoken without asking anybody.
 */
export async function loadTexts(files: readonly string[]): Promise<void> {
  const language = wantedLanguage()
  if (language === DEFAULT_LANGUAGE) return
  const missing = files.filter((file) => !loading.has(file))
  if (missing.length > 0) {
    const started = load(missing, language)
    for (const file of missing) loading.set(file, started)
  }
  await Promise.all(files.map((file) => loading.get(file)))
}

async function load(files: readonly string[], language: Language): Promise<void> {
  const query = new URLSearchParams({ files: files.join(), ...(__TEXTS__ && { build: __TEXTS__ }) })
  try {
    const reply = await fetch(`/api/resources/${language}?${query}`, { signal: AbortSignal.timeout(TIMEOUT) })
    if (!reply.ok) return
    setLanguage(language, (await reply.json()) as Record<string, Table>)
    document.documentElement.lang = language
  } catch {
    // The words stay in our own language.
  }
}
