import { createStore, useStore } from '../ui/store.ts'

/** The longest wait for the server's reply to a check, in ms. */
const CHECK_TIMEOUT = 5000
/** The pauses between checks of a lost connection, in ms; they double, and are spread for when a server restarts. */
const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 10_000
/** The longest wait for fresh data before the connection counts as restored, in ms. */
const REFRESH_LIMIT = 5000

/** No reply, or a server whose database does not respond. */
type Cause = 'unreachable' | 'busy'
/** What is asked for: the index page needs nothing but the server, its readiness needs the database. */
const probeOf = (cause: Cause) => (cause === 'busy' ? '/health/ready' : `${import.meta.env.BASE_URL}index.html`)

/** `heardAt`: when the server sent something for the last time before the connection was lost, in ms since 1970. */
const store = createStore({ isLost: false, cause: 'unreachable' as Cause, heardAt: Date.now() })
let heardAt = Date.now()
let checking: Promise<boolean> | undefined
let endPause = () => {}
let refresh: () => Promise<unknown> = async () => {}

export const useConnection = () => useStore(store)
/** Whether the server is out of reach: what the screen shows is old, and commands cannot be sent. */
export const useIsConnectionLost = () => useConnection().isLost

/** The zone in which the banner shows its time: that of the other times on the screen. Before sign-in the browser's. */
export const bannerTime: { zone: string | undefined } = { zone: undefined }

/** Notes a sign of life of the server. */
export function noteReply() {
  heardAt = Date.now()
  endPause()
}

/**
 * Asks whether the server responds, after a request that failed: a single request fails for other reasons too. When it does not
 * respond, the connection is lost, and it is checked until the server is back. `busy` asks for its database too.
 */
export function checkConnection(cause: Cause = 'unreachable'): Promise<boolean> {
  checking ??= responds(cause)
    .then((isResponding) => {
      if (!isResponding) lose(cause)
      return isResponding
    })
    .finally(() => {
      checking = undefined
    })
  return checking
}

/** Sets what reads the data again when the server is back; they count as old until it is done. */
export const onServerBack = (read: () => Promise<unknown>) => {
  refresh = read
}

/** Calls the listener when the connection is lost or restored; returns the function that ends it. */
export const watchConnection = (listener: (isLost: boolean) => void) => store.watch(() => listener(store.read().isLost))

/** Resolves when the connection is not lost, or not any more. */
export const connected = () =>
  new Promise<void>((resolve) => {
    if (!store.read().isLost) return resolve()
    const stop = watchConnection((isLost) => {
      if (isLost) return
      stop()
      resolve()
    })
  })

/** Follows the browser's own notices. Called again it adds nothing. */
export function followNetwork() {
  addEventListener('offline', noteOffline)
  addEventListener('online', noteOnline)
}
const noteOffline = () => void checkConnection()
const noteOnline = () => endPause()

function lose(cause: Cause) {
  const { isLost } = store.read()
  // A server that is back may still wait for its database.
  if (isLost && cause === 'unreachable') return
  store.write({ isLost: true, cause, heardAt })
  if (!isLost) void restore()
}

async function restore() {
  for (let wait = FIRST_PAUSE; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
    await pause(wait * (0.5 + Math.random()))
    if (!(await responds(store.read().cause))) continue
    await Promise.race([refresh(), new Promise((resolve) => setTimeout(resolve, REFRESH_LIMIT))])
    if (await responds(store.read().cause)) break
  }
  store.write({ ...store.read(), isLost: false })
}

/** Both are small, need no sign-in, and come from the server itself. */
const responds = (cause: Cause) =>
  fetch(probeOf(cause), { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(CHECK_TIMEOUT) }).then(
    (reply) => reply.ok,
    () => false,
  )

/** Waits so many ms, or until `endPause`. */
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    endPause = () => {
      clearTimeout(timer)
      resolve()
    }
  })
