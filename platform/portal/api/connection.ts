import { createStore, useStore } from '../ui/store.ts'

/** The longest wait for the server's reply to a check, in ms. */
const CHECK_TIMEOUT = 5000
/** The pauses between checks of a lost connection, in ms; they double, and are spread for when a server restarts. */
const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 10_000
/** The longest wait for fresh data before the connection counts as restored, in ms. */
const REFRESH_LIMIT = 5000

/** `heardAt`: when the server sent something for the last time before the connection was lost, in ms since 1970. */
const store = createStore({ isLost: false, heardAt: Date.now() })
let heardAt = Date.now()
let checking: Promise<boolean> | undefined
let endPause = () => {}
let refresh: () => Promise<unknown> = async () => {}

export const useConnection = () => useStore(store)
/** Whether the server is out of reach: what the screen shows is old, and commands cannot be sent. */
export const useIsConnectionLost = () => useConnection().isLost

/** Notes a sign of life of the server. */
export function noteReply() {
  heardAt = Date.now()
  endPause()
}

/**
 * Asks whether the server responds, after a request that failed: a single request fails for other reasons too. When it does not
 * respond, the connection is lost, and it is checked until the server is back.
 */
export function checkConnection(): Promise<boolean> {
  checking ??= isReachable()
    .then((reachable) => {
      if (!reachable) lose()
      return reachable
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
  addEventListener('offline', checkConnection)
  addEventListener('online', noteOnline)
}
const noteOnline = () => endPause()

function lose() {
  if (store.read().isLost) return
  store.write({ isLost: true, heardAt })
  void restore()
}

async function restore() {
  for (let wait = FIRST_PAUSE; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
    await pause(wait * (0.5 + Math.random()))
    if (!(await isReachable())) continue
    await Promise.race([refresh(), new Promise((resolve) => setTimeout(resolve, REFRESH_LIMIT))])
    if (await isReachable()) break
  }
  store.write({ isLost: false, heardAt })
}

/** The index page is small, needs no sign-in, and comes from the server itself. */
const isReachable = () =>
  fetch(`${import.meta.env.BASE_URL}index.html`, {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(CHECK_TIMEOUT),
  }).then(
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
