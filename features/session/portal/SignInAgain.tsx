import { later } from '#platform/portal/later.tsx'
import { createSpot, useSpot } from '#platform/portal/spot.ts'

const SignInWindow = later(() => import('./SignInWindow.tsx'))
const spot = createSpot<((signedIn: boolean) => void) | null>(null)

/** Asks for the password over the screen, so that nothing typed on it is lost; false when it is cancelled. */
export const signInAgain = () =>
  new Promise<boolean>((resolve) =>
    spot.write((signedIn) => {
      spot.write(null)
      resolve(signedIn)
    }),
  )

/** Where that dialog appears; stands once in the signed-in part. */
export function SignInAgain() {
  const answer = useSpot(spot)
  return answer && <SignInWindow answer={answer} />
}
