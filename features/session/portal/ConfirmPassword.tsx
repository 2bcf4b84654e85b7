import { lazyComponent } from '#platform/portal/ui/lazy-component.tsx'
import { createStore, useStore } from '#platform/portal/ui/store.ts'

const ConfirmPasswordWindow = lazyComponent(() => import('./ConfirmPasswordWindow.tsx'))
type Question = { readonly reason: string; readonly answer: (isConfirmed: boolean) => void }
const store = createStore<Question | null>(null)

/** Asks for the password in a dialog over the screen, with the server's reason; false when it is cancelled. */
export const confirmPassword = (reason: string) =>
  new Promise<boolean>((resolve) =>
    store.write({
      reason,
      answer: (isConfirmed) => {
        store.write(null)
        resolve(isConfirmed)
      },
    }),
  )

/** Renders the dialog; used once in the signed-in part. */
export function ConfirmPassword() {
  const question = useStore(store)
  return question && <ConfirmPasswordWindow {...question} />
}
