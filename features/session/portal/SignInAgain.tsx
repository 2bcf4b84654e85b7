import { lazyComponent } from '#platform/portal/ui/lazy-component.tsx'
import { createStore, useStore } from '#platform/portal/ui/store.ts'

const SignInWindow = lazyComponent(() => import('./SignInWindow.tsx'))
const store = createStore<((signedIn: boolean) => void) | null>(null)

/** Opens a sign-in dialog over the screen, so that its input is not lost; false when it is cancelled. */
export const signInAgain = () =>
  new Promise<boolean>((resolve) =>
    store.write((signedIn) => {
      store.write(null)
      resolve(signedIn)
    }),
  )

/** Renders the dialog; used once in the signed-in part. */
export function SignInAgain() {
  const answer = useStore(store)
  return answer && <SignInWindow answer={answer} />
}
