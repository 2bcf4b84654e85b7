import { lazyComponent } from '#platform/portal/ui/lazy-component.tsx'
import { createStore, useStore } from '#platform/portal/ui/store.ts'

const SignInWindow = lazyComponent(() => import('./SignInWindow.tsx'))
const ConfirmPasswordWindow = lazyComponent(() => import('./ConfirmPasswordWindow.tsx'))

/** A dialog with a reason, and whether the user did what it asks for. */
function createQuestion() {
  const store = createStore<{ readonly reason: string; readonly answer: (isDone: boolean) => void } | null>(null)
  const ask = (reason = '') =>
    new Promise<boolean>((resolve) => {
      // Who asked before gets no answer any more.
      store.read()?.answer(false)
      const answer = (isDone: boolean) => {
        store.write(null)
        resolve(isDone)
      }
      store.write({ reason, answer })
    })
  return { store, ask }
}
const signIn = createQuestion()
const confirmation = createQuestion()

/** Opens a sign-in dialog over the screen, so that its input is not lost; false when it is cancelled. */
export const signInAgain = () => signIn.ask()
/** Asks for the password, or to sign in again, in a dialog over the screen, with the server's reason; false when it is cancelled. */
export const confirmIdentity = (reason: string, by: 'password' | 'sign-in') =>
  by === 'password' ? confirmation.ask(reason) : signIn.ask(reason)

/** Renders the dialogs; used once in the signed-in part. */
export function SessionDialogs() {
  const signingIn = useStore(signIn.store)
  const confirming = useStore(confirmation.store)
  return (
    <>
      {confirming && <ConfirmPasswordWindow {...confirming} signInAgain={signIn.ask} />}
      {signingIn && <SignInWindow {...signingIn} />}
    </>
  )
}
