/**
 * What the portal keeps in the browser. Every name carries the spec's prefix (spec 1 §9); a browser that refuses storage
 * (private mode, full disk) costs only the memory, never the screen.
 */
const PREFIX = 'residentialApp.'

function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}

function memoryOf(area: () => Storage) {
  return {
    read: (key: string): string | null => attempt(() => area().getItem(PREFIX + key), null),
    write: (key: string, value: string) => attempt(() => area().setItem(PREFIX + key, value), undefined),
    forget: (key: string) => attempt(() => area().removeItem(PREFIX + key), undefined),
    /** Reads JSON that this browser wrote earlier; anything else counts as nothing. */
    readJson: <T>(key: string): T | null => attempt(() => JSON.parse(area().getItem(PREFIX + key) ?? 'null') as T | null, null),
    writeJson: (key: string, value: unknown) => attempt(() => area().setItem(PREFIX + key, JSON.stringify(value)), undefined),
  }
}

/** Shared by all tabs, kept for good. */
export const localStore = memoryOf(() => window.localStorage)
/** One tab's own, gone when it closes. */
export const sessionStore = memoryOf(() => window.sessionStorage)
