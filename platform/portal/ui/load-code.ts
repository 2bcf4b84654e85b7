import { checkConnection, connected } from '../api/connection.ts'
import { sessionStore } from '../session/storage.ts'

const RELOADED = 'reloadedAt'
/** Missing code again within this time, in ms, has another cause than a deployment. */
const AGAIN = 10_000

/**
 * Imports code of the portal when the server is in reach: `loadCode(() => import('./Form.tsx'))`. If that fails, the page reloads
 * once: a deployment has replaced the code, or the connection was lost meanwhile, and a browser does not fetch a failed module
 * again. Throws an error when the page has just been reloaded: another than that of the import, for which the router would reload
 * once more.
 */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  await connected()
  try {
    return await load()
  } catch (error) {
    await checkConnection()
    await connected()
    if (Date.now() - Number(sessionStore.read(RELOADED)) < AGAIN)
      throw new Error(`A part of the portal could not be loaded: ${String(error)}`, { cause: error })
    sessionStore.write(RELOADED, String(Date.now()))
    window.location.reload()
    return new Promise(() => {})
  }
}
