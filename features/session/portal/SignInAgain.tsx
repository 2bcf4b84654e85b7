import { lazyComponent } from '#platform/portal/ui/lazy-component.tsx'
import { createStore, useStore } from '#platform/portal/ui/store.ts'

const SignInWindow = lazyComponent(() => import('./SignInWindow.tsx'))
const store = createStore<((signedIn: boolean) => void) | null>(null)

/** Asks for the password over the screen, so that nothing typed on it is lost; false when it is cancelled. */
export const signInAgain = () =>
  new Promise<boolean>((resolve) =>
    store.write((signedIn) => {
      store.write(null)
      resolve(signedIn)
    }),
  )

/** Where that dialog appears; stands once in the signed-in part. */
export function SignInAgain() {
  const answer = useStore(store)
  return answer && <SignInWindow answer={answer} />
}
