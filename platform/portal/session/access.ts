import { localStore, sessionStore } from './storage.ts'

/** The access token (spec 1 §7: kept under apiToken). */
const TOKEN = 'apiToken'
export const accessToken = {
  read: () => localStore.read(TOKEN),
  write: (token: string) => localStore.write(TOKEN, token),
  forget: () => localStore.forget(TOKEN),
}

/**
 * The organisation a super administrator works in, null for the caller's own. The tab's own choice wins, so that two tabs
 * may stand in two organisations; a new tab begins where the last choice was made.
 */
const ORGANISATION = 'workingOrganisation'
export const workingOrganisation = {
  read: () => (sessionStore.read(ORGANISATION) ?? localStore.read(ORGANISATION)) || null,
  write: (id: string | null) => {
    sessionStore.write(ORGANISATION, id ?? '')
    localStore.write(ORGANISATION, id ?? '')
  },
  /** This tab goes on with what the others have chosen. */
  clearSessionStore: () => sessionStore.forget(ORGANISATION),
}

/** The address that was requested before sign-in (spec 1 §2). */
const ATTEMPTED = 'attemptedUrl'
export const attemptedUrl = {
  remember: (hash: string) => sessionStore.write(ATTEMPTED, hash),
  take: () => {
    const hash = sessionStore.read(ATTEMPTED)
    sessionStore.forget(ATTEMPTED)
    return hash
  },
}
