import { type ComponentType, createContext } from 'react'

/** What the form of the sign-in knows, for another way to sign in. */
export type OtherSignInProps = {
  /** Signing in again over a screen that must stay: the provider opens in another tab. */
  fixed: boolean
  /** The provider asks for the credentials, even if the user is signed in there. */
  again: boolean
  /** What the form has. */
  user: { organisation: string; userName: string }
  /** Stores what the form shall show next time; the user goes to the provider now. */
  onLeave: (user: { organisation: string; userName: string }) => void
  /** Gets a token for the browser's sign-in; false when there is none. */
  renew: () => Promise<boolean>
  onSignedIn: () => void
}

/** Shown below the password; nothing unless the program provides it. */
export const OtherSignIn = createContext<ComponentType<OtherSignInProps>>(() => null)
