import { ofThisTab } from '#platform/portal/storage.ts'

const RELOADED = 'reloadedAt'
/** A page that misses a part again within this time, in ms, is broken for another reason. */
const AGAIN = 10_000

/**
 * After a deployment the parts that an older page would fetch are gone; loading the page again brings the new ones. Without a
 * network there is nothing to load: the screen then says that it could not be fetched, and the rest of the page stays.
 */
export function reloadForMissingChunks() {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine) return
    if (Date.now() - Number(ofThisTab.read(RELOADED)) < AGAIN) return
    ofThisTab.write(RELOADED, String(Date.now()))
    event.preventDefault()
    window.location.reload()
  })
}
