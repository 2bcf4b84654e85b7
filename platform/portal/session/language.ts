import { setLanguage, type Table } from '#platform/define-messages.ts'
import { DEFAULT_LANGUAGE, firstLanguage, type Language, languageOf } from '#platform/language.ts'
import { localStore } from './storage.ts'

const KEY = 'language'
/** Timeout of loading texts, in ms: the default language is built in. */
const TIMEOUT = 2000

/** The language of this browser: the last one used, else its preferred languages. */
export const wantedLanguage = (): Language => languageOf(localStore.read(KEY) ?? '') ?? firstLanguage(navigator.languages)

/** Changes the language by reloading the page; false if it is the same. */
export function changeLanguage(language: Language): boolean {
  if (language === wantedLanguage()) return false
  localStore.write(KEY, language)
  // Without storage the page would reload forever.
  if (language !== wantedLanguage()) return false
  window.location.reload()
  return true
}

const ALL = 'all'
const loading = new Map<string, Promise<void>>()

/**
 * Fetches language files, each once and all in one request; without names, every file. Import modules that use a text at their
 * top level afterwards. Texts that do not arrive stay in en-US, for which nothing is requested.
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
