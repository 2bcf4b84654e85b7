import { sessionStore } from '#platform/portal/session/storage.ts'

const RELOADED = 'reloadedAt'
/** Missing another chunk within this time, in ms, has another cause than a deployment. */
const AGAIN = 10_000

/**
 * Reloads the page when a chunk is missing, because a deployment has replaced the chunks of an older page. Without a network or a
 * server it does not reload: the screen shows that it failed to load.
 */
export function reloadForMissingChunks() {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine) return
    if (Date.now() - Number(sessionStore.read(RELOADED)) < AGAIN) return
    event.preventDefault()
    void reloadFromServer()
  })
}

async function reloadFromServer() {
  const reply = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (!reply?.ok) return
  sessionStore.write(RELOADED, String(Date.now()))
  window.location.reload()
}
