import { Modal, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { say } from '../messages.ts'
import { LoginForm } from './LoginForm.tsx'

let answer: ((signedIn: boolean) => void) | null = null
const listeners = new Set<() => void>()
const put = (next: typeof answer) => {
  answer = next
  for (const tell of listeners) tell()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks for the password over the screen, so that nothing typed on it is lost; false when it is cancelled. */
export const signInAgain = () =>
  new Promise<boolean>((resolve) =>
    put((signedIn) => {
      put(null)
      resolve(signedIn)
    }),
  )

/** Where that dialog appears; stands once in the signed-in part. */
export function SignInAgain() {
  const asking = useSyncExternalStore(subscribe, () => answer)
  return (
    <Modal
      opened={asking !== null}
      onClose={() => asking?.(false)}
      title={say('TitleSignInAgain').text}
      closeOnClickOutside={false}
      zIndex={300}
      centered
    >
      <Text mb={16}>{say('HelpSessionEnded').text}</Text>
      {asking && <LoginForm fixed onSignedIn={() => asking(true)} />}
    </Modal>
  )
}
