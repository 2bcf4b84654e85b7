import { localStore, sessionStore } from './storage.ts'

/** The access token (spec 1 §7: kept under apiToken). */
const TOKEN = 'apiToken'
export const accessToken = {
  read: () => localStore.read(TOKEN),
  write: (token: string) => localStore.write(TOKEN, token),
  forget: () => localStore.forget(TOKEN),
}

/**
 * The selected organisation of a super administrator, null for their own. The tab's own selection takes precedence, so that two
 * tabs can show two organisations; a new tab starts with the last selection.
 */
const ORGANISATION = 'workingOrganisation'
export const workingOrganisation = {
  read: () => (sessionStore.read(ORGANISATION) ?? localStore.read(ORGANISATION)) || null,
  write: (id: string | null) => {
    sessionStore.write(ORGANISATION, id ?? '')
    localStore.write(ORGANISATION, id ?? '')
  },
  /** Uses the selection of the other tabs in this tab. */
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
