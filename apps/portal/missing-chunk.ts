import { sessionStore } from '#platform/portal/session/storage.ts'

const RELOADED = 'reloadedAt'
/** A page that misses a part again within this time, in ms, is broken for another reason. */
const AGAIN = 10_000

/**
 * After a deployment the parts that an older page would fetch are gone; loading the page again brings the new ones. Without a
 * network or a server there is nothing to load: the screen then says that it could not be fetched, and the rest of the page stays.
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
