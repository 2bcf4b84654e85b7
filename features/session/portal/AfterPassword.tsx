import type { CallError } from '#platform/portal/api/call-error.ts'
import { PASSWORD_MUST_CHANGE } from '../public.ts'
import ChangePassword from './ChangePassword.tsx'
import { SecondStep } from './SecondStep.tsx'
import type { LastSignIn } from './sign-in.ts'

type Props = {
  /** With the code of what is open after the right password, and the ticket for it. */
  refusal: CallError
  user: LastSignIn & { password: string }
  onSignedIn: () => void
  onAgain: () => void
}

/** What a sign-in asks for after the right password: a new one, or the second step. */
export default function AfterPassword({ refusal, user, onSignedIn, onAgain }: Props) {
  if (refusal.code === PASSWORD_MUST_CHANGE) return <ChangePassword user={user} onSignedIn={onSignedIn} />
  const { ticket } = refusal.body as { ticket: string }
  return <SecondStep ticket={ticket} reason={refusal.message} user={user} onSignedIn={onSignedIn} onAgain={onAgain} />
}
