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

const ALL = 'all'
const loading = new Map<string, Promise<void>>()

/**
 * Fetches language files, each once and all in one request; without names, every file. Modules that use a text at their top
 * level are imported afterwards. Texts that do not arrive stay in en-US, for which nothing is requested.
 */
export async function loadTexts(files: readonly string[] = [ALL]): Promise<void> {
  const language = wantedLanguage()
  if (language === DEFAULT_LANGUAGE) return
  const missing = files.filter((file) => !loading.has(file) && !loading.has(ALL))
  if (missing.length > 0) {
    const started = load(missing, language)
    for (const file of missing) loading.set(file, started)
  }
  await Promise.all(files.map((file) => loading.get(file) ?? loading.get(ALL)))
}

async function load(files: readonly string[], language: Language): Promise<void> {
  const query = new URLSearchParams({
    ...(!files.includes(ALL) && { files: files.join() }),
    ...(__TEXTS__ && { build: __TEXTS__ }),
  })
  try {
    const reply = await fetch(`/api/resources/${language}?${query}`, { signal: AbortSignal.timeout(TIMEOUT) })
    if (!reply.ok) return
    setLanguage(language, (await reply.json()) as Record<string, Table>)
    document.documentElement.lang = language
  } catch {
    // The texts stay in en-US.
  }
}
