import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { session } from '#features/session/contract.ts'
import { call } from '#platform/portal/api/call.ts'
import { goToHash } from '#platform/portal/navigation/hash.ts'
import { accessToken, workingOrganisation } from '#platform/portal/session/access.ts'
import { LOGIN } from '../paths.ts'

const SIGNED_OUT = 'signedOut'
/** Connects the tabs of this browser. */
const channel = new BroadcastChannel('residentialApp.session')

declare module '@tanstack/react-router' {
  interface HistoryState {
    isSigningOut?: boolean
  }
}

/**
 * Signs out by navigating to the login page, so that the unsaved guard asks first. The sign-out is marked outside the address,
 * so that no link can sign a user out.
 */
export function useSignOut() {
  const { history } = useRouter()
  return () => history.push(LOGIN, { isSigningOut: true })
}

/** Ends the sign-in here and at the server; it ends here even when the server cannot be reached. */
export async function signOut() {
  const address = await addressAtProvider().catch(() => null)
  await call(session.signOut).catch(() => undefined)
  forget()
  channel.postMessage(SIGNED_OUT)
  // Going back after another sign-in must not sign out again.
  window.history.replaceState(null, '')
  if (address) await leaveTo(address)
}

/** The provider's address that ends a single sign-on; null for other sign-ins. A given token does not open the sign-in window. */
async function addressAtProvider(): Promise<string | null> {
  const bearer = accessToken.read()
  if (!bearer) return null
  const { singleSignOn } = await import('#features/single-sign-on/contract.ts')
  return (await call(singleSignOn.signOutAddress, { bearer })).Address
}

/** Ends the sign-in of a single sign-on at its provider too; the page is left. */
async function leaveTo(address: string) {
  window.location.assign(address)
  await new Promise(() => {})
}

/** Whether the user has signed out in another tab of this browser. */
export function useSignedOutElsewhere(): boolean {
  const [isOut, setOut] = useState(false)
  useEffect(() => {
    const onMessage = () => setOut(true)
    channel.addEventListener('message', onMessage)
    return () => channel.removeEventListener('message', onMessage)
  }, [])
  return isOut
}

/**
 * Leaves a sign-in that was ended in another tab. The stored token may already be another user's. The screen is gone, so the
 * unsaved guard does not ask: signing out accepted the loss.
 */
export function leave() {
  workingOrganisation.clearSessionStore()
  goToHash(LOGIN, { replace: true })
  window.location.reload()
}

/** Clears all data of the sign-in and reloads the session. */
export function forget() {
  accessToken.forget()
  workingOrganisation.write(null)
  goToHash(LOGIN, { replace: true })
}
