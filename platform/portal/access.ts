import { kept, ofThisTab } from './storage.ts'

/** The access token (spec 1 §7: kept under apiToken). */
const TOKEN = 'apiToken'
export const accessToken = {
  read: () => kept.read(TOKEN),
  write: (token: string) => kept.write(TOKEN, token),
  forget: () => kept.forget(TOKEN),
}

/**
 * The organisation a super administrator works in, null for the caller's own. The tab's own choice wins, so that two tabs
 * may stand in two organisations; a new tab begins where the last choice was made.
 */
const ORGANISATION = 'workingOrganisation'
export const workingOrganisation = {
  read: () => (ofThisTab.read(ORGANISATION) ?? kept.read(ORGANISATION)) || null,
  write: (id: string | null) => {
    ofThisTab.write(ORGANISATION, id ?? '')
    kept.write(ORGANISATION, id ?? '')
  },
  /** This tab goes on with what the others have chosen. */
  forgetOfThisTab: () => ofThisTab.forget(ORGANISATION),
}

/** The address that somebody wanted before being asked to sign in (spec 1 §2). */
const ATTEMPTED = 'attemptedUrl'
export const attemptedUrl = {
  remember: (hash: string) => ofThisTab.write(ATTEMPTED, hash),
  take: () => {
    const hash = ofThisTab.read(ATTEMPTED)
    ofThisTab.forget(ATTEMPTED)
    return hash
  },
}
