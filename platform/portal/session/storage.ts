/**
 * The portal's browser storage. Every name has the spec's prefix (spec 1 §9). When the browser refuses storage (private mode,
 * full disk), values are not stored and nothing fails.
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
    /** Reads stored JSON; invalid content counts as missing. */
    readJson: <T>(key: string): T | null => attempt(() => JSON.parse(area().getItem(PREFIX + key) ?? 'null') as T | null, null),
    writeJson: (key: string, value: unknown) => attempt(() => area().setItem(PREFIX + key, JSON.stringify(value)), undefined),
  }
}

/** Shared by all tabs, without expiry. */
export const localStore = memoryOf(() => window.localStorage)
/** Of one tab, until it closes. */
export const sessionStore = memoryOf(() => window.sessionStorage)
