import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { session } from '#features/session/contract.ts'
import { call } from '#platform/portal/api/call.ts'
import { goToHash } from '#platform/portal/navigation/hash.ts'
import { accessToken, workingOrganisation } from '#platform/portal/session/access.ts'
import { LOGIN } from '../paths.ts'

const SIGNED_OUT = 'signedOut'
/** Between the tabs of this browser. */
const channel = new BroadcastChannel('residentialApp.session')

declare module '@tanstack/react-router' {
  interface HistoryState {
    isSigningOut?: boolean
  }
}

/**
 * Signs out by going to the login page, so that what is unsaved asks first. What makes it a sign-out goes beside the
 * address: no link to anywhere can sign somebody out.
 */
export function useSignOut() {
  const { history } = useRouter()
  return () => history.push(LOGIN, { isSigningOut: true })
}

/** Ends the sign-in here and at the server; a server out of reach does not keep anybody signed in on this machine. */
export async function signOut() {
  await call(session.signOut).catch(() => undefined)
  forget()
  channel.postMessage(SIGNED_OUT)
  // Who signs in here again and then goes back did not ask for it a second time.
  window.history.replaceState(null, '')
}

/** Whether somebody has signed out in another tab of this browser. */
export function useSignedOutElsewhere(): boolean {
  const [isOut, setOut] = useState(false)
  useEffect(() => {
    const hear = () => setOut(true)
    channel.addEventListener('message', hear)
    return () => channel.removeEventListener('message', hear)
  }, [])
  return isOut
}

/**
 * Leaves a sign-in that was ended in another tab. The token is that tab's: by now it may be the next person's. Nothing of the
 * screen stands any more that would ask about what is unsaved: who signed out chose to lose it.
 */
export function leave() {
  workingOrganisation.clearSessionStore()
  goToHash(LOGIN, { replace: true })
  window.location.reload()
}

/** Forgets who was signed in and asks anew. */
export function forget() {
  accessToken.forget()
  workingOrganisation.write(null)
  goToHash(LOGIN, { replace: true })
}
